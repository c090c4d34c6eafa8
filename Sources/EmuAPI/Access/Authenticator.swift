internal import EmuHTTP

/// Decides who calls, from the headers and the key.
struct Authenticator {
  /// Which web origins may make privileged calls.
  let origins: OriginRule

  /// - Throws: 401 for a bearer that is unknown or missing where one is needed, 403 for a missing
  ///   key or a web origin that may not act as administrator. A header of another scheme than
  ///   Bearer counts as none.
  func caller(of request: Request, key: String?, access: Access) throws(APIError) -> Caller {
    if access == .open {
      // Whatever the header says: these calls ask nobody who they are.
      try checkOrigin(of: request)
      return .admin
    }
    if let token = request.headers["Authorization"].flatMap(Self.bearer) {
      guard Self.grantsAdmin(token) else { throw .invalidBearer }
      try checkOrigin(of: request)
      return .admin
    }
    switch access {
    case .anyone, .open: return .client
    case .admin, .settings, .projectAdmin: throw .missingBearer
    case .client:
      guard let key, !key.isEmpty else { throw .missingAPIKey }
      return .client
    }
  }

  private func checkOrigin(of request: Request) throws(APIError) {
    let origin = request.headers["Origin"]
    guard origins.admits(origin) else { throw .originNotAllowed(origin ?? "") }
  }

  /// The token of a bearer header, empty where it has none; nil when the header is of another scheme.
  private static func bearer(_ header: String) -> String? {
    let space = UInt8(ascii: " ")
    // By bytes, as for every request of an administrator.
    let text = header.utf8.drop { $0 == space }
    let scheme = text.prefix { $0 != space }
    guard Headers.equal(String(Substring(scheme)), "Bearer") else { return nil }
    return String(Substring(text[scheme.endIndex...].drop { $0 == space }))
  }

  /// `owner`, as Admin SDKs send, or the look of a Google access token.
  private static func grantsAdmin(_ token: String) -> Bool {
    token.lowercased() == "owner" || token.hasPrefix("ya29.")
  }
}
