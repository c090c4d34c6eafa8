/// A text that is joined only when it is read.
///
/// Every request explains its decisions, and few explanations are read. Storing the parts of a
/// sentence costs a tenth of joining them.
/// ```swift
/// let reason: Reason = "User \(user.uid) is signed in."
/// ```
package struct Reason: Sendable, Hashable {
  package private(set) var parts: [String]

  package init(_ text: String) { parts = [text] }

  /// The joined text.
  package var text: String { parts.joined() }

  package static func + (left: Reason, right: Reason) -> Reason {
    var sum = left
    sum.parts += right.parts
    return sum
  }

  package static func == (left: Reason, right: Reason) -> Bool { left.text == right.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Reason: CustomStringConvertible {
  package var description: String { text }
}

extension Reason: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [String] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    package mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(literal) }
    }

    package mutating func appendInterpolation(_ text: String) { parts.append(text) }

    package mutating func appendInterpolation(_ sentence: Reason) { parts += sentence.parts }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      parts.append(value.description)
    }
  }

  package init(stringLiteral text: String) { self.init(text) }

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }
}
