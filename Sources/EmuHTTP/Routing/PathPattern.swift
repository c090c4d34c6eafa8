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
    precondition(
      text.utf8.first == UInt8(ascii: "/"), "A path pattern starts with a slash: \(text)")
    self.text = text
    let parts = PathSegments.of(text)
    segments = parts.indices.map { index in
      Self.segment(parts[index], isLast: index == parts.count - 1, in: text)
    }
    parameterNames = segments.compactMap { segment in
      switch segment {
      case .literal: nil
      case .parameter(let name), .parameterWithVerb(let name, _): name
      }
    }
  }

  // By bytes: the tables have hundreds of patterns, and parsing by characters would slow each
  // start.
  private static func segment(_ part: String, isLast: Bool, in text: String) -> Segment {
    let bytes = part.utf8
    guard bytes.first == UInt8(ascii: "{") else {
      precondition(!bytes.contains(UInt8(ascii: "{")), "A parameter is a whole segment: \(text)")
      return .literal(part)
    }
    guard let end = bytes.firstIndex(of: UInt8(ascii: "}")) else {
      preconditionFailure("A parameter is {name}: \(text)")
    }
    let name = part[bytes.index(after: bytes.startIndex)..<end]
    let rest = part[bytes.index(after: end)...]
    precondition(
      !name.isEmpty && !rest.utf8.contains(UInt8(ascii: "}")), "A parameter is {name}: \(text)")
    if rest.isEmpty { return .parameter(String(name)) }
    precondition(
      isLast && rest.utf8.first == UInt8(ascii: ":") && rest.utf8.count > 1,
      "Only a :verb at the very end follows a parameter: \(text)")
    return .parameterWithVerb(String(name), verb: String(rest.dropFirst()))
  }
}

enum PathSegments {
  /// Reads by bytes: characters would cost ten times as much, and `split` three times.
  static func of(_ path: String) -> [String] { of(Array(path.utf8)) }

  static func of(_ bytes: [UInt8]) -> [String] {
    var segments: [String] = []
    segments.reserveCapacity(8)
    // The text before the first slash is not a segment.
    var start = bytes.firstIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? bytes.count + 1
    while start <= bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
      segments.append(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end + 1
    }
    return segments
  }
}
