package enum EmailAddress {
  /// The maximum length of the stored form in bytes; production accepts it, RFC 5321 §4.5.3.1 one byte less.
  package static let longest = 255

  /// Returns the form in which an address is stored and compared.
  package static func canonical(_ text: String) -> String {
    // Nearly every address is in lower case already and needs no second text. Iterating an array
    // costs a tenth of iterating a text.
    let isCanonical = ContiguousArray(text.utf8).allSatisfy {
      $0 < 0x80 && !(0x41...0x5A).contains($0)
    }
    return isCanonical ? text : text.lowercased()
  }

  /// Returns true for `local@domain` with neither side empty, as the official emulator checks.
  package static func isPlausible(_ text: String) -> Bool {
    let bytes = ContiguousArray(text.utf8)
    guard bytes.count <= longest, let at = bytes.firstIndex(of: UInt8(ascii: "@")) else {
      return false
    }
    let (isFirst, isLast) = (at == 0, at == bytes.count - 1)
    return !isFirst && !isLast && !bytes[(at + 1)...].contains(UInt8(ascii: "@"))
      && bytes.allSatisfy { $0 > 32 && $0 != 127 } && canonical(text).utf8.count <= longest
  }

  /// Returns true if the local part is a dot-atom or a quoted string, as in the `addr-spec` of RFC 822.
  ///
  /// Characters beyond ASCII are accepted, as recorded of production.
  package static func hasValidLocalPart(_ text: String) -> Bool {
    let local = ContiguousArray(text.utf8.prefix { $0 != UInt8(ascii: "@") })
    let quote = UInt8(ascii: "\"")
    if local.count > 1, local.first == quote, local.last == quote {
      return isQuotedContent(local[1..<(local.count - 1)])
    }
    return local.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && $0.allSatisfy { !specials.contains($0) } }
  }

  /// Returns true if each quote and each backslash follows a backslash.
  private static func isQuotedContent(_ bytes: ArraySlice<UInt8>) -> Bool {
    var isEscaped = false
    for byte in bytes {
      guard isEscaped || byte != UInt8(ascii: "\"") else { return false }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    return !isEscaped
  }

  /// The characters that an atom does not have.
  private static let specials = Set(#"()<>@,;:\".[]"#.utf8)

  /// Returns the number of labels of the domain: two in `ann@example.com`, none if one is empty.
  package static func domainLabels(of text: String) -> Int {
    let domain = text.split(separator: "@").last ?? ""
    let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
    return labels.contains("") ? 0 : labels.count
  }
}
