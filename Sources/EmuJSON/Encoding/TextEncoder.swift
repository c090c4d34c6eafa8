/// The encoder of a whole document, one object for all its values.
///
/// Values are written in order, so the state is only which containers are open. A container is
/// known by its depth; writing to it closes the ones that were opened deeper, and the end of a
/// value closes what the value opened.
final class TextEncoder: Encoder {
  /// The kind of an open container.
  private enum Container {
    case object, array
  }

  var writer: JSONTextWriter
  private var open: [Container] = []
  /// The depth at which the current value stands.
  private var base = 0

  init(_ writer: JSONTextWriter) { self.writer = writer }

  /// Writes a value that writes itself, and closes its containers.
  func write<T: Encodable>(_ value: T) throws {
    let outer = base
    let start = writer.bytes.count
    base = open.count
    try value.encode(to: self)
    close(to: base)
    // A type that asks for no container has no members.
    if writer.bytes.count == start {
      writer.beginObject()
      writer.endObject()
    }
    base = outer
  }

  /// Closes the containers that are deeper than the one at a depth.
  func close(to depth: Int) {
    while open.count > depth {
      switch open.removeLast() {
      case .object: writer.endObject()
      case .array: writer.endArray()
      }
    }
  }

  /// Opens an object as the current value and gives its depth.
  func openObject() -> Int {
    writer.beginObject()
    open.append(.object)
    return open.count
  }

  /// Opens an array as the current value and gives its depth.
  func openArray() -> Int {
    writer.beginArray()
    open.append(.array)
    return open.count
  }

  // MARK: Encoder

  /// Always empty: the types that are written here do not ask for it.
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // Asked again for the same value, as by a class and its superclass, it goes on with the object.
    let depth = open.count > base && open[base] == .object ? base + 1 : openObject()
    return KeyedEncodingContainer(TextKeyedContainer<Key>(encoder: self, depth: depth))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    let depth = open.count > base && open[base] == .array ? base + 1 : openArray()
    return TextUnkeyedContainer(encoder: self, depth: depth)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

// MARK: - The value itself as a scalar

extension TextEncoder: SingleValueEncodingContainer {
  func encodeNil() { writer.null() }
  func encode<T: Encodable>(_ value: T) throws { try write(value) }
  func encode(_ value: String) { writer.string(value) }
  func encode(_ value: Bool) { writer.bool(value) }
  func encode(_ value: Double) { writer.double(value) }
  func encode(_ value: Float) { writer.float(value) }
  func encode(_ value: Int) { writer.int(value) }
  func encode(_ value: Int8) { writer.int(value) }
  func encode(_ value: Int16) { writer.int(value) }
  func encode(_ value: Int32) { writer.int(value) }
  func encode(_ value: Int64) { writer.int(value) }
  func encode(_ value: UInt) { writer.int(value) }
  func encode(_ value: UInt8) { writer.int(value) }
  func encode(_ value: UInt16) { writer.int(value) }
  func encode(_ value: UInt32) { writer.int(value) }
  func encode(_ value: UInt64) { writer.int(value) }
}
