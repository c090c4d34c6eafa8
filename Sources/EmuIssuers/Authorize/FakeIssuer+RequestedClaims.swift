internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

extension FakeIssuer {
  /// Returns the claims that the request or its page requested; nil for none.
  func claims(requestedBy request: AuthorizeRequest, _ authTime: Timestamp) -> JSONObject? {
    guard request.requestsAuthTime, provider.includesAuthTimeOnRequest else {
      return request.claims
    }
    let shift = Duration.seconds(options.timeOffsetSeconds ?? 0)
    var claims: JSONObject = ["auth_time": .int((authTime + shift).seconds)]
    // Set one by one: a null removes a claim, so it must be kept.
    for member in request.claims ?? [:] { claims[member.key] = member.value }
    return claims
  }
}
