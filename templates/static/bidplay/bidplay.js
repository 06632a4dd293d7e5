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

  // A form that needs more than this names its script, which comes once.
  const fetchScripts = (root) => {
    for (const { dataset: { script } } of root.querySelectorAll("[data-script]")) {
      if ([...document.scripts].some((known) => known.getAttribute("src") === script)) continue;
      const more = document.createElement("script");
      more.src = script;
      document.head.append(more);
    }
  };

  // What was filled in and not sent is for the eyes of whoever is signed in.
  const forgetDrafts = () => {
    try {
      for (const key of Object.keys(sessionStorage)) if (key.startsWith("bidplay:order:")) sessionStorage.removeItem(key);
    } catch { /* Without storage there is nothing to forget. */ }
  };
  document.addEventListener("submit", (event) => {
    if (event.target.matches('.top form[action*="logout"]')) forgetDrafts();
  });
  document.addEventListener("DOMContentLoaded", () => {
    if (document.querySelector('.top a[href*="login"]') && !document.querySelector(".top .who") && !document.querySelector("[data-draft]")) forgetDrafts();
  });

  // Who presses a button twice means it once.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || event.defaultPrevented) return;
    if (form.hasAttribute("data-sent")) event.preventDefault();
    form.setAttribute("data-sent", "");
    setTimeout(() => form.removeAttribute("data-sent"), 2000);
  });

  const dress = (root) => {
    propose(root);
    fetchScripts(root);
    offer(root);
  };

  document.addEventListener("DOMContentLoaded", () => dress(document));
  document.addEventListener("htmx:afterSwap", (event) => {
    dress(document);
    // After a form was sent, the answer is what the reader should hear next.
    if (event.detail.target.id !== "main") return;
    const said = document.querySelector("#main [role=alert], #main [role=status].stack-tight");
    const next = said || document.getElementById("last-title") || document.getElementById("main");
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
    // Where an answer stands at the head of the page it is shown, else the board.
    (said || document.getElementById("live") || next).scrollIntoView({ block: said ? "nearest" : "start" });
  });
  // A refused order is an answer like any other: show it.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if ([409, 422].includes(event.detail.xhr.status)) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
  });
})();
