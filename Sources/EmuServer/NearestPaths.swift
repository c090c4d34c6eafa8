internal import EmuHTTP
internal import EmuJSON

/// Finds the likely corrections of a mistyped path.
enum NearestPaths {
  /// Longer ones are not typing errors, and would take long to compare.
  private static let longest = 256

  /// At most three patterns, the likeliest first.
  static func of(_ path: String, among patterns: [PathPattern]) -> [String] {
    guard path.utf8.count <= longest else { return [] }
    let typed = path.split(separator: "/", omittingEmptySubsequences: false)
    var owners: [String: String] = [:]
    for pattern in patterns {
      let parts = pattern.text.split(separator: "/", omittingEmptySubsequences: false)
      guard abs(parts.count - typed.count) <= 1 else { continue }
      let filled = parts.enumerated().map { index, part in
        index < typed.count ? value(of: typed[index], for: part) : String(part)
      }.joined(separator: "/")
      guard abs(filled.utf8.count - path.utf8.count) <= path.utf8.count / 4 else { continue }
      owners[filled] = owners[filled] ?? pattern.text
    }
    return NearestNames.of(path, among: owners.keys.sorted()).compactMap { owners[$0] }
  }

  /// Returns the text of a pattern's part: for a field in braces, the typed text.
  private static func value(of typed: Substring, for part: Substring) -> String {
    guard part.hasPrefix("{"), let end = part.firstIndex(of: "}") else { return String(part) }
    return String(typed.prefix { $0 != ":" }) + part[part.index(after: end)...]
  }
}
