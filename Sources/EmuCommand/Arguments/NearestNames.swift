/// Finds the names that somebody who mistyped one may have meant.
enum NearestNames {
  /// At most three names, the likeliest first: a few edits away, or beginning with what was typed.
  static func of(_ typed: String, among known: [String]) -> [String] {
    let limit = max(2, typed.count / 4)
    let candidates = known.compactMap { name -> (name: String, distance: Int)? in
      let distance = editDistance(typed, name)
      if distance <= limit { return (name, distance) }
      return typed.count > 3 && name.hasPrefix(typed) ? (name, limit + 1) : nil
    }
    return candidates.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
      .prefix(3).map(\.name)
  }

  /// The number of insertions, deletions and replacements between two texts (Levenshtein).
  static func editDistance(_ left: String, _ right: String) -> Int {
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
