/* Orders: chosen by pointing and by keys, shown as the line they make, taken back step by step, kept as a
   draft while the tab is open. The form works without it; what it says stands in the form. */
"use strict";
(() => {
  const PREFIX = "bidplay:order:";
  const states = new WeakMap();
  const formOf = () => document.querySelector(".order-form");
  const svg = (tag, looks) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(looks)) made.setAttribute(name, value);
    return made;
  };
  const fire = (field, name) => field.dispatchEvent(new Event(name, { bubbles: true }));
  const named = (form, name) => [...form.elements].filter((field) => field.name === name);
  const isBox = (field) => ["radio", "checkbox"].includes(field.type);
  const frameOf = (field) => field.closest("fieldset, .tick") || field.closest("div");
  const inSight = (field) => {
    const only = field.closest("[data-only]");
    return !only || getComputedStyle(only).display !== "none";
  };

  /* The line, made as the server makes it. */
  const taken = (form, parts) => {
    const data = new FormData(form);
    const found = new Map();
    parts.forEach((part, number) => {
      const values = [...new Set(data.getAll(`c${number}`).map((value) => value.trim()).filter(Boolean))];
      const rival = parts.findIndex((other) => other.instead && other.instead === part.word);
      if (rival >= 0 && ((values.length === 1 && values[0] === parts[rival].word) || data.get(`c${rival}`))) found.set(rival, ["on"]);
      else if (values.length) found.set(number, values);
    });
    const said = new Set([...found].flatMap(([number, values]) => parts[number].word || values));
    return new Map([...found].sort(([one], [other]) => one - other)
      .filter(([number]) => !parts[number].only || parts[number].only.some((value) => said.has(value))));
  };
  const written = (part, values) => (part.flag ? part.word : `${part.word || ""} ${values.join(" ")}`.trim().replace(/\s*\n\s*/g, "/"));
  const made = (form, parts) => [...taken(form, parts)].map(([number, values]) => written(parts[number], values)).join("; ");

  /* What was typed as a line goes into the fields, if all of it fits there. */
  const sorted = (line) => line.toLowerCase().split(/[\s;]+/).filter(Boolean).sort().join(" ");
  const put = (form, parts, piece) => {
    const word = (part) => part.word && new RegExp(`^${part.word.replace(/\W/g, "\\$&")}(?=\\s|$)`, "i");
    let number = parts.findIndex((part) => word(part)?.test(piece));
    const rest = number < 0 ? piece : piece.slice(parts[number].word.length).trim();
    if (number < 0) number = parts.findIndex((part) => !part.word);
    if (number < 0) return false;
    const main = parts.findIndex((part) => part.word && part.word === parts[number].instead);
    const fields = named(form, `c${number}`);
    if (parts[number].flag) {
      const same = [...fields, ...named(form, `c${main}`)].find((field) => isBox(field) && ["on", parts[number].word].includes(field.value));
      if (same) same.checked = true;
      return Boolean(same) && !rest;
    }
    const words = rest.toLowerCase().split(/\s+/);
    if (fields.every(isBox)) {
      return words.every((value) => {
        const box = fields.find((field) => field.value.toLowerCase() === value);
        if (box) box.checked = true;
        return box;
      });
    }
    if (fields[0]?.tagName !== "SELECT") {
      if (fields[0]) fields[0].value = rest;
      return fields[0]?.value === rest;
    }
    for (const field of fields) {
      if (!words.length) break;
      const fits = [...field.options].find(({ value }) => value && words.join(" ").concat(" ").startsWith(`${value.toLowerCase()} `));
      if (!fits) return false;
      field.value = fits.value;
      words.splice(0, fits.value.split(" ").length);
    }
    return !words.length;
  };
  const follow = (form, text) => {
    const { parts } = states.get(form);
    const before = snapshot(form);
    for (const field of fieldsOf(form)) {
      if (field.name === "line") continue;
      if (isBox(field)) field.checked = field.type === "radio" && !field.value;
      else field.value = "";
    }
    const fits = text.split(/[;\n]/).map((piece) => piece.trim()).filter(Boolean).every((piece) => put(form, parts, piece))
      && sorted(made(form, parts)) === sorted(text);
    if (!fits) restore(form, before);
    else tellOthers(form);
    return fits;
  };

  /* Steps back, and the draft of this tab. */
  const fieldsOf = (form) => [...form.elements].filter((field) => /^(c\d+|line)$/.test(field.name));
  const snapshot = (form) => fieldsOf(form).map((field) => (isBox(field) ? Number(field.checked) : field.value));
  let quiet = false;
  const tellOthers = (form) => {
    quiet = true;
    const live = form.closest("#live:not([data-touched])");
    const seen = new Set();
    for (const field of fieldsOf(form)) {
      if (field.name === "line" || seen.has(field.name)) continue;
      seen.add(field.name);
      fire(field, "input");
      fire(field, "change");
    }
    live?.removeAttribute("data-touched"); // nobody typed
    quiet = false;
  };
  const restore = (form, values) => {
    const fields = fieldsOf(form);
    if (values?.length !== fields.length) return;
    fields.forEach((field, at) => {
      if (isBox(field)) field.checked = Boolean(values[at]);
      else field.value = values[at];
    });
    tellOthers(form);
  };
  const keep = (form) => {
    const { key, past, now } = states.get(form);
    try {
      if (past.length) sessionStorage.setItem(key, JSON.stringify({ past, now }));
      else sessionStorage.removeItem(key);
    } catch { /* Without storage a draft lasts as long as the page. */ }
  };
  const kept = (key) => {
    try { return JSON.parse(sessionStorage.getItem(key)); } catch { return null; }
  };
  const forget = (code, but) => {
    try {
      for (const key of Object.keys(sessionStorage)) if (key.startsWith(`${PREFIX}${code}-`) && key !== but) sessionStorage.removeItem(key);
    } catch { /* There is nothing to forget. */ }
  };
  const record = (form) => {
    const state = states.get(form);
    const now = snapshot(form);
    if (JSON.stringify(now) === JSON.stringify(state.now)) return;
    state.past.push(state.now);
    if (state.past.length > 60) state.past.splice(1, 1);
    state.now = now;
    keep(form);
  };
  const goTo = (form, values) => {
    restore(form, values);
    states.get(form).now = snapshot(form);
    keep(form);
    show(form);
  };
  const undo = (form) => {
    const { past } = states.get(form);
    if (past.length) goTo(form, past.pop());
  };

  /* What the form says of itself. */
  const missing = (form) => {
    const { parts } = states.get(form);
    const found = taken(form, parts);
    if (form.elements.line.value.trim()) return [];
    const open = [...parts.keys()].filter((number) => parts[number].required && !found.has(number)
      && !parts.some((other, at) => other.instead === parts[number].word && other.instead && found.has(at)));
    return open.length || found.size ? open : [0];
  };
  const show = (form, strict = false) => {
    const { box, parts, past } = states.get(form);
    const part = (name) => box.querySelector(`[data-${name}]`);
    const typed = form.elements.line.value.trim();
    const line = typed || made(form, parts);
    const follows = typed && sorted(made(form, parts)) === sorted(typed);
    const gaps = missing(form);
    if (part("line").textContent !== line) part("line").textContent = line;
    part("nothing").hidden = Boolean(line);
    part("parts").replaceChildren(...(typed && !follows ? [] : [...taken(form, parts)]).map(([number, values]) => {
      const entry = document.createElement("li");
      const code = document.createElement("code");
      code.textContent = written(parts[number], values);
      entry.append(code, ` ${parts[number].hint}`);
      return entry;
    }));
    part("written").hidden = !typed;
    part("follows").hidden = !follows;
    part("undo").disabled = !past.length;
    part("restart").disabled = !past.length;
    part("write").hidden = Boolean(typed) || form.querySelector(".by-hand").open;
    part("fields").hidden = !part("write").hidden;
    part("missing").textContent = gaps.length && (strict || line) ? box.dataset.sayMissing.replace("{what}", gaps.map((number) => parts[number].hint).join("; ")) : "";
    form.classList.toggle("by-line", Boolean(typed) && !follows);
    form.querySelectorAll("[data-most]").forEach(limit);
    mark(form);
  };
  // No more cards than a clause takes: the others wait until one is put back.
  const limit = (group) => {
    const boxes = [...group.querySelectorAll("input[type=checkbox]")];
    const full = boxes.filter((box) => box.checked).length >= Number(group.dataset.most);
    for (const box of boxes) box.disabled = full && !box.checked;
  };

  /* What can be chosen in the form can be chosen on the board and in the hands as well. */
  let active = ""; // the field that was used last
  const spots = () => [...document.querySelectorAll("[data-pick], .hand [data-card]")];
  const valuesOf = ({ dataset: { pick, card } }) => (card ? [card, card.slice(0, -1)] : [pick]);
  const sameCard = (spot, field) => {
    const alike = [...spot.parentElement.querySelectorAll(`[data-card="${spot.dataset.card}"]`)];
    const boxes = [...field.form.querySelectorAll(".pick")].filter((pick) => pick.querySelector(`[data-card="${spot.dataset.card}"]`));
    return boxes.indexOf(field.closest(".pick")) === Math.min(alike.indexOf(spot), boxes.length - 1) && boxes.length;
  };
  const boxFor = (field, spot) => (spot.dataset.card
    ? Boolean(spot.closest(".seat-mine")) && sameCard(spot, field)
    : !field.closest(".pick")?.querySelector("[data-card]") && field.value.replace(/!$/, "") === spot.dataset.pick);
  const optionFor = (select, spot) => {
    const said = [...select.options].map(({ value }) => value).filter(Boolean);
    // Cards and spaces may have the same names: what is not all on the board is no list of spaces.
    const spaces = said.every((value) => document.querySelector(`[data-pick="${value.split(" ")[0]}"]`));
    if (spaces === "card" in spot.dataset) return [];
    return valuesOf(spot).flatMap((wanted) => said.filter((value) => value === wanted || value.startsWith(`${wanted} `)));
  };
  const ways = (form, spot) => {
    const found = new Map();
    if (form.querySelector("[data-chess]")) return found; // its own script points
    for (const field of fieldsOf(form).filter(inSight)) {
      if (isBox(field) ? field.value && boxFor(field, spot) : field.tagName === "SELECT" && optionFor(field, spot).length) {
        found.set(field.name, [...(found.get(field.name) || []), field]);
      }
    }
    return found;
  };
  const chosenIn = (fields, spot) => fields.findIndex((field) => (isBox(field) ? field.checked : optionFor(field, spot).includes(field.value)));
  const choose = (form, spot) => {
    const found = ways(form, spot);
    const name = found.has(active) ? active : [...found.keys()][0];
    const fields = found.get(name);
    if (!fields) return;
    active = name;
    form.closest("details")?.setAttribute("open", "");
    const at = chosenIn(fields, spot);
    if (isBox(fields[0])) {
      if (!fields[0].disabled) fields[0].click();
      fields[0].focus({ preventScroll: true });
      return;
    }
    const rows = fields.map((field) => field.value);
    const values = optionFor(fields[0], spot);
    const next = at < 0 ? values[0] : values[values.indexOf(rows[at]) + 1] || "";
    if (at >= 0) rows[at] = next;
    else rows[rows.includes("") ? rows.indexOf("") : rows.length - 1] = next;
    const ordered = rows.filter(Boolean);
    fields.forEach((field, row) => { field.value = ordered[row] || ""; });
    fire(fields[0], "change");
  };
  const badge = (spot, said) => {
    const cell = spot.dataset.card ? { x: 0, y: 0, width: 46, height: 62 } : (spot.querySelector("rect") || spot).getBBox();
    const wide = 8 + 7.2 * said.length;
    const [x, y] = [cell.x + cell.width / 2, cell.y + cell.height - 10];
    const group = svg("g", { class: "pick-no", "aria-hidden": "true" });
    const text = svg("text", { x, y: y + 4, "text-anchor": "middle" });
    text.textContent = said;
    group.append(svg("rect", { x: x - wide / 2, y: y - 8, width: wide, height: 16, rx: 8 }), text);
    spot.append(group);
  };
  const mark = (form) => {
    const { parts } = states.get(form);
    for (const old of document.querySelectorAll(".pick-no")) old.remove();
    for (const spot of spots()) {
      const found = ways(form, spot);
      const said = [];
      let picked = false;
      for (const [name, fields] of found) {
        const at = chosenIn(fields, spot);
        if (at < 0) continue;
        picked = true;
        const word = parts[Number(name.slice(1))].word || "";
        if (!isBox(fields[0])) said.push(`${word}${fields[at].value.includes(" ") ? fields[at].value.replace(/^\S+/, "") : fields.length > 1 ? ` ${at + 1}` : ""}`);
        else if (word) said.push(word);
      }
      spot.classList.toggle("pickable", found.size > 0);
      spot.classList.toggle("picked", picked);
      spot.classList.toggle("wanted", found.has(active) && form.querySelector("[data-point][aria-pressed=true]") !== null);
      if (said.length) badge(spot, said.join(", "));
    }
    for (const button of form.querySelectorAll("[data-point]")) button.setAttribute("aria-pressed", String(button.dataset.point === active));
  };

  /* Keys within a group: arrows go from card to card, its name chooses one. */
  let typedName = "";
  let waiting = 0;
  const byName = (field, key) => {
    clearTimeout(waiting);
    typedName += key.toLowerCase();
    const boxes = [...frameOf(field).querySelectorAll("input[type=radio], input[type=checkbox]")].filter((box) => box.value);
    const nameOf = (box) => box.value.toLowerCase().replace(/!$/, "");
    let fits = boxes.filter((box) => nameOf(box).startsWith(typedName));
    if (!fits.length) {
      typedName = key.toLowerCase();
      fits = boxes.filter((box) => nameOf(box).startsWith(typedName));
    }
    const settle = () => {
      const box = fits.find((one) => nameOf(one) === typedName) || fits[0];
      typedName = "";
      if (!box || box.disabled) return;
      box.click();
      box.focus();
    };
    if (fits.length === 1) settle();
    else waiting = setTimeout(settle, 600);
  };
  document.addEventListener("keydown", (event) => {
    const form = formOf();
    const { target, key } = event;
    if (!form || !states.has(form)) return;
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const writes = target.matches("textarea, input:not([type=radio], [type=checkbox], [type=range])") || target.isContentEditable;
    if (!plain && !event.shiftKey && key.toLowerCase() === "z" && !writes) undo(form);
    else if (!plain && key === "Enter" && target.form === form) form.requestSubmit();
    else if (plain && isBox(target) && target.closest(".picks-of") && target.form === form) {
      const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
      if (/^[\w-]$/.test(key)) byName(target, key);
      else if (step && target.type === "checkbox") {
        const boxes = named(form, target.name).filter((box) => !box.disabled);
        boxes[(boxes.indexOf(target) + step + boxes.length) % boxes.length].focus();
      } else return;
    } else return;
    event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const form = formOf();
    if (!form || !states.has(form)) return;
    const at = (name) => event.target.closest(`[data-${name}]`);
    const { line } = form.elements;
    const byHand = form.querySelector(".by-hand");
    const spot = event.target.closest("[data-pick], .hand [data-card]");
    if (spot) choose(form, spot);
    else if (at("undo")) undo(form);
    else if (at("restart")) {
      const state = states.get(form);
      const [first] = state.past;
      state.past.push(state.now);
      goTo(form, first);
    } else if (at("write")) {
      line.value = made(form, states.get(form).parts);
      byHand.open = true;
      record(form);
      show(form);
      line.focus();
    } else if (at("fields")) {
      line.value = "";
      byHand.open = false;
      record(form);
      show(form);
      form.querySelector("input:not([type=hidden]), select, textarea").focus();
    } else if (at("point")) {
      active = at("point").getAttribute("aria-pressed") === "true" ? "" : at("point").dataset.point;
      mark(form);
      if (active) document.querySelector(".table-board")?.scrollIntoView({ block: "nearest" });
      mark(form);
    } else if (at("step") || at("to")) {
      const field = at("number").querySelector("input[type=number]");
      if (at("to")) field.value = at("to").dataset.to;
      else if (Number(at("step").dataset.step) < 0) field.value ? field.stepDown() : (field.value = field.min);
      else field.value ? field.stepUp() : (field.value = field.min);
      fire(field, "input");
      fire(field, "change");
    } else if (event.target.closest("[data-copy]")) {
      const button = event.target.closest("[data-copy]");
      navigator.clipboard.writeText(button.parentElement.querySelector("[data-copied]").textContent);
      button.textContent = button.dataset.copy;
    }
  });
  document.addEventListener("focusin", ({ target }) => {
    if (!target.closest(".order-form") || !target.closest(".wishes, .picks-of") || !target.name) return;
    active = target.name;
  });
  const changed = (event) => {
    const form = event.target.closest?.(".order-form");
    if (quiet || !form || !states.has(form)) return;
    const { target } = event;
    const { line } = form.elements;
    if (target.type === "range") {
      const field = target.closest("[data-number]").querySelector("input[type=number]");
      field.value = target.value;
      fire(field, event.type);
      return;
    }
    const slider = target.closest("[data-number]")?.querySelector("input[type=range]");
    if (slider) slider.value = target.value;
    if (target.type === "number") target.closest(".either")?.querySelector('input[type=radio][value=""]')?.click();
    if (target === line) follow(form, line.value);
    else if (line.value && !form.classList.contains("by-line")) line.value = made(form, states.get(form).parts);
    if (event.type !== "input") record(form);
    show(form);
  };
  for (const name of ["input", "change", "chosen"]) document.addEventListener(name, changed);

  /* What is missing is said before anything is sent. */
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!states.has(form)) return;
    record(form);
    const [first] = missing(form);
    if (first === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    show(form, true);
    const field = named(form, `c${first}`).find((one) => !one.disabled);
    field?.focus();
  }, true);

  const dress = () => {
    const form = formOf();
    for (const receipt of document.querySelectorAll("[data-sealed]")) {
      forget(receipt.dataset.sealed, form ? PREFIX + form.dataset.draft : "");
      receipt.classList.toggle("fresh", sent);
      for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
    }
    sent = false;
    if (!form || states.has(form)) return;
    const box = form.querySelector("[data-order]");
    const key = PREFIX + form.dataset.draft;
    const alert = document.getElementById("order-error");
    const draft = kept(key);
    forget(form.dataset.draft.split("-")[0], key);
    states.set(form, { box, parts: JSON.parse(box.dataset.order), key, past: draft?.past || [], now: snapshot(form) });
    form.classList.add("scripted");
    const own = document.querySelector(".receipt .own-order")?.textContent;
    if (!alert && draft) restore(form, draft.now);
    else if (!alert && own) follow(form, own);
    if (form.elements.line.value) form.querySelector(".by-hand").open = true;
    states.get(form).now = snapshot(form);
    if (alert?.dataset.wrong) {
      const field = named(form, alert.dataset.wrong)[0];
      (field && (field.name === "line" ? field.parentElement : frameOf(field)))?.prepend(alert);
      alert.tabIndex = -1;
      alert.focus();
    }
    show(form);
  };
  let sent = false;
  document.addEventListener("htmx:beforeRequest", (event) => { sent = event.target.matches(".order-form"); });
  document.addEventListener("htmx:afterSwap", dress);
  dress();
})();
