internal import EmuJSON

/// Which fields of a resource an update means (AIP-161).
struct FieldMask {
  /// Each path as its names from the outside in.
  let paths: [[String]]

  /// The paths of the text that the shape does not have.
  let unknown: [String]

  /// Reads `a,b.c`, with names in camelCase or snake_case; `*` means every field.
  init(_ text: String, of shape: Shape) {
    var paths: [[String]] = []
    var unknown: [String] = []
    for part in text.split(separator: ",") {
      let path = part.drop { $0 == " " }
      if path == "*" {
        paths += shape.fields.keys.map { [$0] }
        continue
      }
      let names = Self.names(
        path.split(separator: ".", omittingEmptySubsequences: false), shape)
      guard let names else {
        unknown.append(String(path))
        continue
      }
      if !names.isEmpty { paths.append(names) }
    }
    self.paths = paths
    self.unknown = unknown
  }

  /// Every field that a message fills, each at its deepest.
  init(filledIn message: JSONObject, of shape: Shape) {
    paths = Self.filled(message, shape).sorted { $0.lexicographicallyPrecedes($1) }
    unknown = []
  }

  /// Every field of a message.
  init(all shape: Shape) {
    paths = shape.fields.keys.sorted().map { [$0] }
    unknown = []
  }

  /// Whether the mask means a field, something in it, or something around it.
  func touches(_ field: String...) -> Bool {
    paths.contains { path in zip(path, field).allSatisfy(==) }
  }

  /// The masked fields taken from one message into another; what is absent there is cleared.
  func copy(from source: JSONObject, to target: inout JSONObject) {
    for path in paths {
      Self.set(Self.value(at: path[...], in: source), at: path[...], in: &target)
    }
  }

  /// Nil for an unknown name; empty for a path that only the server sets.
  private static func names(
    _ path: [Substring], _ shape: Shape
  ) -> [String]? {
    guard let first = path.first, let (name, field) = shape.field(String(first)) else { return nil }
    guard !field.isOutputOnly else { return [] }
    let rest = Array(path.dropFirst())
    guard !rest.isEmpty else { return [name] }
    switch field.type {
    case .message(let inner):
      guard let names = names(rest, inner) else { return nil }
      return names.isEmpty ? [] : [name] + names
    case .map(let element):
      let key = String(rest[0])
      guard rest.count > 1 else { return [name, key] }
      guard case .message(let inner) = element,
        let names = names(Array(rest.dropFirst()), inner)
      else { return nil }
      return names.isEmpty ? [] : [name, key] + names
    default: return nil
    }
  }

  private static func filled(_ message: JSONObject, _ shape: Shape) -> [[String]] {
    message.flatMap { member -> [[String]] in
      guard case .message(let inner) = shape.fields[member.key]?.type,
        let object = member.value.object, !object.isEmpty
      else { return [[member.key]] }
      return filled(object, inner).map { [member.key] + $0 }
    }
  }

  private static func value(at path: ArraySlice<String>, in message: JSONObject) -> JSON? {
    guard let first = path.first, let value = message[first] else { return nil }
    let rest = path.dropFirst()
    guard !rest.isEmpty else { return value }
    return value.object.flatMap { Self.value(at: rest, in: $0) }
  }

  private static func set(
    _ value: JSON?, at path: ArraySlice<String>, in message: inout JSONObject
  ) {
    guard let first = path.first else { return }
    let rest = path.dropFirst()
    guard !rest.isEmpty else {
      message[first] = value
      return
    }
    var inner = message[first]?.object ?? JSONObject()
    set(value, at: rest, in: &inner)
    // Clearing inside what was never there leaves nothing behind.
    if value == nil, inner.isEmpty, message[first] == nil { return }
    message[first] = .object(inner)
  }
}
