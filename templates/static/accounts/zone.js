/* Chooses the browser's time zone in a form that asks for one. */
"use strict";
for (const select of document.querySelectorAll("select[data-zone]")) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (select.value === "UTC" && [...select.options].some((option) => option.value === zone)) select.value = zone;
}
