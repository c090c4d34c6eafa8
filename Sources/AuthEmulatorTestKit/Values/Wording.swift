import Foundation

/// Times as the emulator writes them, and names that no other test has.
enum Wording {
  /// A time as RFC 3339 with milliseconds, in UTC.
  static func text(of time: Date) -> String { formatter().string(from: time) }

  /// Returns the time that a text of RFC 3339 with milliseconds names; nil for another text.
  static func time(_ text: String?) -> Date? {
    text.flatMap { formatter().date(from: $0) }
  }

  private static func formatter() -> ISO8601DateFormatter {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return formatter
  }

  /// A name of small letters, digits and hyphens that differs at each call, on every machine.
  static func unique(_ prefix: String) -> String {
    let text = ProcessInfo.processInfo.globallyUniqueString.lowercased()
    return "\(prefix)-" + text.filter { $0.isLetter || $0.isNumber }
  }
}
