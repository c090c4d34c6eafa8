/// The rules for addresses.
package enum EmailAddress {
  /// The longest address that is taken; RFC 5321 §4.5.3.1 allows 254.
  package static let longest = 254

  /// The form under which an address is stored and compared.
  package static func canonical(_ text: String) -> String { text.lowercased() }

  /// Whether the text is `local@domain` with neither side empty, as the official emulator checks.
  package static func isPlausible(_ text: String) -> Bool {
    let count = text.utf8.count
    guard count <= longest else { return false }
    var at: Int?
    // One pass: an import checks two addresses for each user.
    for (index, byte) in text.utf8.enumerated() {
      guard byte > 32, byte != 127 else { return false }
      guard byte == UInt8(ascii: "@") else { continue }
      guard at == nil, index > 0, index < count - 1 else { return false }
      at = index
    }
    return at != nil
  }
}

/// The rules for telephone numbers.
package enum PhoneNumber {
  /// Whether the text begins with `+`, as the official emulator checks, and holds digits.
  package static func isPlausible(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.first == UInt8(ascii: "+") && bytes.count <= 32
      && bytes.contains { (48...57).contains($0) } && bytes.allSatisfy { $0 >= 32 && $0 != 127 }
  }

  /// Whether the text is a number that could be dialled: digits behind the `+`, and what people write
  /// between them.
  package static func isDialable(_ text: String) -> Bool {
    isPlausible(text)
      && text.utf8.dropFirst().allSatisfy { (48...57).contains($0) || " -.()".utf8.contains($0) }
  }

  /// Whether the text is a code as text messages carry them: six digits.
  package static func isCode(_ text: String) -> Bool {
    text.utf8.count == 6 && text.utf8.allSatisfy { (48...57).contains($0) }
  }

  /// The digits of a number, without the marks that people write between them.
  package static func digits(of text: String) -> String {
    String(decoding: text.utf8.filter { (48...57).contains($0) }, as: UTF8.self)
  }
}
