/* Orders ahead as a list of lines, built and sorted by buttons; the text beside it says the same and is sent. */
"use strict";
(() => {
  const PARTS = /[;\n]/;
  const textOf = () => document.getElementById("plan");
  const linesOf = (text) => text.value.split(PARTS).map((line) => line.trim()).filter(Boolean);
  const write = (text, lines) => {
    text.value = lines.join(text.value.includes("\n") ? "\n" : "; ");
    text.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const button = (said, sign, name, at, off = false) => Object.assign(document.createElement("button"), {
    type: "button", className: "plan-act", ariaLabel: said, title: said, textContent: sign, name, value: at, disabled: off,
  });
  const show = (editor) => {
    const words = editor.dataset;
    const lines = linesOf(textOf());
    editor.querySelector("[data-lines]").replaceChildren(...lines.map((line, at) => {
      const entry = document.createElement("li");
      const code = document.createElement("code");
      code.textContent = line;
      const named = (said) => said.replace("{line}", line);
      entry.append(code, button(named(words.sayUp), "↑", "up", at, at === 0), button(named(words.sayDown), "↓", "down", at, at === lines.length - 1), button(named(words.sayRemove), "×", "remove", at));
      return entry;
    }));
    editor.querySelector("[data-none]").hidden = lines.length > 0;
  };
  const offer = (editor) => {
    const { dataset } = editor.querySelector("[data-word]").selectedOptions[0];
    const value = editor.querySelector("[data-value]");
    const known = (dataset.values || "").split("|").filter(Boolean);
    editor.querySelector("datalist").replaceChildren(...known.map((one) => new Option(one, one)));
    value.hidden = "bare" in dataset;
    value.placeholder = known.slice(0, 3).join(", ");
    editor.querySelector("[data-told]").textContent = dataset.about;
  };
  const act = (editor, { name, value }) => {
    const text = textOf();
    const lines = linesOf(text);
    const at = Number(value);
    const [line] = lines.splice(at, 1);
    const to = at + { up: -1, down: 1 }[name];
    if (name !== "remove") lines.splice(to, 0, line);
    write(text, lines);
    const again = editor.querySelectorAll(`button[name=${name}]`)[name === "remove" ? Math.min(at, lines.length - 1) : to];
    (again?.disabled ? again.parentElement.querySelector("button:not(:disabled)") : again || editor.querySelector("[data-value]")).focus();
  };
  const add = (editor) => {
    const value = editor.querySelector("[data-value]");
    const line = `${editor.querySelector("[data-word]").value} ${value.hidden ? "" : value.value}`.trim();
    if (!value.hidden && !value.value.trim()) {
      value.focus();
      return;
    }
    write(textOf(), [...linesOf(textOf()), line]);
    value.value = "";
    value.focus();
  };

  document.addEventListener("click", (event) => {
    const editor = event.target.closest(".plan-editor");
    const pressed = editor && event.target.closest("button");
    if (!pressed) return;
    if ("add" in pressed.dataset) add(editor);
    else act(editor, pressed);
  });
  // While a line is being written, a card or a space that is clicked is written into it.
  let writing = null;
  document.addEventListener("pointerdown", () => {
    writing = document.activeElement?.matches(".plan-editor [data-value]") ? document.activeElement : null;
  }, true);
  document.addEventListener("click", (event) => {
    const spot = event.target.closest(".seat-mine [data-card], .board [data-pick]");
    if (!spot || !writing) return;
    event.stopPropagation();
    const glued = /[:=]$/.test(writing.value) || !writing.value;
    writing.value += `${glued ? "" : " "}${spot.dataset.card || spot.dataset.pick}`;
    writing.focus();
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches(".plan-editor [data-value]")) return;
    event.preventDefault();
    add(event.target.closest(".plan-editor"));
  });
  document.addEventListener("input", ({ target }) => {
    const editor = document.querySelector(".plan-editor");
    if (editor && target === textOf()) show(editor);
    if (editor && target.matches("[data-word]")) offer(editor);
  });

  // Orders ahead that are not kept yet outlast an order that is sent beside them.
  let unkept = "";
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!event.target.matches(".order-form")) return;
    const plan = textOf();
    unkept = plan && plan.value !== plan.defaultValue ? plan.value : "";
  });
  const dress = () => {
    const editor = document.querySelector(".plan-editor");
    if (!editor || "dressed" in editor.dataset) return;
    editor.dataset.dressed = "";
    offer(editor);
    show(editor);
  };
  document.addEventListener("htmx:afterSwap", (event) => {
    dress();
    if (event.detail.target.id !== "main") return;
    const plan = textOf();
    if (unkept && plan) {
      plan.value = unkept;
      plan.closest("details").open = true;
      plan.dispatchEvent(new Event("input", { bubbles: true }));
    }
    unkept = "";
  });
  dress();
})();
