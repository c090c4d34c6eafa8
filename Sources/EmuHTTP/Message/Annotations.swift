/// What the request log has of a response beyond what went over the wire.
package struct Annotations: Sendable {
  /// One rule that was applied, in words.
  package struct Note: Sendable, Hashable {
    package var rule: String
    package var outcome: String
    package var because: String

    package init(rule: String, outcome: String, because: String) {
      self.rule = rule
      self.outcome = outcome
      self.because = because
    }
  }

  /// The operation's wire name, such as `accounts:signUp`.
  package var operation: String?
  package var project: String?
  /// The fields of the request that the operation does not have.
  package var unknownFields: [String]
  package var decisions: [Note]

  package init(
    operation: String? = nil, project: String? = nil, unknownFields: [String] = [],
    decisions: [Note] = []
  ) {
    self.operation = operation
    self.project = project
    self.unknownFields = unknownFields
    self.decisions = decisions
  }
}
