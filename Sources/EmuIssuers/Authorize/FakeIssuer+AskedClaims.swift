internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

extension FakeIssuer {
  /// Returns the claims of ID tokens that the request asked for; nil for none.
  ///
  /// - Parameter authTime: the time of the sign-in.
  func claims(askedBy request: AuthorizeRequest, _ authTime: Timestamp) -> JSONObject? {
    guard request.requestsAuthTime, provider.includesAuthTimeOnRequest else { return nil }
    let shift = Duration.seconds(settings.timeOffsetSeconds ?? 0)
    return ["auth_time": .int((authTime + shift).seconds)]
  }
}

extension AuthorizationCode {
  /// The claims that renewed tokens repeat: the time of the sign-in (OpenID Connect Core §12.2).
  var claimsOfRenewals: String? {
    let claims = extraClaims.flatMap { try? JSON(parsing: $0) }
    return claims?["auth_time"].map { JSON.object(["auth_time": $0]).serialized() }
  }
}
