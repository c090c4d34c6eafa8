package import EmuModel

extension Fault {
  /// What it makes wrong; nil for a fault of another kind.
  package var defect: Defect? { effect.defect.flatMap(Defect.init(rawValue:)) }

  /// Whether it spoils ID tokens, rather than what an endpoint answers about a person.
  package var spoilsIDTokens: Bool { spoilsTokens && defect?.isOfAnswers != true }
}

extension Person {
  /// The values that a fault must name to concern a token of the person for a client.
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
