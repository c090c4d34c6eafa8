internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// `GET /emulators`: the list of the Firebase CLI's emulator hub, with this emulator alone.
///
/// Programs that read `FIREBASE_EMULATOR_HUB` find Auth by it: `{"auth":{"name":"auth","host":…,"port":…}}`.
enum HubList {
  static func route(publicURL: String?) -> Route<Handler> {
    Route(
      .get, "/emulators", name: "emulators",
      Handler { request, _ in
        let url = AbsoluteURL(request.baseURL(publicURL: publicURL))
        let auth: JSON = [
          "name": "auth", "host": .string(url?.host ?? ""), "port": .int(Int64(url?.port ?? 0)),
        ]
        return .ready(.json(JSON.object(["auth": auth]).serializedBytes()))
      })
  }
}
