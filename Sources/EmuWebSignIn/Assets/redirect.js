// The frame in the app's page reads the event, if the browser shares this tab's storage with it.
const { event, apiKey, appName } = document.getElementById("event").dataset;
try {
  sessionStorage.setItem(`firebase:redirectEvent:${apiKey}:${appName}`, event);
} catch {
  // Without storage the frame requests the event from the emulator.
}
location.replace(document.getElementById("return").href);
