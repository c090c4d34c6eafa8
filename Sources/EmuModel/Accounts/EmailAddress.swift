/// The rules for addresses.
package enum EmailAddress {
  /// The longest address that is taken; RFC 5321 §4.5.3.1 allows 254.
  package static let longest = 254

  /// The form under which an address is stored and compared.
  package static func canonical(_ text: String) -> String {
    // Nearly every address is in lower case already, and needs no text of its own. An array is gone
    // through in a tenth of the time that a text takes.
    let isCanonical = ContiguousArray(text.utf8).allSatisfy {
      $0 < 0x80 && !(0x41...0x5A).contains($0)
    }
    return isCanonical ? text : text.lowercased()
  }

  /// Whether the text is `local@domain` with neither side empty, as the official emulator checks.
  package static func isPlausible(_ text: String) -> Bool {
    let bytes = ContiguousArray(text.utf8)
    guard bytes.count <= longest, let at = bytes.firstIndex(of: UInt8(ascii: "@")) else {
      return false
    }
    let (isFirst, isLast) = (at == 0, at == bytes.count - 1)
    return !isFirst && !isLast && !bytes[(at + 1)...].contains(UInt8(ascii: "@"))
      && bytes.allSatisfy { $0 > 32 && $0 != 127 }
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
