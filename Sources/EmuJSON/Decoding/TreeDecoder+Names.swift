/// A type with fields that other APIs have under other names.
package protocol FieldAliases {
  /// The field of such a name, as `localId` of `uid`.
  static var aliases: [String: String] { get }
}

// The errors about names: only an error reads the fields of the type.
extension TreeDecoder {
  /// Returns the error of an unknown member, with the known fields.
  func unknownField(_ name: String, _ value: JSON, of type: any Decodable.Type) -> JSONError {
    let fields = FieldProbe.fields(of: type).map(\.name)
    var error = JSONError(
      .unknownField,
      NearestNames.unknownField(likely: Self.likely(name, fields, type), among: fields))
    error.fields = fields
    error.path = path(to: .key(name))
    error.found = value
    return error
  }

  /// Adds the type of this value, if the error is that it should be an object.
  func withExpectedType(_ error: JSONError, _ type: any Decodable.Type) -> JSONError {
    guard error.expected == .object, error.path == path() else { return error }
    var error = error
    error.expectedType =
      String(reflecting: type).split(separator: ".", maxSplits: 1).last.map(String.init)
    return error
  }

  /// Returns the error of a missing field, with the member that was probably meant.
  func withLikelyMember(_ error: JSONError, of type: any Decodable.Type) -> JSONError {
    let own = path()
    let prefix = own.isEmpty ? "" : own + "."
    guard let path = error.path, path.hasPrefix(prefix) else { return error }
    let name = String(path.dropFirst(prefix.count))
    guard !name.contains("."), !name.contains("[") else { return error }
    let known = Set(FieldProbe.fields(of: type).map(\.name))
    let others = object.keys.filter { !known.contains($0) && $0 != name }
    let aliases = (type as? any FieldAliases.Type)?.aliases ?? [:]
    guard
      let likely = others.first(where: { aliases[$0] == name })
        ?? NearestNames.of(name, among: others).first
    else { return error }
    var error = error
    error.message += "; \(likely) was probably written for it"
    return error
  }

  private static func likely(
    _ name: String, _ fields: [String], _ type: any Decodable.Type
  ) -> [String] {
    if let alias = (type as? any FieldAliases.Type)?.aliases[name] { return [alias] }
    return NearestNames.of(name, among: fields)
  }
}
