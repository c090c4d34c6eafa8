// The stream of the emulator's requests, one for all screens.

import { CONTROL } from "./api.js";
import { released } from "./press.js";

const PAUSE = 200;
const RETRY = 1000;
// How long a page waits for the stream before it is drawn without.
const FIRST = 500;

const listeners = new Set();
const states = new Set();
let source;
let waiting = [];
let timer;
let retry;
let isLive;
let isMissing = false;
let onReturn = () => {};
let onFirst = () => {};

async function setState(state) {
  await released();
  isLive = state;
  states.forEach((callback) => callback(state));
}

async function flush() {
  await released();
  timer = undefined;
  const batch = waiting;
  waiting = [];
  listeners.forEach((callback) => callback(batch));
}

function close() {
  source?.close();
  source = undefined;
  clearTimeout(timer);
  clearTimeout(retry);
  timer = undefined;
  waiting = [];
}

/** Connects; a browser gives up by itself after some errors, so that a lost connection is opened anew. */
function open() {
  if (source || document.hidden) return;
  source = new EventSource(`${CONTROL}requests:stream?bodies=false`);
  source.addEventListener("open", () => {
    setState(true);
    if (isMissing) onReturn();
    isMissing = false;
    onFirst();
  });
  source.addEventListener("error", () => {
    isMissing = true;
    setState(false);
    close();
    retry = setTimeout(open, RETRY);
  });
  source.addEventListener("request", (event) => {
    waiting.push(JSON.parse(event.data));
    // A load test is not a list to read: the newest are enough.
    if (waiting.length > 500) waiting.shift();
    timer ??= setTimeout(flush, PAUSE);
  });
}

/** Tries to connect, whatever the pause. */
export function reconnect() {
  close();
  open();
}

/**
 * Begins to listen, until the page is closed. A page that is not visible does not listen: each listener has a
 * connection, of which a browser has six. The promise is fulfilled when no later request is missed silently.
 *
 * @param callback called when requests may have been missed: after a lost or late connection or a hidden page.
 */
export function start(callback) {
  onReturn = callback;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      isMissing = true;
      close();
    } else {
      open();
    }
  });
  open();
  return new Promise((resolve) => {
    onFirst = resolve;
    setTimeout(() => {
      isMissing ||= !isLive;
      resolve();
    }, FIRST);
  });
}

/** Calls back with the state of the connection: true, false, or undefined before the first. */
export function onState(callback) {
  states.add(callback);
  callback(isLive);
}

/** Calls back with the requests since the last call, oldest first, until the place is left. */
export function listen(view, callback) {
  listeners.add(callback);
  view.onLeave(() => listeners.delete(callback));
}

/** Requests that may change everything that is stored. */
const WIDE = /^\/emulator\/v1\/(?:reset|seed|snapshots\/[^/]*:restore|projects\/[^/]*\/import|scenarios)/;

/** Tests if a request changed something below one of the paths of the control API, or everything. */
export function changes(request, ...paths) {
  if (request.method === "GET" || request.status >= 400) return false;
  return WIDE.test(request.path) || paths.some((path) => request.path.startsWith(`/emulator/v1/${path}`));
}

/** Tests if a request may have changed the users of a project, or their messages. */
export function changesUsers(request, project) {
  if (request.method === "GET" || request.status >= 400) return false;
  if (WIDE.test(request.path)) return true;
  if (request.project && request.project !== project) return false;
  return !/:(?:lookup|query|createAuthUri|batchGet)$/.test(request.operation ?? ":lookup");
}
