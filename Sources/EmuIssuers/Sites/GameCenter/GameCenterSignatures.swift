internal import EmuControlCalls
internal import EmuCrypto
internal import EmuHTTP
internal import EmuJOSE
internal import EmuModel
internal import EmuIdentity

/// The signed player data of Game Center on a device, with a key of the emulator.
enum GameCenterSignatures {
  struct Input: Decodable {
    var playerId: String?
    var teamPlayerId: String?
    var gamePlayerId: String?
    var bundleId: String?
    var displayName: String?
    var issuedSecondsAgo: Int64?
  }

  /// Returns the body of an `accounts:signInWithGameCenter` call, with the bundle id for its
  /// header.
  static func answer(_ call: IssuerCall) throws -> ControlAnswer<GameCenterReport> {
    let input = try call.input(Input.self)
    guard let bundleID = input.bundleId, !bundleID.isEmpty else {
      throw ControlError.invalid(
        "bundleId must be there: the signature is for one app.")
    }
    // Newer apps send an empty playerId, and the signature is over the team's.
    let newID = input.teamPlayerId == nil ? "G:" + call.services.ids.digits(10) : ""
    let playerID = input.playerId ?? newID
    let signedID = playerID.isEmpty ? input.teamPlayerId ?? "" : playerID
    guard !signedID.isEmpty else {
      throw ControlError.invalid("teamPlayerId must be there where playerId is empty.")
    }
    let age = input.issuedSecondsAgo ?? 0
    guard (0...3_000_000_000).contains(age) else {
      throw ControlError.invalid("issuedSecondsAgo must be from 0 to 3000000000.")
    }
    let timestamp = (call.now - .seconds(age)).milliseconds
    let salt = Array(call.services.ids.alphanumeric(8).utf8)
    let key = try call.services.keys.signingKey(of: GameCenter.providerID, algorithm: .rs256)
    let signature = try key.privateKey.sign(
      GameCenter.signedMessage(
        playerID: signedID, bundleID: bundleID, timestamp: timestamp, salt: salt), using: .rs256)
    return try ControlAnswer(
      GameCenterReport(
        playerId: playerID, teamPlayerId: input.teamPlayerId, gamePlayerId: input.gamePlayerId,
        publicKeyUrl: call.baseURL + GameCenter.certificatePath + key.kid,
        signature: Base64URL.encode(signature), salt: Base64URL.encode(salt), timestamp: timestamp,
        bundleId: bundleID, displayName: input.displayName))
  }

  /// Returns the certificate in DER, as Apple publishes it.
  static func certificate(_ call: IssuerCall) throws -> Response {
    let kid = call.parameters["key"] ?? ""
    guard
      let key = call.services.keys.existingKeys(of: GameCenter.providerID)
        .first(where: { $0.kid == kid })
    else {
      throw ControlError.notFound(
        "There is no Game Center key \(kid.prefix(64)). Each signature of \(GameCenter.providerID) "
          + "has the address of its key: publicKeyUrl.")
    }
    let certificate = try KeyCertificate.make(for: key, commonName: "Game Center (auth-emulator)")
    return .bytes(certificate.derRepresentation, type: "application/pkix-cert")
  }
}
