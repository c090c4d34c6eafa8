// The line to paste into an app, for each SDK.

import { copyButton } from "./copy.js";
import { h } from "./dom.js";
import { EMULATOR } from "./place.js";

function lines() {
  const { hostname, origin, protocol } = location;
  const port = location.port || (protocol === "https:" ? "443" : "80");
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const android = isLocal ? "10.0.2.2" : hostname;
  return [
    ["Swift", `Auth.auth().useEmulator(withHost: "${hostname}", port: ${port})`],
    ["Web", `connectAuthEmulator(auth, "${origin}")`],
    ["Kotlin", `Firebase.auth.useEmulator("${android}", ${port})`],
    ["Flutter", `await FirebaseAuth.instance.useAuthEmulator('${hostname}', ${port});`],
    ["React Native", `auth().useEmulator('${origin}');`],
    ["C++, Unity", `export USE_AUTH_EMULATOR=1 AUTH_EMULATOR_PORT=${port}`],
    ["Admin SDKs", `export FIREBASE_AUTH_EMULATOR_HOST=${hostname}:${port}`],
  ];
}

/** Returns the lines, each with a copy button; a note behind a proxy that serves the emulator below a path. */
export function sdkLines() {
  if (EMULATOR !== location.origin) {
    return h("p", null, `SDKs drop the path of ${EMULATOR}. Use an address without a path: the emulator printed lines for one at its start.`);
  }
  return h("ul", { class: "lines" }, lines().map(([name, line]) =>
    h("li", null, h("span", null, name), h("code", null, line), copyButton("Copy", line, `the line for ${name}`))));
}
