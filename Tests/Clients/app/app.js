// An app that signs in on the web as docs/reference/sdk-callbacks.md says that the Web SDK does: a frame
// of the emulator through gapi.iframes, a window or a redirect for the page, and one call at the end.
// Each test has a project of its own, which the key names.
const apiKey = new URLSearchParams(location.search).get("apiKey");
const appName = "[DEFAULT]";
const pendingKey = `firebase:pendingRedirect:${apiKey}:${appName}`;
let emulator;
let frame;
let waiting = [];
const strays = [];

function load(source) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = source;
    script.onload = resolve;
    script.onerror = () => reject(new Error("auth/network-request-failed"));
    document.head.append(script);
  });
}

function received({ authEvent }) {
  const index = waiting.findIndex(
    ({ types, eventId }) =>
      types.includes(authEvent.type) && (!eventId || eventId === authEvent.eventId),
  );
  if (index < 0) {
    strays.push(authEvent);
    return { status: "ERROR" };
  }
  waiting.splice(index, 1)[0].resolve(authEvent);
  return { status: "ACK" };
}

// loader: the script that defines gapi; the emulator's own by default.
async function start(base, loader) {
  emulator = base;
  const redirect = event(["unknown", "signInViaRedirect", "linkViaRedirect", "reauthViaRedirect"]);
  await load(loader ?? `${emulator}/emulator/gapi.js`);
  await new Promise((resolve) => gapi.load("gapi.iframes", { callback: resolve }));
  const fields = new URLSearchParams({ apiKey, appName, v: "12.0.0", eid: "p" });
  frame = await new Promise((resolve) => {
    gapi.iframes.getContext().open(
      {
        where: document.body,
        url: `${emulator}/emulator/auth/iframe?${fields}`,
        messageHandlersFilter: gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER,
        attributes: { style: { position: "absolute", top: "-100px", width: "1px", height: "1px" } },
        dontclear: true,
      },
      resolve,
    );
  });
  frame.restyle({ setHideOnLeave: false });
  await Promise.race([
    frame.ping(() => {}),
    new Promise((_, reject) => {
      // The SDK waits for 5 seconds, and a machine that runs other tests may need more.
      setTimeout(() => reject(new Error("auth/network-request-failed")), 60000);
    }),
  ]);
  frame.register("authEvent", received, gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER);
  const supported = await new Promise((resolve) => {
    frame.send(
      "webStorageSupport",
      { type: "webStorageSupport" },
      (answers) => resolve(answers?.[0]?.webStorageSupport),
      gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER,
    );
  });
  if (supported !== true) throw new Error("auth/web-storage-unsupported");
  const first = await redirect;
  const wasPending = sessionStorage.getItem(pendingKey) === "true";
  sessionStorage.removeItem(pendingKey);
  return wasPending ? first : null;
}

function event(types, eventId) {
  return new Promise((resolve) => waiting.push({ types, eventId, resolve }));
}

function address(authType, providerId, more) {
  const fields = { apiKey, appName, authType, providerId, redirectUrl: location.href, v: "12.0.0" };
  return `${emulator}/emulator/auth/handler?${new URLSearchParams({ ...fields, ...more })}`;
}

// Resolves with the event; rejects where the browser opens no window.
async function popup(authType, providerId, more = {}) {
  const eventId = String(Math.floor(Math.random() * 9e9) + 1e9);
  const url = address(authType, providerId, { eventId, ...more });
  const opened = window.open(url, "", "width=500,height=600");
  if (!opened) throw new Error("auth/popup-blocked");
  return take(authType, eventId, opened);
}

async function take(authType, eventId, opened) {
  const answer = await event([authType], eventId);
  opened.close();
  return answer;
}

function redirect(authType, providerId, more = {}) {
  sessionStorage.setItem(pendingKey, "true");
  location.assign(address(authType, providerId, more));
}

async function call(operation, body) {
  const response = await fetch(
    `${emulator}/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=${apiKey}`,
    {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ returnSecureToken: true, ...body }),
    },
  );
  return response.json();
}

// The request that the SDK sends when it has an event.
async function finish(authEvent, more = {}) {
  if (authEvent.error) return { error: authEvent.error };
  const body = {
    requestUri: authEvent.urlResponse,
    sessionId: authEvent.sessionId,
    returnIdpCredential: true,
    ...more,
  };
  if (authEvent.postBody) body.postBody = authEvent.postBody;
  if (authEvent.tenantId) body.tenantId = authEvent.tenantId;
  return call("signInWithIdp", body);
}

async function signInWithPopup(providerId, { authType = "signInViaPopup", query, body } = {}) {
  return finish(await popup(authType, providerId, query), body);
}

window.app = { start, address, take, frame: () => frame, popup, redirect, finish, call, signInWithPopup, strays };
