internal import EmuHTTP

/// Decides who calls, from the headers and the key.
struct Authenticator {
  /// Which web origins may make privileged calls.
  let origins: OriginRule

  /// - Throws: 401 for a bearer that is unknown or missing where one is needed, 403 for a missing
  ///   key or a web origin that may not act as administrator.
  func caller(of request: Request, key: String?, access: Access) throws(APIError) -> Caller {
    if access == .open {
      // Whatever the header says: these calls ask nobody who they are.
      try checkOrigin(of: request)
      return .admin
    }
    let bearer = request.headers["Authorization"].map(Self.bearer)
    if let bearer {
      guard let token = bearer, Self.grantsAdmin(token) else { throw .invalidBearer }
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

  /// The token of a bearer header; nil when the header is of another scheme.
  private static func bearer(_ header: String) -> String? {
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1].drop { $0 == " " })
  }

  /// `owner`, as Admin SDKs send, or the look of a Google access token.
  private static func grantsAdmin(_ token: String) -> Bool {
    token.lowercased() == "owner" || token.hasPrefix("ya29.")
  }
}
