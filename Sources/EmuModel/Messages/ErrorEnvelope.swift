/// The body of every error: `{"error":{"code":400,"message":"EMAIL_EXISTS","errors":[…]}}`.
package struct ErrorEnvelope: Codable, Sendable {
  package struct Body: Codable, Sendable {
    package var code: Int
    package var message: String
    /// One of Google's canonical codes; absent on classic Identity Toolkit errors.
    package var status: String?
    package var errors: [Item]?
    package var details: [Detail]?

    package init(code: Int, message: String, status: String?) {
      self.code = code
      self.message = message
      self.status = status
    }
  }

  /// Every member is a text: the iOS SDK skips the list otherwise.
  package struct Item: Codable, Sendable {
    package var message: String
    /// Absent in errors of production's front end.
    package var domain: String? = "global"
    package var reason: String

    package init(message: String, reason: String) {
      self.message = message
      self.reason = reason
    }
  }

  /// `google.rpc.BadRequest`: the invalid member of the body.
  package struct Detail: Codable, Sendable {
    package var type: String
    package var fieldViolations: [Violation]

    package init(fieldViolations: [Violation]) {
      type = "type.googleapis.com/google.rpc.BadRequest"
      self.fieldViolations = fieldViolations
    }

    package enum CodingKeys: String, CodingKey {
      case type = "@type"
      case fieldViolations
    }
  }

  package struct Violation: Codable, Sendable {
    package var field: String?
    package var description: String

    package init(field: String?, description: String) {
      self.field = field
      self.description = description
    }
  }

  package var error: Body

  package init(error: Body) { self.error = error }
}
