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
    var owners: [String: String] = [:]
    for pattern in patterns {
      guard let filled = filled(pattern, with: typed) else { continue }
      let isNear = zip(typed, filled).allSatisfy { typed, part in
        typed == part || !NearestNames.of(String(typed), among: [part]).isEmpty
      }
      guard isNear else { continue }
      let text = "/" + filled.joined(separator: "/")
      owners[text] = owners[text] ?? pattern.text
    }
    return NearestNames.of(path, among: owners.keys.sorted()).compactMap { owners[$0] }
  }

  /// Returns the patterns of a resource whose action is like that of a path, as `:restore` of
  /// `/emulator/v1/snapshots/ready:restor`; none for a path with an action that exists.
  static func ofAction(in path: String, among patterns: [PathPattern]) -> [String] {
    guard path.utf8.count <= longest, let colon = path.lastIndex(of: ":") else { return [] }
    let (resource, action) = (path[...colon], String(path[path.index(after: colon)...]))
    let typed = path.split(separator: "/")
    var owners: [String: String] = [:]
    for pattern in patterns {
      guard let filled = filled(pattern, with: typed) else { continue }
      let text = "/" + filled.joined(separator: "/")
      if text.hasPrefix(resource) { owners[String(text.dropFirst(resource.count))] = pattern.text }
    }
    guard owners[action] == nil else { return [] }
    return NearestNames.of(action, among: owners.keys.sorted()).compactMap { owners[$0] }
  }

  /// Returns the segments of a pattern with the typed ones in place of its fields; nil for a pattern with
  /// another number of segments.
  private static func filled(_ pattern: PathPattern, with typed: [Substring]) -> [String]? {
    let parts = pattern.text.split(separator: "/")
    return parts.count == typed.count ? zip(typed, parts).map { value(of: $0, for: $1) } : nil
  }

  /// Returns the text of a pattern's part: for a field in braces, the typed text.
  private static func value(of typed: Substring, for part: Substring) -> String {
    guard part.hasPrefix("{"), let end = part.firstIndex(of: "}") else { return String(part) }
    return String(typed.prefix { $0 != ":" }) + part[part.index(after: end)...]
  }
}
