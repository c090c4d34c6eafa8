/// The shape of a path: literal segments, `{name}` segments, and a `:verb` after the last one.
///
///     /v1/accounts:signUp                        literal throughout
///     /v1/projects/{project}/accounts/{uid}      two parameters
///     /v1/projects/{project}:createSessionCookie a parameter and a verb
package struct PathPattern: Sendable, Hashable {
  enum Segment: Sendable, Hashable {
    case literal(String)
    case parameter(String)
    /// `{name}:verb`, only as the last segment.
    case parameterWithVerb(String, verb: String)
  }

  /// The pattern as written.
  package let text: String
  let segments: [Segment]
  /// The names of the parameters, from left to right.
  package let parameterNames: [String]

  /// Reads a pattern; a malformed one is a mistake in the source and traps.
  package init(_ text: String) {
    precondition(text.hasPrefix("/"), "A path pattern starts with a slash: \(text)")
    self.text = text
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    segments = parts.enumerated().map { index, part in
      Self.segment(part, isLast: index == parts.count - 1, in: text)
    }
    parameterNames = segments.compactMap { segment in
      switch segment {
      case .literal: nil
      case .parameter(let name), .parameterWithVerb(let name, _): name
      }
    }
  }

  private static func segment(_ part: Substring, isLast: Bool, in text: String) -> Segment {
    guard part.hasPrefix("{") else {
      precondition(!part.contains("{"), "A parameter is a whole segment: \(text)")
      return .literal(String(part))
    }
    let pieces = part.dropFirst().split(separator: "}", omittingEmptySubsequences: false)
    precondition(pieces.count == 2 && !pieces[0].isEmpty, "A parameter is {name}: \(text)")
    let name = String(pieces[0])
    if pieces[1].isEmpty { return .parameter(name) }
    precondition(
      isLast && pieces[1].hasPrefix(":") && pieces[1].count > 1,
      "Only a :verb at the very end follows a parameter: \(text)")
    return .parameterWithVerb(name, verb: String(pieces[1].dropFirst()))
  }
}
