/// A text that is joined only when it is read.
///
/// Every request explains its decisions, and few explanations are read. Storing the parts of a
/// sentence costs a tenth of joining them.
/// ```swift
/// let reason: Reason = "User \(user: user) is signed in with \(method: factor.method)."
/// ```
/// The user and the provider that it names are members as well, so that no program parses the sentence.
package struct Reason: Sendable, Hashable {
  package private(set) var parts: [String]
  package private(set) var user: String?
  package private(set) var provider: String?
  /// The method of a complete sign-in.
  package private(set) var method: String?

  package init(_ text: String) { parts = [text] }

  fileprivate init(parts: [String]) { self.parts = parts }

  /// Setting it keeps user, provider and method.
  package var text: String {
    get { parts.joined() }
    set { parts = [newValue] }
  }

  package static func + (left: Reason, right: Reason) -> Reason {
    var sum = left
    sum.append(right)
    return sum
  }

  private mutating func append(_ other: Reason) {
    parts += other.parts
    user = user ?? other.user
    provider = provider ?? other.provider
    method = method ?? other.method
  }

  package static func == (left: Reason, right: Reason) -> Bool { left.text == right.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Reason: CustomStringConvertible {
  package var description: String { text }
}

extension Reason: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var reason = Reason(parts: [])

    package init(literalCapacity: Int, interpolationCount: Int) {
      reason.parts.reserveCapacity(2 * interpolationCount + 1)
    }

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { reason.parts.append(literal) }
    }

    package mutating func appendInterpolation(_ text: String) { reason.parts.append(text) }

    package mutating func appendInterpolation(_ sentence: Reason) { reason.append(sentence) }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      reason.parts.append(value.description)
    }

    /// Adds the address or number of a user, with the uid in parentheses; the uid alone without both.
    package mutating func appendInterpolation(user: User) {
      guard let name = user.email ?? user.phoneNumber else {
        return appendInterpolation(user: user.uid)
      }
      reason.parts += [name, " ("]
      appendInterpolation(user: user.uid)
      reason.parts.append(")")
    }

    package mutating func appendInterpolation(user uid: String) {
      reason.parts.append(uid)
      reason.user = reason.user ?? uid
    }

    package mutating func appendInterpolation(provider id: String) {
      reason.parts.append(id)
      reason.provider = reason.provider ?? id
    }

    package mutating func appendInterpolation(method name: String) {
      reason.parts.append(name)
      reason.method = name
    }
  }

  package init(stringLiteral text: String) { self.init(text) }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.reason }
}
