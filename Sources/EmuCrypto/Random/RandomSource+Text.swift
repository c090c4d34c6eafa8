extension RandomSource {
  /// Characters that ids and codes are drawn from, at most 256 of them, all ASCII.
  package struct Alphabet: Sendable {
    let characters: [UInt8]

    /// Creates an alphabet of the text's characters; the text must not be empty.
    package init(_ text: StaticString) {
      characters = Array(text.description.utf8)
      precondition(
        (1...256).contains(characters.count) && characters.allSatisfy { $0 < 128 },
        "an alphabet has 1 to 256 ASCII characters")
    }

    /// `0` to `9`.
    package static let digits = Alphabet("0123456789")
    /// `0` to `9` and `a` to `f`.
    package static let hexadecimal = Alphabet("0123456789abcdef")
    /// Letters of both cases and digits, as in a Firebase uid.
    package static let alphanumeric = Alphabet(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    /// The 64 characters of RFC 4648 §5.
    package static let base64URL = Alphabet(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
  }

  /// Draws a text of that many characters, each equally likely.
  package func text(_ count: Int, from alphabet: Alphabet) -> String {
    let size = alphabet.characters.count
    // Bytes past the last whole multiple of the alphabet would favour its first characters.
    let limit = 256 - 256 % size
    var text: [UInt8] = []
    text.reserveCapacity(max(count, 0))
    while text.count < count {
      for byte in bytes((count - text.count) * 256 / limit + 4) where Int(byte) < limit {
        guard text.count < count else { break }
        text.append(alphabet.characters[Int(byte) % size])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
