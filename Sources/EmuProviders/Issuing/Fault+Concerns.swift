package import EmuModel

extension Fault {
  /// What it makes wrong; nil for a fault of another kind.
  package var defect: Defect? { effect.defect.flatMap(Defect.init(rawValue:)) }

  /// Whether an ID token of a person for a client is to be spoilt.
  package func concernsToken(of person: Person, _ clientID: String) -> Bool {
    spoilsTokens && defect?.isOfAnswers != true && match.names(person, clientID)
  }

  /// Whether what the backend asks of an issuer is to fail.
  ///
  /// - Parameters:
  ///   - endpoint: as the request log calls it, such as `token`.
  ///   - project: on whose behalf the backend asks.
  package func concerns(_ endpoint: String, ofIssuer issuer: String, project: String) -> Bool {
    !spoilsTokens && match.endpoint == endpoint && match.operation == nil && match.path == nil
      && (match.providerID ?? issuer) == issuer && (match.project ?? project) == project
  }
}

extension Fault.Match {
  /// Whether it excludes neither a person nor the client that asks for the person.
  package func names(_ person: Person, _ client: String) -> Bool {
    (providerID ?? person.issuer) == person.issuer && (sub ?? person.subject) == person.subject
      && (email == nil || email == person.email) && (clientID ?? client) == client
  }
}
