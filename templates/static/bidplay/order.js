/* Orders: shown as the line they make, taken back step by step, kept as a draft while the tab is open. The
   form works without it; what it says stands in the form. Pointing is in point.js. */
"use strict";
(() => {
  const PREFIX = "bidplay:order:";
  const states = new WeakMap();
  const formOf = () => document.querySelector(".order-form");
  const fire = (field, name) => field.dispatchEvent(new Event(name, { bubbles: true }));
  const named = (form, name) => [...form.elements].filter((field) => field.name === name);
  const isBox = (field) => ["radio", "checkbox"].includes(field.type);
  const frameOf = (field) => field.closest("fieldset, .tick") || field.closest("div");

  /* The line, made as the server makes it. */
  const taken = (form, parts) => {
    const data = new FormData(form);
    const found = new Map();
    parts.forEach((part, number) => {
      const values = [...new Set(data.getAll(`c${number}`).map((value) => value.trim()).filter(Boolean))];
      // Of two cards the higher stands first, as games write it; hands begin with the lowest.
      if (!part.word && values.length === 2 && values[0][0] !== values[1][0]) values.reverse();
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
    const fill = () => fields.forEach((field, at) => {
      if (isBox(field)) field.checked = Boolean(values[at]);
      else field.value = values[at];
    });
    fill();
    tellOthers(form);
    fill(); // whatever they made of it
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
    fire(form, "shown");
  };
  // No more cards than a clause takes: the others wait until one is put back.
  const limit = (group) => {
    const boxes = [...group.querySelectorAll("input[type=checkbox]")];
    const full = boxes.filter((box) => box.checked).length >= Number(group.dataset.most);
    for (const box of boxes) box.disabled = full && !box.checked;
  };

  document.addEventListener("keydown", (event) => {
    const form = formOf();
    const { target, key } = event;
    if (!states.has(form) || !(event.ctrlKey || event.metaKey)) return;
    const writes = target.matches("textarea, input:not([type=radio], [type=checkbox], [type=range])");
    if (key.toLowerCase() === "z" && !event.shiftKey && !writes) undo(form);
    else if (key === "Enter" && target.form === form) form.requestSubmit();
    else return;
    event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const form = formOf();
    if (!states.has(form)) return;
    const at = (name) => event.target.closest(`[data-${name}]`);
    const { line } = form.elements;
    const byHand = form.querySelector(".by-hand");
    if (at("undo")) undo(form);
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
    }
  });
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-copy]");
    if (!button) return;
    navigator.clipboard.writeText(button.parentElement.querySelector("[data-copied]").textContent);
    button.textContent = button.dataset.copy;
  });
  const changed = (event) => {
    const form = event.target.closest?.(".order-form");
    if (quiet || !form || !states.has(form)) return;
    const { target } = event;
    const { line } = form.elements;
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
      if (sent) receipt.classList.add("fresh");
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
