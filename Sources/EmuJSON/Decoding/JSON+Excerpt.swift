extension JSON {
  /// The value as JSON text for a message: complete if it is short, else cut or only hinted at.
  var excerpt: String {
    switch self {
    case .array(let elements): return elements.isEmpty ? "[]" : "[…]"
    case .object(let object): return object.isEmpty ? "{}" : "{…}"
    case .string(let text) where text.utf8.count > 72:
      return JSON.string(String(text.prefix(64)) + "…").serialized()
    default: return serialized()
    }
  }
}
