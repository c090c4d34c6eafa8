internal import EmuJSON

/// Reads a message by its shape: names in camelCase, enums as names; without unknown fields,
/// output-only fields and nulls.
struct ResourceReader {
  /// The paths of unknown members, which are ignored.
  private(set) var unknownFields: [String] = []
  /// The error of the first text that is not in its format, which is kept all the same.
  private(set) var formatFlaw: APIError?

  /// - Parameter path: the path of the message in errors.
  ///
  /// - Throws: `INVALID_ARGUMENT` with the field.
  mutating func read(
    _ value: JSON, _ shape: Shape, at path: String
  ) throws(APIError) -> JSONObject {
    guard let object = value.object else { throw .mismatch(value, .object, at: path) }
    var result = JSONObject()
    for member in object {
      guard let (name, field) = shape.field(member.key) else {
        unknownFields.append("\(path).\(member.key)")
        continue
      }
      guard !member.value.isNull else { continue }
      // An output-only value is dropped, but its type is checked.
      let value = try read(member.value, field.type, at: "\(path).\(name)")
      if !field.isOutputOnly { result[name] = value }
    }
    return result
  }

  private mutating func read(
    _ value: JSON, _ type: FieldType, at path: String
  ) throws(APIError) -> JSON {
    switch type {
    case .text:
      guard value.string != nil else { throw .mismatch(value, .string, at: path) }
      return value
    case .formatted(let format):
      guard let text = value.string else { throw .mismatch(value, .string, at: path) }
      formatFlaw = formatFlaw ?? format.flaw(of: text, at: path)
      return value
    case .flag:
      guard value.bool != nil else { throw .mismatch(value, .bool, at: path) }
      return value
    case .int32:
      guard let number = Self.integer(value).flatMap(Int32.init(exactly:)) else {
        throw .mismatch(value, .int32, at: path)
      }
      return .int(Int64(number))
    case .int64:
      guard let number = Self.integer(value) else { throw .mismatch(value, .int64, at: path) }
      return .string(String(number))
    case .number:
      guard value.double != nil else { throw .mismatch(value, .double, at: path) }
      return value
    case .choice(let names):
      guard let name = Self.name(value, of: names) else {
        throw .mismatch(value, .enumeration, at: path)
      }
      return .string(name)
    case .message(let shape):
      return .object(try read(value, shape, at: path))
    case .list(let element):
      guard let elements = value.array else { throw .mismatch(value, .array, at: path) }
      var result: [JSON] = []
      for (index, item) in elements.enumerated() {
        result.append(try read(item, element, at: "\(path)[\(index)]"))
      }
      return .array(result)
    case .map(let element):
      guard let members = value.object else { throw .mismatch(value, .object, at: path) }
      var result = JSONObject()
      for member in members where !member.value.isNull {
        result[member.key] = try read(member.value, element, at: "\(path).\(member.key)")
      }
      return .object(result)
    }
  }

  private static func integer(_ value: JSON) -> Int64? {
    value.int ?? value.string.flatMap(Int64.init)
  }

  private static func name(_ value: JSON, of names: [String]) -> String? {
    if let text = value.string, names.contains(text) { return text }
    guard let number = integer(value).flatMap(Int.init(exactly:)), names.indices.contains(number)
    else { return nil }
    return names[number]
  }
}
