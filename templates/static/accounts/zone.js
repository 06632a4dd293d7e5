/* Tells the site the browser's time zone: a cookie for guests, the choice in forms that ask for it. */
"use strict";
(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) return;
  document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax`;
  for (const select of document.querySelectorAll("select[data-zone]")) {
    if (select.value === "UTC" && [...select.options].some((option) => option.value === zone)) select.value = zone;
  }
})();
