package import EmuModel

extension IssuerFault {
  /// What it makes wrong; nil for a fault of another kind.
  package var defect: Defect? { effect.defect.flatMap(Defect.init(rawValue:)) }

  /// Whether an ID token of a person for a client is to be spoilt.
  package func concernsToken(of person: Person, _ clientID: String) -> Bool {
    spoilsTokens && defect?.isOfAnswers != true && match.names(person, clientID)
  }

  /// Whether what an endpoint answers a client about a person is to be something else.
  ///
  /// - Parameter endpoint: as the request log calls it, such as `token`.
  package func concerns(_ endpoint: String, of person: Person, _ clientID: String) -> Bool {
    !spoilsTokens && match.endpoint == endpoint && match.names(person, clientID)
  }
}

extension IssuerFault.Match {
  package func names(_ person: Person) -> Bool {
    (sub.map { $0 == person.subject } ?? true) && (email.map { $0 == person.email } ?? true)
  }

  fileprivate func names(_ person: Person, _ client: String) -> Bool {
    names(person) && (clientID.map { $0 == client } ?? true)
  }
}
