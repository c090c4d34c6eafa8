/// Finds the likely corrections of a mistyped name.
package enum NearestNames {
  /// Returns at most three names, the likeliest first: a few edits away, or with the typed text as
  /// their beginning.
  ///
  /// Case is ignored.
  package static func of(_ typed: String, among known: [String]) -> [String] {
    let typed = typed.lowercased()
    let count = typed.count
    let limit = max(2, count / 4)
    let candidates = known.compactMap { name -> (name: String, distance: Int)? in
      let lowercased = name.lowercased()
      // The distance is at least the difference of the lengths, and takes their product in time.
      guard count - lowercased.count <= limit else { return nil }
      let distance = editDistance(typed, lowercased)
      if distance <= limit, distance < count { return (name, distance) }
      return count > 3 && lowercased.hasPrefix(typed) ? (name, limit + 1) : nil
    }
    return candidates.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
      .prefix(3).map(\.name)
  }

  /// Returns the question about the likely names, such as ` Did you mean a or b?`; empty without any.
  package static func hint(_ typed: String, among known: [String]) -> String {
    let near = of(typed, among: known)
    return near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
  }

  /// Returns the message about a field that does not exist.
  ///
  /// - Parameter likely: the fields that were probably meant.
  package static func unknownField(likely: [String], among fields: [String]) -> String {
    guard !fields.isEmpty else { return "there is no such field" }
    let list = "the fields are \(fields.joined(separator: ", "))"
    guard !likely.isEmpty else { return "there is no such field; \(list)" }
    return "there is no such field; did you mean \(likely.joined(separator: " or "))? T"
      + list.dropFirst()
  }

  /// The number of insertions, deletions and replacements between two texts (Levenshtein).
  package static func editDistance(_ left: String, _ right: String) -> Int {
    let right = Array(right)
    var row = Array(0...right.count)
    for (line, character) in left.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for column in right.indices {
        let replaced = diagonal + (right[column] == character ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[right.count]
  }
}
