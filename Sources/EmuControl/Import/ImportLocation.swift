struct ImportLocation: Sendable, Hashable, CustomStringConvertible {
  /// The file, such as `accounts-acme.json`; empty if there is only one.
  var file = ""
  /// The line, counted from 1, or the index in `users`, counted from 0.
  var number: Int
  var isLine: Bool

  var description: String {
    let location = isLine ? "line \(number)" : "users[\(number)]"
    return file.isEmpty ? location : "\(file), \(location)"
  }
}

/// The locations of all stored users, in four bytes each.
struct ImportLocations {
  private var numbers: [UInt32] = []
  /// The files, each with the index of its first user.
  private var files: [(start: Int, location: ImportLocation)] = []

  mutating func append(_ location: ImportLocation) {
    if files.last?.location.file != location.file { files.append((numbers.count, location)) }
    numbers.append(UInt32(truncatingIfNeeded: location.number))
  }

  subscript(index: Int) -> ImportLocation? {
    guard numbers.indices.contains(index),
      var location = files.last(where: { $0.start <= index })?.location
    else { return nil }
    location.number = Int(numbers[index])
    return location
  }
}
