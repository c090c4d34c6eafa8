internal import EmuHTTP
internal import EmuJSON

/// Finds the likely corrections of a mistyped path.
enum NearestPaths {
  /// Longer ones are not typing errors, and would take long to compare.
  private static let longest = 256

  /// At most three patterns, the likeliest first. Each of their segments is near the typed one.
  static func of(_ path: String, among patterns: [PathPattern]) -> [String] {
    let typed = path.split(separator: "/")
    let owners = filled(patterns, with: path).filter { text, _ in
      zip(typed, text.split(separator: "/")).allSatisfy { typed, part in
        typed == part || !NearestNames.of(String(typed), among: [String(part)]).isEmpty
      }
    }
    return NearestNames.of(path, among: owners.keys.sorted()).compactMap { owners[$0] }
  }

  /// Returns the patterns of a resource whose action is like that of a path, as `:restore` of
  /// `/emulator/v1/snapshots/ready:restor`; none for a path with an action that exists.
  static func ofAction(in path: String, among patterns: [PathPattern]) -> [String] {
    guard let colon = path.lastIndex(of: ":") else { return [] }
    let (resource, action) = (path[...colon], String(path[path.index(after: colon)...]))
    let owners = filled(patterns, with: path).filter { text, _ in text.hasPrefix(resource) }
    guard owners[resource + action] == nil else { return [] }
    let actions = owners.keys.sorted().map { String($0.dropFirst(resource.count)) }
    return NearestNames.of(action, among: actions).compactMap { owners[resource + $0] }
  }

  /// Returns the patterns with as many segments as a path, by their texts with the typed segments in
  /// place of fields.
  private static func filled(
    _ patterns: [PathPattern], with path: String
  ) -> [String: String] {
    guard path.utf8.count <= longest else { return [:] }
    let typed = path.split(separator: "/")
    let texts = patterns.compactMap { pattern -> (String, String)? in
      let parts = pattern.text.split(separator: "/")
      guard parts.count == typed.count else { return nil }
      return ("/" + zip(typed, parts).map(value).joined(separator: "/"), pattern.text)
    }
    return Dictionary(texts) { first, _ in first }
  }

  /// Returns the text of a pattern's part: for a field in braces, the typed text.
  private static func value(of typed: Substring, for part: Substring) -> String {
    guard part.hasPrefix("{"), let end = part.firstIndex(of: "}") else { return String(part) }
    return String(typed.prefix { $0 != ":" }) + part[part.index(after: end)...]
  }
}
