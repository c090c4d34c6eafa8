internal import EmuCrypto
internal import EmuModel

/// The format of a text in the published description.
enum TextFormat: Sendable {
  /// `byte`: base64.
  case bytes
  /// `google-duration`: seconds and an `s`, such as `3.5s`.
  case duration
  /// `google-datetime`: RFC 3339.
  case time

  /// Returns production's error for a text of another format; nil for a valid one.
  func flaw(of text: String, at path: @autoclosure () -> String) -> APIError? {
    switch self {
    case .bytes:
      return Base64URL.decode(text, lenient: true) == nil ? .notBase64(text, at: path()) : nil
    case .duration:
      guard text.hasSuffix("s") else {
        return .malformed(
          "Duration", "Illegal duration format; duration must end with 's'", at: path())
      }
      guard Self.isNumber(text.dropLast()),
        let seconds = Int64(text.prefix { $0 != "." && $0 != "s" })
      else {
        return .malformed(
          "Duration", "Invalid duration format, failed to parse seconds", at: path())
      }
      guard seconds.magnitude > Self.longestDuration else { return nil }
      return .malformed("Duration", "Duration value exceeds limits", at: path())
    case .time:
      guard Timestamp(rfc3339: text) == nil else { return nil }
      let problem =
        text.hasSuffix("Z")
        ? "Invalid time format: Failed to parse input"
        : "Illegal timestamp format; timestamps must end with 'Z' or have a valid timezone "
          + "offset."
      return .malformed("Timestamp", problem, at: path())
    }
  }

  /// In seconds, by the description of `google.protobuf.Duration`.
  private static let longestDuration = 315_576_000_000

  private static func isNumber(_ text: Substring) -> Bool {
    (text.hasPrefix("-") ? text.dropFirst() : text)
      .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      .allSatisfy { part in !part.isEmpty && part.utf8.allSatisfy { (48...57).contains($0) } }
  }
}

extension OperationContext {
  /// Checks the format of a text.
  ///
  /// - Throws: in production `Invalid value at '…'`; the official emulator accepts any text.
  func check(
    _ format: TextFormat, of text: String?, at path: @autoclosure () -> String
  ) throws(APIError) {
    guard let text, let flaw = format.flaw(of: text, at: path()) else { return }
    try checkStrictly(
      false, reason: "\(flaw.violations.first?.field ?? "a field") is not in its published format",
      otherwise: flaw)
  }
}
