internal import EmuHTTP

extension Services {
  /// Returns the caller of a request. A header with another scheme than Bearer is ignored.
  ///
  /// - Throws: 401 for an unknown bearer, or for a missing one where it is required; 403 for a
  ///   missing key or a web origin without administrator rights.
  func caller(of request: Request, key: String?, access: Access) throws(APIError) -> Caller {
    if access == .open {
      // These calls are open: the Authorization header is ignored.
      try checkOrigin(of: request)
      return .admin
    }
    if let token = request.headers["Authorization"].flatMap(Self.bearer) {
      guard Self.grantsAdmin(token) else { throw .invalidBearer }
      try checkOrigin(of: request)
      return .admin
    }
    let hasKey = key?.isEmpty == false
    switch access {
    case .anyone, .open: return .client
    case .configuration: throw hasKey ? .keyOfConfiguration : .missingBearer
    case .admin, .projectAdmin: throw hasKey ? .keyOfAdmin : .missingCredentials
    case .client:
      guard hasKey else { throw .missingAPIKey }
      return .client
    }
  }

  private func checkOrigin(of request: Request) throws(APIError) {
    guard let message = origins.refusal(of: request) else { return }
    throw APIError(
      message, httpStatus: 403, status: "PERMISSION_DENIED", googleReason: "forbidden")
  }

  /// Returns the token of a bearer header, empty if absent; nil for another scheme.
  private static func bearer(_ header: String) -> String? {
    let space = UInt8(ascii: " ")
    // Compares bytes: this runs for every administrator request.
    let text = header.utf8.drop { $0 == space }
    let scheme = text.prefix { $0 != space }
    guard Headers.equal(String(Substring(scheme)), "Bearer") else { return nil }
    return String(Substring(text[scheme.endIndex...].drop { $0 == space }))
  }

  /// Accepts `owner`, as Admin SDKs send it, and the form of a Google access token.
  private static func grantsAdmin(_ token: String) -> Bool {
    token.lowercased() == "owner" || token.hasPrefix("ya29.")
  }
}
