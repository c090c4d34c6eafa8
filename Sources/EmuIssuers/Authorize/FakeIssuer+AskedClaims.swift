internal import EmuJSON
internal import EmuModel
internal import EmuProviders

extension FakeIssuer {
  /// The claims that the ID tokens of a sign-in have because the request asked for them; nil for none.
  ///
  /// - Parameter authTime: when the person signed in.
  func claims(askedBy request: AuthorizeRequest, _ authTime: Timestamp) -> JSONObject? {
    guard request.asksAuthTime, provider.tellsAuthTimeWhenAsked else { return nil }
    let shift = Duration.seconds(settings.timeOffsetSeconds ?? 0)
    return ["auth_time": .int((authTime + shift).seconds)]
  }
}

extension AuthorizationCode {
  /// What renewals say again of a sign-in: when it was (OpenID Connect Core §12.2).
  var claimsOfRenewals: String? {
    let claims = extraClaims.flatMap { try? JSON(parsing: $0) }
    return claims?["auth_time"].map { JSON.object(["auth_time": $0]).serialized() }
  }
}
