/* Orders by pointing and by keys: what can be chosen in the form can be chosen on the board and in the hands as
   well, and the board shows what is chosen. Each choice is made in the form; order.js does the rest. */
"use strict";
(() => {
  const formOf = () => document.querySelector(".order-form:has([data-order])");
  const svg = (tag, looks) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(looks)) made.setAttribute(name, value);
    return made;
  };
  const isBox = (field) => ["radio", "checkbox"].includes(field.type);
  const fieldsOf = (form) => [...form.elements].filter((field) => /^c\d+$/.test(field.name));
  const inSight = (field) => {
    const only = field.closest("[data-only]");
    return !only || getComputedStyle(only).display !== "none";
  };

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
  const listed = new WeakMap();
  const optionFor = (select, spot) => {
    if (!listed.has(select)) {
      const said = [...select.options].map(({ value }) => value).filter(Boolean);
      // Cards and spaces may have the same names: what is not all on the board is no list of spaces.
      const spaces = said.every((value) => document.querySelector(`[data-pick="${value.split(" ")[0]}"]`));
      listed.set(select, { said, spaces });
    }
    const { said, spaces } = listed.get(select);
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
    fields[0].dispatchEvent(new Event("change", { bubbles: true }));
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
    const parts = JSON.parse(form.querySelector("[data-order]").dataset.order);
    for (const old of document.querySelectorAll(".pick-no")) old.remove();
    const buttons = [...form.querySelectorAll("[data-point]")];
    for (const button of buttons) {
      const chosen = button.dataset.point === active;
      button.setAttribute("aria-pressed", String(chosen));
      button.nextElementSibling.textContent = chosen ? button.dataset.where : "";
    }
    const pressed = buttons.some((button) => button.dataset.point === active);
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
      spot.classList.toggle("wanted", pressed && found.has(active));
      if (said.length) badge(spot, said.join(", "));
    }
  };

  /* Keys within a group: arrows go from card to card, its name chooses one. */
  let typedName = "";
  let waiting = 0;
  const byName = (field, key) => {
    clearTimeout(waiting);
    typedName += key.toLowerCase();
    const boxes = [...field.closest("fieldset").querySelectorAll("input[type=radio], input[type=checkbox]")].filter((box) => box.value);
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
    const { target, key } = event;
    const form = formOf();
    if (!form || target.form !== form || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!isBox(target) || !target.closest(".picks-of")) return;
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
    if (/^[\w-]$/.test(key)) byName(target, key);
    else if (step && target.type === "checkbox") {
      const boxes = fieldsOf(form).filter((box) => box.name === target.name && !box.disabled);
      boxes[(boxes.indexOf(target) + step + boxes.length) % boxes.length].focus();
    } else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const form = formOf();
    if (!form) return;
    const spot = event.target.closest("[data-pick], .hand [data-card]");
    const button = event.target.closest("[data-point]");
    if (spot) choose(form, spot);
    if (!button) return;
    active = button.getAttribute("aria-pressed") === "true" ? "" : button.dataset.point;
    mark(form);
    if (active) document.querySelector(".wanted")?.closest(".table-board, .seat").scrollIntoView({ block: "nearest" });
  });
  // Numbers: steps, a slider, and amounts that are had by one click.
  const numberOf = (part) => part.closest("[data-number]")?.querySelector("input[type=number]");
  const setNumber = (field, value) => {
    field.value = value;
    for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
  };
  document.addEventListener("click", ({ target }) => {
    const { step, to } = target.closest("[data-number] button")?.dataset || {};
    const field = numberOf(target);
    if (to !== undefined) setNumber(field, to);
    else if (step && !field.value) setNumber(field, Math.max(0, field.min));
    else if (step) {
      field.stepUp(Number(step));
      setNumber(field, field.value);
    }
  });
  document.addEventListener("input", ({ target }) => {
    const field = numberOf(target);
    if (!field) return;
    if (target.type === "range") setNumber(field, target.value);
    const slider = field.closest("[data-number]").querySelector("input[type=range]");
    if (slider) slider.value = field.value;
    const first = field.closest(".either")?.querySelector('input[type=radio][value=""]');
    if (first && !first.checked) first.click();
  });
  document.addEventListener("focusin", ({ target }) => {
    if (target.name && target.closest(".order-form :is(.wishes, .picks-of)")) active = target.name;
  });
  document.addEventListener("shown", ({ target }) => mark(target));
  if (formOf()) mark(formOf());
})();
