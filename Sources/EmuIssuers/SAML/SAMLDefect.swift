internal import EmuIdentity
internal import EmuModel
internal import EmuSAML
internal import EmuStore

/// A deliberate defect of a response of SAML; names that tokens have too mean the same.
enum SAMLDefect: String, Sendable, CaseIterable {
  case expired
  case notYetValid = "not-yet-valid"
  /// The assertion is changed after it was signed.
  case badSignature = "bad-signature"
  /// Another key than the published ones signs.
  case unknownKey = "unknown-key"
  case unsigned
  case wrongAudience = "wrong-audience"
  case wrongIssuer = "wrong-issuer"
  /// `Destination` is another address.
  case wrongDestination = "wrong-destination"
  /// `Recipient` is another address, which production accepts.
  case wrongRecipient = "wrong-recipient"
  /// `InResponseTo` names another request.
  case wrongRequest = "wrong-request"
  /// `InResponseTo` is missing.
  case missingRequest = "missing-request"

  static let names = allCases.map(\.rawValue).joined(separator: ", ")

  /// Applies the defect to a response before it is signed.
  func corrupt(_ answer: inout SAMLAnswer, now: Timestamp) {
    switch self {
    case .expired:
      answer.notBefore = now - .seconds(3600)
      answer.notOnOrAfter = now - .seconds(60)
    case .notYetValid:
      answer.notBefore = now + .seconds(3600)
      answer.notOnOrAfter = now + .seconds(7200)
    case .unsigned: answer.signs = []
    case .wrongAudience: answer.audience = Defect.foreignAudience
    case .wrongIssuer: answer.issuer = "https://issuer.example.invalid"
    case .wrongDestination: answer.destination = "https://elsewhere.example.invalid/acs"
    case .wrongRecipient: answer.recipient = "https://elsewhere.example.invalid/acs"
    case .wrongRequest: answer.inResponseTo = "_another-request"
    case .missingRequest: answer.inResponseTo = nil
    case .badSignature, .unknownKey: break
    }
  }
}

extension SAMLIssuer {
  /// Returns the defects of the options, and of the faults that a sign-in of a person meets.
  func defects(of person: Person, for client: String, _ call: IssuerCall) -> [SAMLDefect] {
    let faults = call.appliedFaults.faults(at: "assertion") {
      call.services.store.takeFaults(
        at: call.now, about: { person.faultValues($0, client) }, where: \.corruptsIDTokens)
    }
    return (options.standingDefects + faults.compactMap(\.defect)).compactMap {
      SAMLDefect(rawValue: $0.rawValue)
    }
  }
}
