package import EmuModel

/// The request log's data about a response that are not sent.
package struct Annotations: Sendable {
  /// The operation's wire name, such as `accounts:signUp`.
  package var operation: String?
  package var project: String?
  /// The fields of the request that the operation does not have.
  package var unknownFields: [String]
  /// The applied rules with their reasons.
  package var decisions: [Decision]

  package init(
    operation: String? = nil, project: String? = nil, unknownFields: [String] = [],
    decisions: [Decision] = []
  ) {
    self.operation = operation
    self.project = project
    self.unknownFields = unknownFields
    self.decisions = decisions
  }

  /// Creates the log's annotations of an operation.
  package init(
    _ operation: String, project: String? = nil, explainedBy explanation: Explanation
  ) {
    self.init(
      operation: operation, project: project, unknownFields: explanation.unknownFields,
      decisions: explanation.decisions)
  }

  /// Creates the log's annotations of a request that was refused before an operation.
  package init(refusal reason: String, project: String? = nil) {
    self.init(project: project, decisions: [Decision(.refusal, .refused, Reason(reason))])
  }
}
