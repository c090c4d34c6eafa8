internal import EmuHTTP
internal import EmuJSON
internal import EmuIdentity

/// `client_credentials` with the scope `user.migration`, for transfers between teams.
///
/// Source: docs/reference/apple.md#token-endpoint.
struct UserMigrationGrant: ClientGrant {
  let name = "client_credentials"
  static let scope = "user.migration"

  func response(to request: RedemptionContext, _ call: IssuerCall) throws -> Response {
    guard request.form["scope"] == Self.scope else {
      throw OAuthError(
        .invalidScope,
        reason: "The scope of client_credentials is \(Self.scope), not "
          + "\(request.form["scope"]?.prefix(64) ?? "absent").")
    }
    var body: JSONObject = [
      "access_token": .string(Self.seal(call).seal(["client_id": request.clientID])),
      "token_type": "Bearer",
    ]
    body["expires_in"] = request.issuer.traits.accessTokenLifetime.map {
      .int($0.components.seconds)
    }
    return .uncached(body)
  }

  /// Returns the client of a valid token. Such tokens are sealed, not stored.
  static func client(of token: String, _ call: IssuerCall) -> String? {
    seal(call).open(token)?.first("client_id")
  }

  private static func seal(_ call: IssuerCall) -> SealedForm {
    call.sealedForm("apple \(scope)")
  }
}
