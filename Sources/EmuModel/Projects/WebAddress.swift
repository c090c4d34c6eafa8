/// An http or https address of visible ASCII, which is called or shown in a frame.
package enum WebAddress {
  /// Returns the problem with such an address, as a sentence; nil for a valid one.
  package static func problem(with text: String) -> String? {
    let isGood =
      text.utf8.allSatisfy { (33...126).contains($0) && !AbsoluteURL.unwise.contains($0) }
      && AbsoluteURL(text).map { $0.isWeb && $0.host.utf8.allSatisfy(isHostByte) } == true
    return isGood ? nil : "write an http or https URL such as http://localhost:8080/path"
  }

  /// Of a name in lower case or an address; a semicolon would end a rule of a page's policy.
  private static func isHostByte(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (48...57).contains(byte) || hostMarks.contains(byte)
  }

  private static let hostMarks = Array("-._:".utf8)
}
