internal import EmuJSON

/// The fields of a resource that an update addresses (AIP-161).
struct FieldMask {
  /// Each path as its names, outermost first.
  let paths: [[String]]

  /// The paths that the shape does not have.
  let unknown: [String]

  /// Parses `a,b.c`, with names in camelCase or snake_case; `*` addresses every field.
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

  /// Creates a mask of all fields in a message, each at its deepest.
  init(filledIn message: JSONObject, of shape: Shape) {
    paths = Self.filled(message, shape).sorted { $0.lexicographicallyPrecedes($1) }
    unknown = []
  }

  /// Creates a mask of all fields of a shape.
  init(all shape: Shape) {
    paths = shape.fields.keys.sorted().map { [$0] }
    unknown = []
  }

  /// Returns true if the mask contains a field, a part of it, or its parent.
  func touches(_ field: String...) -> Bool {
    paths.contains { path in zip(path, field).allSatisfy(==) }
  }

  /// Copies the masked fields from one message into another; absent ones are cleared.
  func copy(from source: JSONObject, to target: inout JSONObject) {
    for path in paths {
      Self.set(Self.value(at: path[...], in: source), at: path[...], in: &target)
    }
  }

  /// Returns the path's names: nil for an unknown name, empty for an output-only path.
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
    // Clearing a field in an absent object leaves the object absent.
    if value == nil, inner.isEmpty, message[first] == nil { return }
    message[first] = .object(inner)
  }
}
