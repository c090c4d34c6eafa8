package import EmuJSON

/// `byte`: base64, in either alphabet and with or without padding.
package enum Base64Format: TextFormat {
  package static func flaw(of text: String) -> FormatFlaw? {
    let characters = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }
    let isValid = characters.count % 4 != 1 && characters.allSatisfy(alphabet.contains)
    return isValid ? nil : FormatFlaw("TYPE_BYTES", "Base64 decoding failed for \"\(text)\"")
  }

  private static let alphabet = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/".utf8)
}

/// The same for hashes; an emulator's export with plaintext passwords can be imported again.
package enum HashFormat: TextFormat {
  package static func flaw(of text: String) -> FormatFlaw? {
    StoredPassword.isClear(text) || text.hasPrefix(StoredPassword.saltPrefix)
      ? nil : Base64Format.flaw(of: text)
  }
}

/// `google-duration`: seconds and an `s`, such as `3.5s`.
package enum DurationFormat: TextFormat {
  package static func flaw(of text: String) -> FormatFlaw? {
    let problem: String
    if !text.hasSuffix("s") {
      problem = "Illegal duration format; duration must end with 's'"
    } else if !isNumber(text.dropLast()) || seconds(text) == nil {
      problem = "Invalid duration format, failed to parse seconds"
    } else if (seconds(text) ?? 0).magnitude > longest {
      problem = "Duration value exceeds limits"
    } else {
      return nil
    }
    return FormatFlaw("type.googleapis.com/google.protobuf.Duration", problem)
  }

  package static func canonical(_ text: String) -> String {
    let fraction = text.groupsOfFraction
    let seconds = seconds(text) ?? 0
    let sign = text.hasPrefix("-") && (seconds != 0 || !fraction.isEmpty) ? "-" : ""
    return "\(sign)\(seconds.magnitude)\(fraction)s"
  }

  /// In seconds, by the description of `google.protobuf.Duration`.
  private static let longest = 315_576_000_000

  private static func seconds(_ text: String) -> Int64? {
    Int64(text.prefix { $0 != "." && $0 != "s" })
  }

  private static func isNumber(_ text: Substring) -> Bool {
    (text.hasPrefix("-") ? text.dropFirst() : text)
      .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      .allSatisfy { part in !part.isEmpty && part.utf8.allSatisfy { (48...57).contains($0) } }
  }
}

/// `google-datetime`: RFC 3339.
package enum TimeFormat: TextFormat {
  package static func flaw(of text: String) -> FormatFlaw? {
    if let time = Timestamp(rfc3339: text), Timestamp.range.contains(time) { return nil }
    return FormatFlaw(
      "type.googleapis.com/google.protobuf.Timestamp",
      text.hasSuffix("Z")
        ? "Invalid time format: Failed to parse input"
        : "Illegal timestamp format; timestamps must end with 'Z' or have a valid timezone offset.")
  }

  package static func canonical(_ text: String) -> String {
    guard let time = Timestamp(rfc3339: text) else { return text }
    return "\(time.rfc3339.prefix(19))\(text.groupsOfFraction)Z"
  }
}

extension String {
  /// The fraction of a number or time with its dot, in 0, 3, 6 or 9 digits.
  fileprivate var groupsOfFraction: String {
    let digits = drop { $0 != "." }.dropFirst().prefix { $0.isNumber }.prefix(9)
    guard let last = digits.lastIndex(where: { $0 != "0" }) else { return "" }
    let kept = digits[...last]
    return ".\(kept)" + String(repeating: "0", count: (9 - kept.count) % 3)
  }
}
