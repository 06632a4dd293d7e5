/* What makes the pages smoother. Everything works without it. */
"use strict";
(() => {
  // Guests see times in the zone of their browser; people choose theirs in the settings.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && !document.cookie.includes("zone=")) {
    document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax`;
  }

  // A public word for the dice, drawn here and not by the server.
  const propose = (root) => {
    for (const field of root.querySelectorAll("input[data-propose]")) {
      if (field.value) continue;
      const drawn = crypto.getRandomValues(new Uint8Array(12));
      field.value = Array.from(drawn, (n) => "abcdefghjkmnpqrstuvwxyz23456789"[n % 31]).join("");
    }
  };

  // No more cards than a clause takes: the others wait until one is put back.
  const limit = (group) => {
    const boxes = [...group.querySelectorAll("input[type=checkbox]")];
    const full = boxes.filter((box) => box.checked).length >= Number(group.dataset.most);
    for (const box of boxes) box.disabled = full && !box.checked;
  };

  // An example is a tap away from the field it is for.
  const offer = (root) => {
    for (const example of root.querySelectorAll("code[data-fill]")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "example";
      button.dataset.fill = example.dataset.fill;
      button.append(example.textContent);
      example.replaceWith(button);
    }
  };
  document.addEventListener("click", (event) => {
    const example = event.target.closest("button[data-fill]");
    if (!example) return;
    const field = document.getElementById(example.dataset.fill);
    field.value = example.textContent;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  });

  // What can be chosen by a button of the order form can be chosen on the board as well.
  const choiceOf = (spot) => [...document.querySelectorAll(".order-form input[type=radio]")]
    .find((choice) => choice.value.replace(/!$/, "") === spot.dataset.pick);
  const mark = () => {
    for (const spot of document.querySelectorAll("[data-pick]")) {
      const choice = choiceOf(spot);
      spot.classList.toggle("pickable", Boolean(choice));
      spot.classList.toggle("picked", Boolean(choice?.checked));
    }
  };
  document.addEventListener("click", (event) => {
    const spot = event.target.closest("[data-pick]");
    const choice = spot && choiceOf(spot);
    if (!choice) return;
    choice.closest("details")?.setAttribute("open", "");
    choice.click();
    choice.focus({ preventScroll: true });
  });

  // A form that needs more than this names its script, which comes once.
  const fetchScripts = (root) => {
    for (const { dataset: { script } } of root.querySelectorAll("[data-script]")) {
      if ([...document.scripts].some((known) => known.getAttribute("src") === script)) continue;
      const more = document.createElement("script");
      more.src = script;
      document.head.append(more);
    }
  };

  const dress = (root) => {
    propose(root);
    fetchScripts(root);
    offer(root);
    root.querySelectorAll("[data-most]").forEach(limit);
    mark();
  };

  document.addEventListener("change", (event) => {
    const group = event.target.closest("[data-most]");
    if (group) limit(group);
    if (event.target.closest(".order-form")) mark();
  });
  document.addEventListener("DOMContentLoaded", () => dress(document));
  document.addEventListener("htmx:afterSwap", (event) => {
    dress(document);
    // After a form was sent, the answer is what the reader should hear next.
    if (event.detail.target.id !== "main") return;
    const said = document.querySelector("#main [role=alert], #main [role=status].stack-tight");
    if (said) {
      said.tabIndex = -1;
      said.focus();
    }
  });
  // Orders ahead that are not kept yet outlast an order that is sent beside them.
  let unkept = "";
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!event.target.matches(".order-form")) return;
    const plan = document.getElementById("plan");
    unkept = plan && plan.value !== plan.defaultValue ? plan.value : "";
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id !== "main") return;
    const plan = document.getElementById("plan");
    if (unkept && plan) {
      plan.value = unkept;
      plan.dispatchEvent(new Event("input", { bubbles: true }));
    }
    unkept = "";
  });
  // News must not wipe out what is being filled in, nor fold up what is being read.
  const opened = new Set();
  document.addEventListener("input", (event) => {
    event.target.closest("#live")?.setAttribute("data-touched", "");
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.id !== "live") return;
    if (event.target.hasAttribute("data-touched")) event.preventDefault();
    opened.clear();
    for (const shown of event.target.querySelectorAll("details[open] > summary")) opened.add(shown.textContent);
  });
  document.addEventListener("htmx:load", (event) => {
    if (event.target.id !== "live") return;
    document.querySelector("#main > [role=status].stack-tight")?.remove(); // it was said of what was there before
    for (const summary of event.target.querySelectorAll("details > summary")) {
      if (opened.has(summary.textContent)) summary.parentElement.open = true;
    }
    opened.clear();
  });
  // A refused order is an answer like any other: show it.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if ([409, 422].includes(event.detail.xhr.status)) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
  });
})();
