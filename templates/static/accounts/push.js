/* Offers web push where the browser can show it, and tells our form what the browser's push service says. */
"use strict";
(() => {
  const form = document.querySelector("form[data-push-key]");
  if (!form) return;
  const cannot = document.getElementById("push-cannot");
  const say = (id) => {
    for (const one of document.querySelectorAll("[data-push-said]")) one.hidden = one.id !== id;
  };
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return;
  cannot.hidden = true;
  form.parentElement.hidden = false;
  if (!form.elements.name.value) form.elements.name.placeholder = guess();

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if ((await Notification.requestPermission()) !== "granted") return say("push-refused");
    try {
      const registration = await navigator.serviceWorker.register("/push-worker.js", { scope: "/" });
      await navigator.serviceWorker.ready;
      const { endpoint, keys } = (await subscription(registration)).toJSON();
      form.elements.endpoint.value = endpoint;
      form.elements.p256dh.value = keys.p256dh;
      form.elements.auth.value = keys.auth;
      if (!form.elements.name.value) form.elements.name.value = guess();
      form.submit();
    } catch {
      say("push-failed");
    }
  });

  async function subscription(registration) {
    const key = bytes(form.dataset.pushKey);
    const known = await registration.pushManager.getSubscription();
    if (known) {
      const same = known.options.applicationServerKey;
      if (same && String(new Uint8Array(same)) === String(key)) return known;
      await known.unsubscribe();
    }
    return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  }

  function bytes(text) {
    const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  }

  function guess() {
    const agent = navigator.userAgent;
    const browsers = [["Edg/", "Edge"], ["OPR/", "Opera"], ["Firefox/", "Firefox"], ["Chrome/", "Chrome"], ["Safari/", "Safari"]];
    const systems = ["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"];
    const browser = (browsers.find(([mark]) => agent.includes(mark)) || ["", ""])[1];
    const system = systems.find((mark) => agent.includes(mark)) || "";
    return [browser, system].filter(Boolean).join(" · ");
  }
})();
