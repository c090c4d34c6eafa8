/// The encoder of a document, one object for all its values.
///
/// Its state is one value, changed by one call for each member: every access to the state of a
/// class is checked for overlaps at run time.
final class TextEncoder: Encoder {
  var text: EncodingBuffer

  init(_ writer: JSONTextWriter) { text = EncodingBuffer(writer: writer) }

  /// Writes a value that writes itself, and closes its containers.
  func write<T: Encodable>(_ value: T) throws {
    let outer = text.beginValue()
    try value.encode(to: self)
    text.endValue(outer)
  }

  // MARK: Encoder

  /// Always empty: the encoded types do not use it.
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(
      TextKeyedContainer<Key>(encoder: self, depth: text.enter(.object)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    TextUnkeyedContainer(encoder: self, depth: text.enter(.array))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

// MARK: - The value itself as a scalar

extension TextEncoder: SingleValueEncodingContainer {
  func encodeNil() { text.writer.null() }
  func encode<T: Encodable>(_ value: T) throws { try write(value) }
  func encode(_ value: String) { text.writer.string(value) }
  func encode(_ value: Bool) { text.writer.bool(value) }
  func encode(_ value: Double) { text.writer.double(value) }
  func encode(_ value: Float) { text.writer.float(value) }
  func encode(_ value: Int) { text.writer.int(value) }
  func encode(_ value: Int8) { text.writer.int(value) }
  func encode(_ value: Int16) { text.writer.int(value) }
  func encode(_ value: Int32) { text.writer.int(value) }
  func encode(_ value: Int64) { text.writer.int(value) }
  func encode(_ value: UInt) { text.writer.int(value) }
  func encode(_ value: UInt8) { text.writer.int(value) }
  func encode(_ value: UInt16) { text.writer.int(value) }
  func encode(_ value: UInt32) { text.writer.int(value) }
  func encode(_ value: UInt64) { text.writer.int(value) }
}
