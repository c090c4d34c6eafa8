/// The names of an object's members, for searches in bytes.
package struct JSONNames: Sendable, Equatable {
  private static let slotCount = 64

  private let names: [ContiguousArray<UInt8>]
  /// The indices of names by their lengths and last letters; colliding ones follow one another.
  private var slots = [UInt8](repeating: .max, count: slotCount)

  /// The number of names.
  var count: Int { names.count }

  /// - Parameter names: at most 32.
  package init(_ names: [String]) {
    precondition(names.count <= Self.slotCount / 2, "a table of names is too small")
    self.names = names.map { ContiguousArray($0.utf8) }
    for (place, name) in self.names.enumerated() {
      var slot = Self.slot(0..<name.count, name)
      while slots[slot] != .max { slot = (slot + 1) % Self.slotCount }
      slots[slot] = UInt8(place)
    }
  }

  /// Returns the index of a name in the table.
  func place(of range: Range<Int>, in bytes: ContiguousArray<UInt8>) -> Int? {
    guard !range.isEmpty else { return nil }
    var slot = Self.slot(range, bytes)
    while slots[slot] != .max {
      let place = Int(slots[slot])
      if isSame(names[place], range, bytes) { return place }
      slot = (slot + 1) % Self.slotCount
    }
    return nil
  }

  private func isSame(
    _ name: ContiguousArray<UInt8>, _ range: Range<Int>, _ bytes: ContiguousArray<UInt8>
  ) -> Bool {
    guard name.count == range.count else { return false }
    for index in name.indices where name[index] != bytes[range.lowerBound + index] { return false }
    return true
  }

  private static func slot(_ range: Range<Int>, _ bytes: ContiguousArray<UInt8>) -> Int {
    let (first, last) = (Int(bytes[range.lowerBound]), Int(bytes[range.upperBound - 1]))
    return (range.count &* 5 &+ first &* 3 &+ last) % slotCount
  }
}
