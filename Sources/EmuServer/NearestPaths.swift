internal import EmuHTTP
internal import EmuJSON

/// Finds the likely corrections of a mistyped path.
enum NearestPaths {
  /// Longer ones are not typing errors, and would take long to compare.
  private static let longest = 256

  /// At most three patterns, the likeliest first. Each of their segments is near the typed one.
  static func of(_ path: String, among patterns: [PathPattern]) -> [String] {
    guard path.utf8.count <= longest else { return [] }
    let typed = path.split(separator: "/")
    let texts = patterns.compactMap { pattern -> (String, String)? in
      let parts = pattern.text.split(separator: "/")
      guard parts.count == typed.count else { return nil }
      let filled = zip(typed, parts).map(value)
      let isNear = zip(typed, filled).allSatisfy { typed, part in
        typed == part || !NearestNames.of(String(typed), among: [part]).isEmpty
      }
      return isNear ? ("/" + filled.joined(separator: "/"), pattern.text) : nil
    }
    let owners = Dictionary(texts) { first, _ in first }
    return NearestNames.of(path, among: owners.keys.sorted()).compactMap { owners[$0] }
  }

  /// Returns the text of a pattern's part: for a field in braces, the typed text.
  private static func value(of typed: Substring, for part: Substring) -> String {
    guard part.hasPrefix("{"), let end = part.firstIndex(of: "}") else { return String(part) }
    return String(typed.prefix { $0 != ":" }) + part[part.index(after: end)...]
  }
}
