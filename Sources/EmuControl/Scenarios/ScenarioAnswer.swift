internal import EmuHTTP
internal import EmuJSON

/// What steps read out of an answer: members of a JSON document, or texts of anything else.
struct ScenarioAnswer {
  private static let textPrefix = "after:"

  /// `null` where the answer is no JSON.
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

  /// A member by its path; with `after:TEXT` the token behind the first TEXT of the whole answer.
  func value(at path: String) -> JSON? {
    guard path.hasPrefix(Self.textPrefix) else { return tree.member(at: path) }
    return token(after: String(path.dropFirst(Self.textPrefix.count))).map(JSON.string)
  }

  /// Letters, digits and `-_.~` behind the first place of a text.
  private func token(after start: String) -> String? {
    guard !start.isEmpty, let place = text.utf8.firstRange(of: start.utf8) else { return nil }
    let token = text.utf8[place.upperBound...].prefix(while: Self.isTokenByte)
    return token.isEmpty ? nil : String(Substring(token))
  }

  static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// The path of a value that stands somewhere in the text; nil where no path leads to it.
  ///
  /// What stands before the value names it, such as `code=`; as much of it is taken as makes it
  /// the first place of its kind.
  func path(toText value: String) -> String? {
    let bytes = Array(text.utf8)
    let wanted = Array(value.utf8)
    guard let place = bytes.firstRange(of: wanted), wanted.allSatisfy(Self.isTokenByte) else {
      return nil
    }
    var start = place.lowerBound
    while start > 0, !Self.isNameByte(bytes[start - 1]) { start -= 1 }
    while start > 0, Self.isNameByte(bytes[start - 1]) { start -= 1 }
    while place.lowerBound - start <= 80 {
      let name = String(decoding: bytes[start..<place.lowerBound], as: UTF8.self)
      if !name.contains("${"), token(after: name) == value { return Self.textPrefix + name }
      guard start > 0 else { return nil }
      start -= 1
    }
    return nil
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    isTokenByte(byte) && byte != UInt8(ascii: ".") && byte != UInt8(ascii: "~")
  }
}

extension JSON {
  /// A member by a path of names and places, such as `users.0.email`.
  ///
  /// `[name=value]` in place of a number means the last element with that member; `&` joins several.
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
