/// The fields of a message that an update addresses (AIP-161).
package struct FieldMask: Sendable {
  /// Each path as its names, outermost first.
  package let paths: [[String]]
  /// The paths that the type does not have.
  package let unknown: [String]

  /// Parses `a,b.c`, with names in camelCase or snake_case; `*` addresses every field.
  ///
  /// - Parameter hidden: the outermost fields that count as unknown.
  package init(_ text: String, of type: any Decodable.Type, except hidden: Set<String> = []) {
    var paths: [[String]] = []
    var unknown: [String] = []
    for part in text.split(separator: ",") {
      let path = part.drop { $0 == " " }
      if path == "*" {
        paths += Self(all: type, except: hidden).paths
        continue
      }
      var names: [String] = []
      switch Self.resolve(
        path.split(separator: ".", omittingEmptySubsequences: false)[...], in: type, &names)
      {
      case .field where names.first.map(hidden.contains) == false: paths.append(names)
      case .outputOnly: break
      default: unknown.append(String(path))
      }
    }
    self.paths = paths
    self.unknown = unknown
  }

  /// Creates a mask of all fields in a message that a client sets, each at its deepest.
  package init(filledIn message: JSONObject, of type: any Decodable.Type) {
    paths = Self.filled(message, type)
    unknown = []
  }

  package init(all type: any Decodable.Type, except hidden: Set<String> = []) {
    paths = FieldProbe.fields(of: type)
      .filter { !$0.isOutputOnly && !hidden.contains($0.name) }.map { [$0.name] }
    unknown = []
  }

  /// Returns true if the mask contains a field, a part of it, or its parent.
  package func touches(_ field: String...) -> Bool {
    paths.contains { path in zip(path, field).allSatisfy(==) }
  }

  /// Copies the masked fields from one message into another; absent ones are cleared.
  package func copy(from source: JSONObject, to target: inout JSONObject) {
    for path in paths { target.set(source.value(at: path[...]), at: path[...]) }
  }

  private enum Resolution { case field, outputOnly, unknown }

  /// Appends the names of a path as the type has them.
  private static func resolve(
    _ path: ArraySlice<Substring>, in type: any Decodable.Type, _ names: inout [String]
  ) -> Resolution {
    guard let first = path.first else { return .field }
    if let map = type as? any MapType.Type {
      names.append(String(first))
      return resolve(path.dropFirst(), in: map.element, &names)
    }
    let key = String(first)
    let fields = FieldProbe.fields(of: type)
    guard
      let field = fields.first(where: { $0.name == key })
        ?? fields.first(where: { isOtherSpelling(key, of: $0.name) })
    else { return .unknown }
    guard !field.isOutputOnly else { return .outputOnly }
    names.append(field.name)
    return resolve(path.dropFirst(), in: field.type, &names)
  }

  private static func filled(_ message: JSONObject, _ type: any Decodable.Type) -> [[String]] {
    let fields = FieldProbe.fields(of: type)
    return message.flatMap { member -> [[String]] in
      let field = fields.first { $0.name == member.key }
      if field?.isOutputOnly == true { return [] }
      // A list, a map and a scalar have no fields.
      guard let object = member.value.object, !object.isEmpty, let type = field?.type,
        !FieldProbe.fields(of: type).isEmpty
      else { return [[member.key]] }
      return filled(object, type).map { [member.key] + $0 }
    }
  }
}

extension JSONObject {
  package func value(at path: ArraySlice<String>) -> JSON? {
    guard let first = path.first, let value = self[first] else { return nil }
    let rest = path.dropFirst()
    return rest.isEmpty ? value : value.object?.value(at: rest)
  }

  /// Sets a value inside nested objects, which are created if missing; nil clears it.
  package mutating func set(_ value: JSON?, at path: ArraySlice<String>) {
    guard let first = path.first else { return }
    let rest = path.dropFirst()
    guard !rest.isEmpty else { return self[first] = value }
    // Clearing a field in an absent object leaves the object absent.
    guard value != nil || self[first] != nil else { return }
    var inner = self[first]?.object ?? JSONObject()
    inner.set(value, at: rest)
    self[first] = .object(inner)
  }
}
