/// The valid names of snapshots, which are file names.
package enum SnapshotName {
  package static let limit = 64

  /// Returns the problem with a name; nil for a valid one.
  package static func problem(with name: String) -> String? {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isPlain, !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= limit else {
      return "a name has 1 to \(limit) letters of a-z and A-Z, digits, '-', '_' and '.', and does "
        + "not begin with '.'"
    }
    return nil
  }
}
