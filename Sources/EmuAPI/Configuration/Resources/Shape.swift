internal import EmuJSON

/// The fields of a message of the published API, as a table.
///
/// Resources that are kept as they were given (a project's configuration, a tenant) are read over
/// their shape, so that what is stored has the right names and types and nothing else.
struct Shape: Sendable {
  let fields: [String: Field]

  struct Field: Sendable {
    var type: FieldType
    /// Whether only the server sets it; what a caller gives is dropped.
    var isOutputOnly = false
  }

  init(_ fields: [String: FieldType], outputOnly: [String: FieldType] = [:]) {
    var all = fields.mapValues { Field(type: $0) }
    for (name, type) in outputOnly { all[name] = Field(type: type, isOutputOnly: true) }
    self.fields = all
  }

  /// The field of a key in camelCase or snake_case.
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

/// What a field holds.
indirect enum FieldType: Sendable {
  case text
  case flag
  case int32
  /// Written as text.
  case int64
  case number
  /// One of the names; a name's number is its place.
  case choice([String])
  case message(Shape)
  case list(FieldType)
  /// Any keys, each with a value of the type.
  case map(FieldType)
}
