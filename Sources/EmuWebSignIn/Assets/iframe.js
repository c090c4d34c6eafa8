// The frame in an app's page. It communicates with the page by gapi.iframes: the emulator's replacement,
// or Google's loader if the page has that.
const query = new URLSearchParams(location.search);
const apiKey = query.get("apiKey");
const appName = query.get("appName");
const storageKey = `${apiKey}:${appName}`;
const redirectKey = `firebase:redirectEvent:${storageKey}`;
// Google's loader gives its frames a token in the fragment.
const usesGoogle = new URLSearchParams(location.hash.slice(1)).has("rpctoken");

function load(source) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = source;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${source} did not load`));
    document.head.append(script);
  });
}

function parentOrigin() {
  if (location.ancestorOrigins?.length) return location.ancestorOrigins[0];
  const named = new URLSearchParams(location.hash.slice(1)).get("parent");
  if (named) return new URL(named).origin;
  return document.referrer ? new URL(document.referrer).origin : "";
}

function takeStored() {
  try {
    const text = sessionStorage.getItem(redirectKey);
    sessionStorage.removeItem(redirectKey);
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

async function takeWaiting() {
  const fields = new URLSearchParams({ apiKey, appName, origin: parentOrigin() });
  try {
    const response = await fetch(`../../emulator/auth/event?${fields}`, { credentials: "omit" });
    return response.ok ? (await response.json()).event : null;
  } catch {
    return null;
  }
}

function start() {
  const { iframes } = window.gapi;
  const filter = iframes.CROSS_ORIGIN_IFRAMES_FILTER;
  const page = iframes.getContext().getParentIframe();
  if (!page) return;

  const send = (authEvent) =>
    new Promise((resolve) => {
      page.send("authEvent", { type: "authEvent", authEvent }, resolve, filter);
    });

  // Also if this frame has no storage, because the emulator then stores the events.
  page.register("webStorageSupport", () => ({ status: "ACK", webStorageSupport: true }), filter);

  // The popup repeats its event until it is accepted. The app receives it once at a time, and never again
  // after accepting it.
  const statuses = new Map();

  async function statusOf(authEvent) {
    const answers = await send(authEvent);
    return answers?.[answers.length - 1]?.status ?? "ERROR";
  }

  addEventListener("message", async (message) => {
    if (message.origin !== location.origin || message.data?.eventType !== "sendAuthEvent") return;
    const { eventType, eventId, data } = message.data;
    if (data?.storageKey !== storageKey) return;
    if (!statuses.has(eventId)) statuses.set(eventId, statusOf(data.authEvent));
    const status = await statuses.get(eventId);
    if (status !== "ACK") statuses.delete(eventId);
    message.source?.postMessage({ eventType, eventId, status }, message.origin);
  });

  // Both are consumed: one is a copy, which must not arrive later.
  takeWaiting().then((waiting) => {
    const event = takeStored() ?? waiting;
    send(event ?? { type: "unknown", error: { code: "auth/no-auth-event" } });
  });
}

if (usesGoogle) {
  load("https://apis.google.com/js/api.js").then(() => window.gapi.load("gapi.iframes", start));
} else {
  load("../../emulator/gapi.js").then(start);
}
