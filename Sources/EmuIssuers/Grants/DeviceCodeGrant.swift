internal import EmuIdentity
internal import EmuModel
internal import EmuStore

/// Polls for the person's consent on another device (RFC 8628 §3.4).
enum DeviceCodeGrant: GrantType {
  static let name = "urn:ietf:params:oauth:grant-type:device_code"
  static let field = "device_code"

  static func origin(of secret: String, _ reader: ReadTransaction) throws -> SecretOrigin? {
    try reader.origin(ofDeviceCode: secret)
  }

  static func redeem(
    _ secret: String, _ redemption: RedemptionContext, _ writer: WriteTransaction
  ) throws -> Result<Redemption, OAuthError> {
    let issuer = redemption.issuer
    guard var device = try writer.reader.deviceCode(secret), device.issuer == issuer.id,
      device.clientID == redemption.clientID, device.usedAt == nil
    else {
      throw issuer.deadToken(
        reason: "The device code is unknown, of another client, or was exchanged before.",
        .device(.unknown))
    }
    let now = redemption.now
    let rules = issuer.deviceRules
    guard now < device.expiresAt else {
      throw rules.refusal(
        "expired_token", "The device code has expired; start again.", .expired)
    }
    guard !device.isDenied else {
      throw rules.refusal("access_denied", "The person denied the sign-in.", .denied)
    }
    let isHasty =
      rules.slowsDown
      && device.polledAt.map { now.since($0) < .seconds(device.interval) } ?? false
    device.polledAt = now
    if isHasty {
      device.interval += 5
      try writer.update(device)
      return .failure(
        rules.refusal("slow_down", "Ask every \(device.interval) seconds from now on.", .hasty))
    }
    guard let consent = try device.consentKey.flatMap({ try writer.reader.consent(key: $0) }) else {
      try writer.update(device)
      return .failure(
        rules.refusal("authorization_pending", "The person has not decided yet.", .pending))
    }
    guard consent.isActive, let person = try redemption.person(of: consent, writer.reader) else {
      throw issuer.deadToken(
        reason: "The person's consent was revoked in between.", .device(.revoked))
    }
    device.usedAt = now
    try writer.update(device)
    return .success(
      Redemption(
        person: person, consent: consent, scope: device.scope,
        issuesRefreshToken: issuer.authorizeRules.renewal.mayCover(Scopes(device.scope)),
        family: device.code, authTime: device.authTime ?? consent.grantedAt,
        tenant: device.tenant))
  }
}
