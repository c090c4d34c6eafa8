/// The encoder of a document, one object for all its values.
///
/// Its state is one value, changed by one call for each member: every access to the state of a
/// class is checked for overlaps at run time.
final class TextEncoder: Encoder {
  var text: EncodingBuffer

  init(_ writer: JSONTextWriter) { text = EncodingBuffer(writer: writer) }

  /// Writes a value that writes itself, and closes its container.
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
    text.enter(.object)
    return KeyedEncodingContainer(TextKeyedContainer<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    text.enter(.array)
    return TextUnkeyedContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

// MARK: - The value itself as a scalar

extension TextEncoder: SingleValueEncodingContainer {
  func encodeNil() { text.writer.null() }
  func encode<T: Encodable>(_ value: T) throws { try write(value) }
  func encode<S: JSONScalar>(_ value: S) { value.write(to: &text.writer) }
}
