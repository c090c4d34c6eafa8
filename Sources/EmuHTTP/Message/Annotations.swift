/// The request log's data about a response that are not sent.
package struct Annotations: Sendable {
  /// One applied rule with its reason; notes are equal when their parts are.
  package struct Note: Sendable, Equatable {
    package var rule: String
    package var outcome: String
    /// The parts of the reason; joined only when it is read.
    private var parts: [String]
    /// The uid of the user that the reason names.
    package var localID: String?
    /// The id of the provider that the reason names.
    package var providerID: String?
    /// The method of a complete sign-in.
    package var method: String?

    package init(rule: String, outcome: String, parts: [String]) {
      self.rule = rule
      self.outcome = outcome
      self.parts = parts
    }

    package init(rule: String, outcome: String, reason: String) {
      self.init(rule: rule, outcome: outcome, parts: [reason])
    }

    /// The reason, as a sentence.
    package var reason: String {
      get { parts.count == 1 ? parts[0] : parts.joined() }
      set { parts = [newValue] }
    }

    /// The same with its reason joined, for repeated reads.
    package var joined: Note {
      var note = self
      note.reason = reason
      return note
    }
  }

  /// Production's way, where the answer is another one.
  package struct Difference: Sendable {
    /// The name of the rule, such as `recentLogin`.
    package var rule: String
    /// The code with which production refuses, or its result in a few words.
    package var answer: String
    package var reason: String
    /// The changes that the app needs, as sentences.
    package var change: String

    package init(rule: String, answer: String, reason: String, change: String) {
      self.rule = rule
      self.answer = answer
      self.reason = reason
      self.change = change
    }
  }

  /// The operation's wire name, such as `accounts:signUp`.
  package var operation: String?
  package var project: String?
  /// The fields of the request that the operation does not have.
  package var unknownFields: [String]
  package var decisions: [Note]
  package var differences: [Difference]

  package init(
    operation: String? = nil, project: String? = nil, unknownFields: [String] = [],
    decisions: [Note] = [], differences: [Difference] = []
  ) {
    self.operation = operation
    self.project = project
    self.unknownFields = unknownFields
    self.decisions = decisions
    self.differences = differences
  }
}
