/// A member of a fault's match that a request has by its value, without a pattern.
package enum FaultField: CaseIterable, Sendable, Hashable {
  case localID, email, sub, clientID, project, operation, endpoint, provider
}

extension Fault.Match {
  /// The value that a request must have for a field; nil where any value matches.
  ///
  /// An operation with `*` is a pattern; callers that know the names of operations compare it.
  package subscript(field: FaultField) -> String? {
    switch field {
    case .localID: localId
    case .email: email
    case .sub: sub
    case .clientID: clientId
    case .project: project
    case .operation: operation.flatMap { $0.utf8.contains(UInt8(ascii: "*")) ? nil : $0 }
    case .endpoint: endpoint
    case .provider: providerId
    }
  }

  /// Returns true when each field that is set is among the values of a request.
  package func fits(_ values: (FaultField) -> [String]) -> Bool {
    FaultField.allCases.allSatisfy { field in
      self[field].map { values(field).contains($0) } ?? true
    }
  }
}
