/// The visitor of ``JSONRecord/visitMembers(_:)``, which reads or writes each named member.
///
/// A member that is an `Optional` may be absent, and nil is not written. Any other is required.
package struct JSONMembers {
  /// The containers of a decoder or encoder that is not of this module.
  private final class Containers {
    var decoder: KeyedDecodingContainer<TreeKey>?
    var encoder: KeyedEncodingContainer<TreeKey>?
  }

  // References instead of an enum of them, which would be copied for each member.
  /// The source, if it is a tree of this module.
  private let tree: TreeDecoder?
  /// The source, if it is bytes.
  private let plain: PlainMembers?
  private let containers: Containers?
  /// The output, if there is no source.
  private(set) var writer: JSONTextWriter

  init(from decoder: any Decoder) throws {
    writer = JSONTextWriter(capacity: 0)
    plain = nil
    if let tree = decoder as? TreeDecoder {
      try tree.beginMembers()
      self.tree = tree
      containers = nil
    } else {
      tree = nil
      containers = Containers()
      containers?.decoder = try decoder.container(keyedBy: TreeKey.self)
    }
  }

  init(to encoder: any Encoder) {
    writer = JSONTextWriter(capacity: 0)
    tree = nil
    plain = nil
    containers = Containers()
    containers?.encoder = encoder.container(keyedBy: TreeKey.self)
  }

  init(to writer: consuming JSONTextWriter) {
    self.writer = writer
    tree = nil
    plain = nil
    containers = nil
  }

  init(from plain: PlainMembers) {
    writer = JSONTextWriter(capacity: 0)
    tree = nil
    self.plain = plain
    containers = nil
  }

  /// Reads or writes a member of any type.
  package mutating func callAsFunction<T: Codable>(_ name: String, _ value: inout T) throws {
    if let tree {
      value = try tree.value(T.self, name)
    } else if let plain {
      value = try plain.requiredValue(name, value) { _ in nil }
    } else if containers == nil {
      try write(value, name)
    } else {
      try other(name, &value)
    }
  }

  /// Reads or writes a member of any type that may be absent.
  package mutating func callAsFunction<T: Codable>(_ name: String, _ value: inout T?) throws {
    if let tree {
      value = try tree.valueOfRecord(T.self, name)
    } else if let plain {
      try plain.expectNone(name)
    } else if containers == nil {
      if let value { try write(value, name) }
    } else {
      try otherIfPresent(name, &value)
    }
  }

  /// Writes a member without a special form.
  private mutating func write<T: Encodable>(_ value: T, _ name: String) throws {
    writer.plainKey(name)
    try writer.encode(value)
  }
}

// MARK: - Forms of texts

extension JSONMembers {
  package mutating func callAsFunction(_ name: String, _ value: inout String) throws {
    if let tree {
      value = try tree.string(name)
    } else if let plain {
      value = try plain.requiredValue(name, value) { $0.text() }
    } else if containers == nil {
      writer.plainKey(name)
      writer.string(value)
    } else {
      try other(name, &value)
    }
  }

  package mutating func callAsFunction(_ name: String, _ value: inout String?) throws {
    if let tree {
      value = try tree.stringOfRecord(name)
    } else if let plain {
      value = try plain.value(name) { $0.text() }
    } else if containers == nil {
      guard let value else { return }
      writer.plainKey(name)
      writer.string(value)
    } else {
      try otherIfPresent(name, &value)
    }
  }

  package mutating func callAsFunction(_ name: String, _ value: inout Bool?) throws {
    if let tree {
      value = try tree.boolOfRecord(name)
    } else if let plain {
      value = try plain.value(name) { $0.bool() }
    } else if containers == nil {
      guard let value else { return }
      writer.plainKey(name)
      writer.bool(value)
    } else {
      try otherIfPresent(name, &value)
    }
  }

  package mutating func callAsFunction(_ name: String, _ value: inout Int?) throws {
    if let tree {
      value = try tree.integerOfRecord(name)
    } else if let plain {
      value = try plain.value(name) { $0.integer() }.map { Int($0) }
    } else if containers == nil {
      guard let value else { return }
      writer.plainKey(name)
      writer.int(Int64(value))
    } else {
      try otherIfPresent(name, &value)
    }
  }

  package mutating func callAsFunction(_ name: String, _ value: inout Int64?) throws {
    if let tree {
      value = try tree.integerOfRecord(name)
    } else if let plain {
      value = try plain.value(name) { $0.integer() }
    } else if containers == nil {
      guard let value else { return }
      writer.plainKey(name)
      writer.int(value)
    } else {
      try otherIfPresent(name, &value)
    }
  }

  package mutating func callAsFunction(_ name: String, _ value: inout Double?) throws {
    if let tree {
      value = try tree.valueOfRecord(Double.self, name)
    } else if let plain {
      try plain.expectNone(name)
    } else if containers == nil {
      guard let value else { return }
      writer.plainKey(name)
      writer.double(value)
    } else {
      try otherIfPresent(name, &value)
    }
  }

  package mutating func callAsFunction(_ name: String, _ value: inout TextualInteger?) throws {
    if let tree {
      let number: Int64? = try tree.integerOfRecord(name)
      value = number.map { TextualInteger($0) }
    } else if let plain {
      value = try plain.value(name) { $0.textualInteger() }.map { TextualInteger($0) }
    } else if containers == nil {
      guard let value else { return }
      writer.plainKey(name)
      writer.quotedInteger(value.value)
    } else {
      try otherIfPresent(name, &value)
    }
  }

  package mutating func callAsFunction<T: JSONText>(_ name: String, _ value: inout T) throws {
    if let tree {
      value = T(jsonText: try tree.string(name))
    } else if let plain {
      value = try plain.requiredValue(name, value) { _ in nil }
    } else if containers == nil {
      writer.plainKey(name)
      writer.string(try value.jsonText())
    } else {
      try other(name, &value)
    }
  }

  package mutating func callAsFunction<T: JSONText>(_ name: String, _ value: inout T?) throws {
    if let tree {
      value = try tree.stringOfRecord(name).map { T(jsonText: $0) }
    } else if let plain {
      try plain.expectNone(name)
    } else if containers == nil {
      guard let value else { return }
      writer.plainKey(name)
      writer.string(try value.jsonText())
    } else {
      try otherIfPresent(name, &value)
    }
  }

  package mutating func callAsFunction<T: JSONRecord>(_ name: String, _ value: inout T?) throws {
    if let plain { return try plain.expectNone(name) }
    guard tree == nil, containers == nil else { return try otherIfPresent(name, &value) }
    guard let value else { return }
    writer.plainKey(name)
    try write(value)
  }

  package mutating func callAsFunction<T: JSONRecord>(_ name: String, _ value: inout [T]) throws {
    if let plain {
      value = try plain.requiredValue(name, value) { _ in nil }
      return
    }
    guard tree == nil, containers == nil else { return try other(name, &value) }
    writer.plainKey(name)
    try write(value)
  }

  package mutating func callAsFunction<T: JSONRecord>(_ name: String, _ value: inout [T]?) throws {
    if let plain {
      try plain.expectNone(name)
    } else {
      try records(name, &value)
    }
  }

  package mutating func callAsFunction<T: PlainRecord>(_ name: String, _ value: inout [T]?) throws {
    if let plain {
      value = try plain.value(name) { $0.records(T.self) }
    } else {
      try records(name, &value)
    }
  }

  private mutating func records<T: JSONRecord>(_ name: String, _ value: inout [T]?) throws {
    if let tree {
      value = try tree.elementsOfRecord(T.self, name)
    } else if containers == nil {
      guard let value else { return }
      writer.plainKey(name)
      try write(value)
    } else {
      try otherIfPresent(name, &value)
    }
  }

  package mutating func callAsFunction<T>(
    _ name: String, _ value: inout LazyRecords<T>?
  ) throws {
    if let plain { return try plain.expectNone(name) }
    guard tree == nil, containers == nil else { return try otherIfPresent(name, &value) }
    guard let value else { return }
    writer.plainKey(name)
    try value.write(to: &self)
  }

  package mutating func callAsFunction(_ name: String, _ value: inout [String]?) throws {
    if let tree {
      value = try tree.stringsOfRecord(name)
    } else if let plain {
      try plain.expectNone(name)
    } else if containers == nil {
      guard let value else { return }
      writer.plainKey(name)
      writer.beginArray()
      for text in value { writer.string(text) }
      writer.endArray()
    } else {
      try otherIfPresent(name, &value)
    }
  }

  private mutating func write<T: JSONRecord>(_ elements: [T]) throws {
    try array { members in
      for element in elements { try members.write(element) }
    }
  }

  /// Writes an array as the next value; `body` writes its elements.
  mutating func array(_ body: (inout JSONMembers) throws -> Void) rethrows {
    writer.beginArray()
    try body(&self)
    writer.endArray()
  }

  /// Writes an object as the next value.
  mutating func write<T: JSONRecord>(_ record: consuming T) throws {
    writer.beginObject()
    try record.visitMembers(&self)
    writer.endObject()
  }
}

// MARK: - Other decoders and encoders

extension JSONMembers {
  private func other<T: Codable>(_ name: String, _ value: inout T) throws {
    let key = TreeKey(stringValue: name)
    if let tree {
      value = try tree.value(T.self, name)
    } else if let container = containers?.decoder {
      value = try container.decode(T.self, forKey: key)
    } else {
      try containers?.encoder?.encode(value, forKey: key)
    }
  }

  private func otherIfPresent<T: Codable>(_ name: String, _ value: inout T?) throws {
    let key = TreeKey(stringValue: name)
    if let tree {
      value = try tree.valueOfRecord(T.self, name)
    } else if let container = containers?.decoder {
      value = try container.decodeIfPresent(T.self, forKey: key)
    } else {
      try containers?.encoder?.encodeIfPresent(value, forKey: key)
    }
  }
}
