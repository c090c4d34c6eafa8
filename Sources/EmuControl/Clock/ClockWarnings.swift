/// The clients that reject tokens while the emulator's clock differs from the machine's.
///
/// Clients compare tokens with the machine's clock. A token is valid for an hour, so a new one is
/// too old, or from the future, by the offset.
enum ClockWarnings {
  private struct Client {
    var name: String
    /// The accepted offset into the future in seconds; nil if not checked.
    var ahead: Int64?
    /// The accepted offset into the past in seconds.
    var behind: Int64
  }

  /// The lifetime of an ID token in seconds.
  private static let lifetime: Int64 = 3600

  private static let clients = [
    Client(name: "the Admin SDK for Node.js", ahead: nil, behind: lifetime),
    Client(name: "the Admin SDKs for Go, Java and .NET", ahead: 300, behind: lifetime + 300),
    Client(name: "AppAuth", ahead: 600, behind: 600),
    Client(name: "social-core (Python Social Auth)", ahead: nil, behind: 600),
    Client(name: "oauth4webapi", ahead: nil, behind: lifetime + 30),
  ]

  static let movedBack =
    "The clock went back: what was stamped before now lies in the future, and codes and sessions "
    + "live longer than they should."

  static func sentences(offsetMilliseconds: Int64, isFrozen: Bool) -> [String] {
    let offset = offsetMilliseconds / 1000
    var sentences: [String] = clients.compactMap { client in
      if let ahead = client.ahead, offset > ahead {
        return "New tokens fail in \(client.name): they were issued \(offset) seconds in the "
          + "future of the machine's clock, and \(ahead) are allowed."
      }
      if -offset >= client.behind {
        return "New tokens fail in \(client.name): by the machine's clock they are too old, by "
          + "more than the \(client.behind) seconds that are allowed."
      }
      return nil
    }
    if !sentences.isEmpty {
      sentences.append(
        "To age one token rather than everything, use issuedSecondsAgo or expiresInSeconds of "
          + "POST /emulator/v1/issuers/{id}/tokens.")
    }
    if offset >= lifetime {
      sentences.append(
        "Where idTokenExpiry is on, reload() of the Web and iOS SDKs signs out a user whose ID token "
          + "expired by this clock: they renew by the machine's clock. Force a new token first, by "
          + "getIdToken(true) on the Web and getIDTokenResult(forcingRefresh: true) on iOS.")
    }
    if isFrozen {
      sentences.append(
        "The clock is stopped, so its distance from the machine's clock grows; clock:reset "
          + "(`auth-emulator clock reset`) lets it go on.")
    }
    return sentences
  }
}
