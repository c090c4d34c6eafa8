/// A record that can be read from bytes without a tree, as ``PlainJSONReader`` reads them.
///
/// For long lists: this takes little more than half of the instructions of a tree and its decoding
/// (ADR 0028).
package protocol PlainRecord: JSONRecord {
  /// The stored value of `JSONNames(of: Self.self)`.
  static var names: JSONNames { get }
}

extension PlainRecord {
  /// Reads an object whose members all belong to the record, each once and in its plain form.
  ///
  /// Returns nil for any other object; the reader is then unusable.
  package init?(plain reader: inout PlainJSONReader) {
    guard let places = PlainMembers(Self.names, &reader) else { return nil }
    self.init()
    var members = JSONMembers(from: places)
    do { try visitMembers(&members) } catch { return nil }
  }
}

extension JSONNames {
  /// Creates the names of a record's members, in the record's order.
  package init(of record: (some JSONRecord).Type) {
    let places = PlainMembers()
    var members = JSONMembers(from: places)
    var empty = record.init()
    // Nothing is read, so this cannot fail.
    try? empty.visitMembers(&members)
    self.init(places.asked)
  }
}

/// The positions of an object's members in the bytes, in the order of the record's names.
final class PlainMembers {
  /// The error of a member in another form than the plain one.
  struct IsNotPlain: Error {}

  private var reader: PlainJSONReader
  /// The position of each value; negative for an absent one.
  private var places: [Int]
  /// The number of members read so far.
  private var next = 0
  /// The names that were read, when only a type's names are collected.
  private(set) var asked: [String] = []
  private let collects: Bool

  /// Creates members without an object, which record their names.
  fileprivate init() {
    reader = PlainJSONReader([], 0..<0)
    places = []
    collects = true
  }

  /// Finds the members, and moves the reader after the object.
  ///
  /// - Returns: nil for anything but an object, for an unknown or repeated member, and for `null`.
  fileprivate init?(_ names: JSONNames, _ reader: inout PlainJSONReader) {
    var places = [Int](repeating: -1, count: names.count)
    guard reader.skip(UInt8(ascii: "{")) else { return nil }
    if !reader.skip(UInt8(ascii: "}")) {
      repeat {
        guard let name = reader.key(of: names), places[name] < 0 else { return nil }
        places[name] = reader.position
        guard reader.skipValue() else { return nil }
      } while reader.skip(UInt8(ascii: ","))
      guard reader.skip(UInt8(ascii: "}")) else { return nil }
    }
    self.reader = reader
    self.places = places
    collects = false
  }

  /// Reads the next member.
  ///
  /// - Parameter read: returns nil for a value in another form.
  /// - Returns: nil for an absent one.
  func value<T>(
    _ name: String, _ read: (inout PlainJSONReader) -> T?
  ) throws(IsNotPlain) -> T? {
    guard let place = place(name) else { return nil }
    reader.position = place
    guard let value = read(&reader) else { throw IsNotPlain() }
    return value
  }

  /// Reads the next member, which is required.
  ///
  /// - Parameters:
  ///   - old: the result when only names are collected.
  ///   - read: returns nil for a value in another form, and for a type without a plain one.
  func requiredValue<T>(
    _ name: String, _ old: T, _ read: (inout PlainJSONReader) -> T?
  ) throws(IsNotPlain) -> T {
    if let value = try value(name, read) { return value }
    guard collects else { throw IsNotPlain() }
    return old
  }

  /// Throws when an optional member of a type without a plain form is present.
  func expectNone(_ name: String) throws(IsNotPlain) {
    if place(name) != nil { throw IsNotPlain() }
  }

  private func place(_ name: String) -> Int? {
    if collects {
      asked.append(name)
      return nil
    }
    defer { next += 1 }
    return places[next] < 0 ? nil : places[next]
  }
}

extension PlainJSONReader {
  /// The elements of an array of records.
  mutating func records<T: PlainRecord>(_ type: T.Type) -> [T]? {
    guard skip(UInt8(ascii: "[")) else { return nil }
    if skip(UInt8(ascii: "]")) { return [] }
    var elements: [T] = []
    repeat {
      guard let element = T(plain: &self) else { return nil }
      elements.append(element)
    } while skip(UInt8(ascii: ","))
    return skip(UInt8(ascii: "]")) ? elements : nil
  }
}
