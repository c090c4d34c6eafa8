// Sends the event to the emulator's frame of the same app, in the page that opened the window.
const { event, apiKey, appName } = document.getElementById("event").dataset;
const state = document.getElementById("state");
const storageKey = `${apiKey}:${appName}`;
const eventId = String(Math.floor(Math.random() * 1e10));

function fail(text) {
  state.setAttribute("role", "alert");
  state.textContent = text;
}

function isOurs(frame) {
  try {
    const query = new URLSearchParams(frame.location.search);
    return query.get("apiKey") === apiKey && query.get("appName") === appName;
  } catch {
    return false; // A frame of another origin.
  }
}

function frameOfApp() {
  const frames = window.opener ? window.opener.frames : [];
  for (let index = 0; index < frames.length; index += 1) {
    if (isOurs(frames[index])) return frames[index];
  }
  return null;
}

// Repeats until the app accepts the event: its frame may not be loaded yet, and the SDK waits for the event
// only some time after it has opened this window.
function deliver(tries = 1) {
  if (isTaken) return;
  if (tries > 200) {
    fail(failure);
    return;
  }
  const frame = frameOfApp();
  if (frame) {
    failure = "The app did not accept the answer. Close this window and sign in again.";
    const data = { storageKey, authEvent: JSON.parse(event) };
    frame.postMessage({ eventType: "sendAuthEvent", eventId, data }, location.origin);
  }
  setTimeout(() => deliver(tries + 1), 100);
}

let isTaken = false;
let failure =
  "The page that opened this window has no frame of this app. Check that its SDK uses this " +
  "emulator under the same address, and sign in again.";

if (!window.opener) {
  fail(
    "The window that opened this one is gone, or keeps itself apart (Cross-Origin-Opener-Policy). " +
      "Open the sign-in from the app again.",
  );
} else {
  addEventListener("message", (message) => {
    if (message.origin !== location.origin || message.data?.eventId !== eventId) return;
    isTaken ||= message.data.status === "ACK";
  });
  deliver();
}
