/* Runs in the browser when a push comes: shows it, and opens the match when it is clicked. Keeps nothing. */
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  event.waitUntil(
    self.registration.showNotification(told.title || self.location.host, {
      body: told.body || "",
      tag: told.tag || "site",
      renotify: true,
      lang: told.lang || "",
      data: { url: told.url || "/" },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const page = new URL(event.notification.data.url, self.location.origin);
  if (page.origin !== self.location.origin) return;
  event.waitUntil(
    (async () => {
      const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const there = open.find((client) => new URL(client.url).pathname === page.pathname);
      return there ? there.focus() : self.clients.openWindow(page.href);
    })(),
  );
});

/* A browser may change the address that it is reached at. Whoever knows the old one may tell the new one. */
self.addEventListener("pushsubscriptionchange", (event) => {
  const old = event.oldSubscription;
  if (!old) return;
  event.waitUntil(
    (async () => {
      const options = { userVisibleOnly: true, applicationServerKey: old.options.applicationServerKey };
      const subscription = event.newSubscription || (await self.registration.pushManager.subscribe(options));
      const { endpoint, keys } = subscription.toJSON();
      const body = new URLSearchParams({ old: old.endpoint, endpoint, p256dh: keys.p256dh, auth: keys.auth });
      await fetch("/accounts/beside-mail/devices/renew/", { method: "POST", body });
    })(),
  );
});
