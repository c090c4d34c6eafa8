internal import EmuControlCalls
internal import EmuJOSE
internal import EmuThread

/// `keys:rotate`: replaces the signing key.
enum KeyRotation {
  struct Input: Decodable {
    /// True to remove the old keys from the key set now; otherwise they remain, to verify old
    /// tokens.
    var retire: Bool?
    var algorithm: String?
  }

  /// Stores the new key before it answers.
  static func answer(_ call: IssuerCall) throws -> ControlAnswer<KeyReference> {
    let issuer = try call.issuer()
    let input = try call.input(Input.self)
    let algorithm = try issuer.algorithm(named: input.algorithm)
    call.services.declareKeys(of: issuer)
    return ControlAnswer(
      call.later(on: call.services.workers.keys) {
        let key = try call.services.keys.rotate(
          issuer: issuer.id, algorithm: algorithm, dropsOld: input.retire ?? false)
        return try ControlAnswer(KeyReference(kid: key.kid)).answer
      })
  }
}

extension FakeIssuer {
  /// Returns one of the issuer's algorithms, by default its first.
  func algorithm(named name: String?) throws(ControlError) -> JWSAlgorithm {
    guard let first = algorithms.first else {
      throw ControlError.invalid(
        "\(id) has no ID tokens, and so no keys; its access tokens are enough to sign in with.")
    }
    guard let name else { return first }
    guard let algorithm = algorithms.first(where: { $0.rawValue == name }) else {
      throw ControlError.invalid(
        "\(id) does not sign with \(name.prefix(32)); algorithm may be "
          + "\(algorithms.map(\.rawValue).joined(separator: " or ")).")
    }
    return algorithm
  }
}
