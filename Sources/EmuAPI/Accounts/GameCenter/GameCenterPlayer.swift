internal import EmuCrypto
internal import EmuIdentity
internal import EmuJOSE
internal import EmuModel

/// A player of a request, with the signature checked as far as possible.
struct GameCenterPlayer: Sendable {
  /// Apple's older id; nil where the app sends an empty one, as the iOS SDK does since 2022.
  var playerID: String?
  var teamPlayerID: String?
  var gamePlayerID: String?
  var displayName: String?

  /// The raw id of the identity: that for each game, the older one, or the team's.
  let identity: String

  /// - Throws: `INVALID_IDP_RESPONSE`; for signatures with foreign keys, by the switch
  ///   `verifyCredentials`.
  init(
    _ input: SignInWithGameCenterRequest, in context: OperationContext
  ) throws(APIError) {
    playerID = try input.playerId.given.map(ProfileInput.rawID)
    teamPlayerID = try input.teamPlayerId.given.map(ProfileInput.rawID)
    gamePlayerID = try input.gamePlayerId.given.map(ProfileInput.rawID)
    guard let signed = playerID ?? teamPlayerID else {
      throw Self.missing(input.playerId == nil ? "playerId" : "teamPlayerId")
    }
    identity = gamePlayerID ?? signed
    displayName = try input.displayName.given.map(ProfileInput.displayName)
    try checkSignature(input, in: context)
  }

  private func checkSignature(
    _ input: SignInWithGameCenterRequest, in context: OperationContext
  ) throws(APIError) {
    let url = try input.publicKeyUrl.given(otherwise: Self.missing("publicKeyUrl"))
    guard let signature = Self.bytes(input.signature) else { throw Self.missing("signature") }
    guard let salt = Self.bytes(input.salt) else { throw Self.missing("salt") }
    guard let timestamp = input.timestamp else { throw Self.missing("timestamp") }
    guard let keyID = GameCenter.keyID(ofPublicKeyURL: url) else {
      return try context.check(
        .verifyCredentials, false,
        reason: "the signature's key is at \(url.prefix(200)), and no certificate is fetched from "
          + "outside: POST /emulator/v1/issuers/gc.apple.com/signatures returns one of this emulator",
        otherwise: Self.refusal)
    }
    let key = context.services.keys.existingKeys(of: GameCenter.providerID)
      .first { $0.kid == keyID }
    guard let key = key?.privateKey.publicKey, key.kind == .rsa else {
      throw context.refused(
        .gameCenter, "This emulator has no Game Center key \(keyID).", as: Self.refusal)
    }
    guard let bundleID = context.origin.iosBundleID else {
      throw context.refused(
        .gameCenter, "The header X-Ios-Bundle-Identifier is missing.", as: .missingIOSBundleID)
    }
    // Apple signs the id that the app requested: the older one, or the team's.
    let isGood = [playerID, teamPlayerID].compactMap { $0 }.contains { id in
      let message = GameCenter.signedMessage(
        playerID: id, bundleID: bundleID, timestamp: timestamp, salt: salt)
      return key.isValidSignature(signature, for: message, using: .rs256)
    }
    guard isGood else {
      throw context.refused(
        .gameCenter,
        "The signature is not over this player, the bundle id \(bundleID), the time and the salt.",
        as: Self.refusal)
    }
  }

  /// Production's error code is not documented.
  private static let refusal = APIError.invalidIdpResponse(
    "The Game Center signature could not be verified.")

  private static func missing(_ field: String) -> APIError {
    .invalidIdpResponse("The Game Center credential lacks \(field).")
  }

  private static func bytes(_ text: String?) -> [UInt8]? {
    text.given.flatMap { Base64URL.decode($0, lenient: true) }
  }
}
