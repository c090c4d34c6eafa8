import Foundation

extension Date {
  /// Reads a text of RFC 3339 with milliseconds; nil for another text.
  init?(rfc3339 text: String?) {
    guard let date = text.flatMap({ Self.formatter().date(from: $0) }) else { return nil }
    self = date
  }

  /// RFC 3339 with milliseconds, in UTC, as the emulator writes times.
  var rfc3339: String { Self.formatter().string(from: self) }

  private static func formatter() -> ISO8601DateFormatter {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return formatter
  }
}

extension String {
  /// Returns a name of small letters, digits and hyphens that differs at each call, on every machine.
  static func uniqueName(_ prefix: String) -> String {
    let text = ProcessInfo.processInfo.globallyUniqueString.lowercased()
    return "\(prefix)-" + text.filter { $0.isLetter || $0.isNumber }
  }
}
