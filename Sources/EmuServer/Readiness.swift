internal import EmuHTTP

/// `GET /`: what scripts ask until the emulator is ready, in the official emulator's shape.
enum Readiness {
  static let routes: [Route<Handler>] = [
    Route(
      .get, "/", name: "ready",
      Handler { _, _ in
        .ready(
          .json(
            Array(
              (#"{"authEmulator":{"ready":true,"#
                + #""docs":"https://firebase.google.com/docs/emulator-suite","#
                + #""apiSpec":"/emulator/openapi.json"}}"#).utf8)))
      })
  ]
}
