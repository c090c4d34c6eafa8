internal import EmuConsole
internal import EmuHTTP

extension Emulator {
  package static let consolePath = Console.path
}

/// `GET /`: scripts poll it until the emulator is ready, in the official emulator's shape. Browsers
/// are redirected to the console. `GET /llms.txt`: `docs/llms.txt`, for coding agents.
enum Readiness {
  static let routes: [Route<Handler>] = [
    Route(
      .get, "/", name: "ready",
      Handler { request, _ in .ready(Console.answer(to: request, program: ready)) }),
    Route(
      .get, "/llms.txt", name: "llms.txt",
      Handler { _, _ in
        .ready(.text(String(decoding: PackageResources.llms_txt, as: UTF8.self)))
      }),
  ]

  private static let ready = Response.json(
    Array(
      (#"{"authEmulator":{"ready":true,"#
        + #""docs":"https://firebase.google.com/docs/emulator-suite","#
        + #""apiSpec":"/emulator/openapi.json"}}"#).utf8))
}
