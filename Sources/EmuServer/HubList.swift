internal import EmuHTTP
internal import EmuJSON

/// `GET /emulators`: the list of the Firebase CLI's emulator hub, with this emulator alone.
///
/// Programs that read `FIREBASE_EMULATOR_HUB` find Auth by it: `{"auth":{"name":"auth","host":…,"port":…}}`.
enum HubList {
  static func route(publicURL: String?) -> Route<Handler> {
    Route(
      .get, "/emulators", name: "emulators",
      Handler { request, _ in
        let (host, port) = address(in: request.baseURL(publicURL: publicURL))
        let auth: JSON = ["name": "auth", "host": .string(host), "port": .int(port)]
        return .ready(.json(JSON.object(["auth": auth]).serializedBytes()))
      })
  }

  /// The host without brackets, and the port of an address; the scheme's own where it names none.
  private static func address(in url: String) -> (host: String, port: Int64) {
    let authority = url.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" }
    let usual: Int64 = url.hasPrefix("https:") ? 443 : 80
    let end = authority.lastIndex(of: "]").map(authority.index(after:)) ?? authority.startIndex
    guard let colon = authority[end...].lastIndex(of: ":") else {
      return (bare(authority), usual)
    }
    return (bare(authority[..<colon]), Int64(authority[authority.index(after: colon)...]) ?? usual)
  }

  private static func bare(_ host: Substring) -> String {
    host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : String(host)
  }
}
