internal import EmuJSON

/// The fields of a message of the published API, as a table.
///
/// Resources that are stored as sent (a project's configuration, a tenant) are read by their shape.
/// So the stored document has only known names with the right types.
struct Shape: Sendable {
  let fields: [String: Field]

  struct Field: Sendable {
    var type: FieldType
    /// True if only the server sets the field; a sent value is dropped.
    var isOutputOnly = false
  }

  init(_ fields: [String: FieldType], outputOnly: [String: FieldType] = [:]) {
    var all = fields.mapValues { Field(type: $0) }
    for (name, type) in outputOnly { all[name] = Field(type: type, isOutputOnly: true) }
    self.fields = all
  }

  /// Returns the field of a key in camelCase or snake_case.
  func field(_ key: String) -> (name: String, field: Field)? {
    if let field = fields[key] { return (key, field) }
    let name = Self.camelCase(key)
    return fields[name].map { (name, $0) }
  }

  private static func camelCase(_ key: String) -> String {
    var result = ""
    var raises = false
    for character in key {
      if character == "_" {
        raises = true
      } else {
        result += raises ? character.uppercased() : String(character)
        raises = false
      }
    }
    return result
  }
}

/// The type of a field.
indirect enum FieldType: Sendable {
  case text
  case formatted(TextFormat)
  case flag
  case int32
  /// Encoded as text.
  case int64
  case number
  /// One of the names; a name's number is its index.
  case choice([String])
  case message(Shape)
  case list(FieldType)
  /// Any keys, with values of the type.
  case map(FieldType)
}
