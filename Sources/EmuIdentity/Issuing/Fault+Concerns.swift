package import EmuModel

extension Fault {
  /// The fault's defect; nil for a fault of another kind.
  package var defect: Defect? { effect.defect.flatMap(Defect.init(rawValue:)) }

  /// True for a fault of ID tokens, false for one of an endpoint's response about a person.
  package var corruptsIDTokens: Bool { corruptsTokens && defect?.isOfAnswers != true }
}

extension Person {
  /// Returns the values that match a token of the person for a client.
  package func faultValues(_ field: FaultField, _ client: String) -> [String] {
    switch field {
    case .provider: [issuer]
    case .sub: [subject]
    case .email: email.map { [$0] } ?? []
    case .clientID: [client]
    case .localID, .project, .operation, .endpoint: []
    }
  }
}
