/// The location of a user in an import.
struct ImportLocation: Sendable, Hashable {
  /// The file, such as `accounts-acme.json`; empty if there is only one.
  var file = ""
  /// The line, counted from 1, or the index in `users`, counted from 0.
  var number: Int
  var isLine: Bool
}

extension ImportLocation: CustomStringConvertible {
  var description: String {
    let place = isLine ? "line \(number)" : "users[\(number)]"
    return file.isEmpty ? place : "\(file), \(place)"
  }
}

/// The locations of all stored users, in four bytes each.
struct ImportLocations {
  private var numbers: [UInt32] = []
  /// The files, each with the index of its first user.
  private var files: [(start: Int, place: ImportLocation)] = []

  mutating func append(_ place: ImportLocation) {
    if files.last?.place.file != place.file { files.append((numbers.count, place)) }
    numbers.append(UInt32(truncatingIfNeeded: place.number))
  }

  subscript(index: Int) -> ImportLocation? {
    guard numbers.indices.contains(index),
      var place = files.last(where: { $0.start <= index })?.place
    else { return nil }
    place.number = Int(numbers[index])
    return place
  }
}
