/// The valid names of snapshots, which are file names.
package enum SnapshotName {
  package static let limit = 64

  /// Returns the problem with a name; nil for a valid one.
  package static func problem(with name: String) -> String? {
    let isPlain = name.utf8.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
    guard isPlain, !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= limit else {
      return "a name has 1 to \(limit) letters of a-z and A-Z, digits, '-', '_' and '.', and does "
        + "not begin with '.'"
    }
    return nil
  }
}
