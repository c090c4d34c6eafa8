/// Where a user stands in what is imported.
struct ImportPlace: Sendable, Hashable {
  /// A file of several, such as `accounts-acme.json`; empty for the only one.
  var file = ""
  /// The line, counted from 1, or the element of `users`, counted from 0.
  var number: Int
  var isLine: Bool
}

extension ImportPlace: CustomStringConvertible {
  var description: String {
    let place = isLine ? "line \(number)" : "users[\(number)]"
    return file.isEmpty ? place : "\(file), \(place)"
  }
}

/// The places of all users that were stored, in four bytes each.
struct ImportPlaces {
  private var numbers: [UInt32] = []
  /// The files, each with the first of its users.
  private var files: [(start: Int, place: ImportPlace)] = []

  mutating func append(_ place: ImportPlace) {
    if files.last?.place.file != place.file { files.append((numbers.count, place)) }
    numbers.append(UInt32(truncatingIfNeeded: place.number))
  }

  subscript(index: Int) -> ImportPlace? {
    guard numbers.indices.contains(index),
      var place = files.last(where: { $0.start <= index })?.place
    else { return nil }
    place.number = Int(numbers[index])
    return place
  }
}
