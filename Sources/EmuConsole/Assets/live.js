// The emulator's stream of requests, delivered a few times a second.

const PAUSE = 200;

/**
 * Calls back with the new requests, oldest first, until the returned function is called or the user leaves
 * the screen. A hidden page does not listen: each listener needs one of the six connections of a
 * browser.
 */
export function listen(view, callback, onState = () => {}) {
  let source;
  let waiting = [];
  let timer;
  function flush() {
    timer = undefined;
    const batch = waiting;
    waiting = [];
    callback(batch);
  }
  function open() {
    if (source || document.hidden) return;
    source = new EventSource("/emulator/v1/requests:stream?bodies=false");
    source.addEventListener("open", () => onState(true));
    source.addEventListener("error", () => onState(false));
    source.addEventListener("request", (event) => {
      waiting.push(JSON.parse(event.data));
      // A load test has too many requests to read: the newest are enough.
      if (waiting.length > 500) waiting.shift();
      timer ??= setTimeout(flush, PAUSE);
    });
  }
  function close() {
    source?.close();
    source = undefined;
    clearTimeout(timer);
  }
  function turn() {
    if (document.hidden) close();
    else open();
  }
  document.addEventListener("visibilitychange", turn);
  open();
  view.onLeave(() => {
    document.removeEventListener("visibilitychange", turn);
    close();
  });
}
