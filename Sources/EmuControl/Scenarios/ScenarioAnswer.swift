internal import EmuHTTP
internal import EmuJSON

/// The values of a response that steps read: members of a JSON document, or parts of another text.
struct ScenarioAnswer {
  private static let textPrefix = "after:"

  /// `null` if the response is not JSON.
  let tree: JSON
  /// The `Location` and the body.
  let text: String

  init(_ response: Response) {
    self.init(
      location: response.headers["Location"], bytes: response.bytes ?? [])
  }

  init(location: String?, bytes: [UInt8]) {
    tree = (try? JSON(parsing: bytes)) ?? .null
    text = (location.map { $0 + "\n" } ?? "") + String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a member by its path; with `after:TEXT` the token after the first TEXT of the whole
  /// response.
  func value(at path: String) -> JSON? {
    guard path.hasPrefix(Self.textPrefix) else { return tree.member(at: path) }
    return token(after: String(path.dropFirst(Self.textPrefix.count))).map(JSON.string)
  }

  /// Returns letters, digits and `-_.~` after the first occurrence of a text.
  private func token(after start: String) -> String? {
    guard !start.isEmpty, let range = text.utf8.firstRange(of: start.utf8) else { return nil }
    let token = text.utf8[range.upperBound...].prefix(while: Self.isTokenByte)
    return token.isEmpty ? nil : String(Substring(token))
  }

  static func isTokenByte(_ byte: UInt8) -> Bool {
    SecretMask.isNameByte(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~")
  }

  /// Returns the path of a value in the text; nil if no path identifies it.
  ///
  /// The text before the value identifies it, such as `code=`. The path contains as much of it as
  /// makes the first occurrence unique.
  func path(toText value: String) -> String? {
    let bytes = Array(text.utf8)
    let wanted = Array(value.utf8)
    guard let range = bytes.firstRange(of: wanted), wanted.allSatisfy(Self.isTokenByte) else {
      return nil
    }
    var start = range.lowerBound
    while start > 0, !SecretMask.isNameByte(bytes[start - 1]) { start -= 1 }
    while start > 0, SecretMask.isNameByte(bytes[start - 1]) { start -= 1 }
    while range.lowerBound - start <= 80 {
      let name = String(decoding: bytes[start..<range.lowerBound], as: UTF8.self)
      if !name.contains("${"), token(after: name) == value { return Self.textPrefix + name }
      guard start > 0 else { return nil }
      start -= 1
    }
    return nil
  }
}

extension JSON {
  /// Returns a member by a path of names and indexes, such as `users.0.email`.
  ///
  /// `[name=value]` in place of an index selects the last element with that member; `&` combines
  /// several conditions.
  func member(at path: String) -> JSON? {
    var tree: JSON? = self
    var rest = path[...]
    while !rest.isEmpty, tree != nil {
      if rest.first == "[", let end = rest.firstIndex(of: "]") {
        let conditions = rest[rest.index(after: rest.startIndex)..<end].split(separator: "&")
        tree = tree?.array?.last { element in conditions.allSatisfy(element.meets) }
        rest = rest[rest.index(after: end)...]
      } else {
        let name = rest.prefix { $0 != "." }
        tree = Int(name).flatMap { tree?[$0] } ?? tree?[String(name)]
        rest = rest[name.endIndex...]
      }
      if rest.first == "." { rest = rest.dropFirst() }
    }
    return tree
  }

  private func meets(_ condition: Substring) -> Bool {
    guard let sign = condition.firstIndex(of: "=") else { return false }
    return self[String(condition[..<sign])]?.string
      == String(condition[condition.index(after: sign)...])
  }
}
