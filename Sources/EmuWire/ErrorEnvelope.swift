/// The body of every refusal: `{"error":{"code":400,"message":"EMAIL_EXISTS","errors":[…]}}`.
package struct ErrorEnvelope: Codable, Sendable {
  package struct Body: Codable, Sendable {
    /// The HTTP status.
    package var code: Int
    package var message: String
    /// One of Google's canonical codes; absent on classic Identity Toolkit errors.
    package var status: String?
    package var errors: [Item]?

    package init(code: Int, message: String, status: String?, errors: [Item]?) {
      self.code = code
      self.message = message
      self.status = status
      self.errors = errors
    }
  }

  /// Every member is a text: the iOS SDK skips the list otherwise.
  package struct Item: Codable, Sendable {
    package var message: String
    package var domain: String
    package var reason: String

    package init(message: String, domain: String = "global", reason: String) {
      self.message = message
      self.domain = domain
      self.reason = reason
    }
  }

  package var error: Body

  package init(error: Body) { self.error = error }
}
