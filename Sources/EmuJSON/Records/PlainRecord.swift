/// A record that is also read from bytes without a tree, as ``PlainJSONReader`` reads them.
///
/// For lists that may be long: this takes little more than half of the instructions that a tree and its
/// decoding take (ADR 0028).
package protocol PlainRecord: JSONRecord {
  /// `JSONNames(of: Self.self)`, kept.
  static var names: JSONNames { get }
}

extension PlainRecord {
  /// Reads an object whose members are all of the record, each once and in its plain form.
  ///
  /// Returns nil for any other; the reader is then of no more use.
  package init?(plain reader: inout PlainJSONReader) {
    guard let places = PlainMembers(Self.names, &reader) else { return nil }
    self.init()
    var members = JSONMembers(from: places)
    do { try visitMembers(&members) } catch { return nil }
  }
}

extension JSONNames {
  /// The names of a record's members, in the order in which it names them.
  package init(of record: (some JSONRecord).Type) {
    let places = PlainMembers()
    var members = JSONMembers(from: places)
    var empty = record.init()
    // Nothing is there to be read, so that nothing can be wrong.
    try? empty.visitMembers(&members)
    self.init(places.asked)
  }
}

/// Where the members of an object are among the bytes, in the order in which a record names them.
final class PlainMembers {
  /// What a member is whose form is another than the plain one.
  struct IsNotPlain: Error {}

  private var reader: PlainJSONReader
  /// The place of each value; below 0 where there is none.
  private var places: [Int]
  /// How many were asked for.
  private var next = 0
  /// The names that were asked for, where there is no object but a type's names are to be known.
  private(set) var asked: [String] = []
  private let collects: Bool

  /// Members of no object, which remember their names.
  fileprivate init() {
    reader = PlainJSONReader([], 0..<0)
    places = []
    collects = true
  }

  /// Finds the members, and leaves the reader behind the object.
  ///
  /// - Returns: nil for what is no object, for an unknown or repeated member, and for `null`.
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

  /// Reads the member that is asked for next.
  ///
  /// - Parameter read: nil for a value in another form.
  /// - Returns: nil where there is none.
  func value<T>(
    _ name: String, _ read: (inout PlainJSONReader) -> T?
  ) throws(IsNotPlain) -> T? {
    guard let place = place(name) else { return nil }
    reader.position = place
    guard let value = read(&reader) else { throw IsNotPlain() }
    return value
  }

  /// Reads the member that is asked for next, which must be there.
  ///
  /// - Parameters:
  ///   - old: is returned where no object is read.
  ///   - read: nil for a value in another form, and for a type that has no plain one.
  func requiredValue<T>(
    _ name: String, _ old: T, _ read: (inout PlainJSONReader) -> T?
  ) throws(IsNotPlain) -> T {
    if let value = try value(name, read) { return value }
    guard collects else { throw IsNotPlain() }
    return old
  }

  /// Makes sure that an optional member of a type without a plain form is not there.
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
