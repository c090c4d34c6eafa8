import EmuJSON
import EmuServer

/// Keeps the bytes of an older export's files that mean the same in a new one, so that a folder under version
/// control shows only real changes.
enum UnchangedFiles {
  /// The longest file that is compared, in bytes.
  private static let limit = 64 << 20

  /// Replaces new files by older ones that mean the same.
  static func keep(of old: String, in new: String) throws(LocalFile.Failure) {
    for name in LocalFolder.names(in: new) ?? [] {
      guard let content = unchanged("\(old)/\(name)", bytes(at: "\(new)/\(name)")) else { continue }
      try LocalFile.replace("\(new)/\(name)", with: content)
    }
  }

  /// Writes a file unless the existing one means the same.
  static func replace(_ path: String, with content: [UInt8]) throws(LocalFile.Failure) {
    guard unchanged(path, content) == nil else { return }
    try LocalFile.replace(path, with: content)
  }

  /// Returns the content of a file if it means the same as another content.
  private static func unchanged(_ path: String, _ new: [UInt8]?) -> [UInt8]? {
    guard let old = bytes(at: path), let new, let one = try? JSON(parsing: old, options: .relaxed),
      let other = try? JSON(parsing: new), meaning(of: one) == meaning(of: other, beside: one)
    else { return nil }
    return old
  }

  private static func bytes(at path: String) -> [UInt8]? {
    guard let bytes = try? LocalFile.bytes(at: path, limit: limit), bytes.count <= limit else {
      return nil
    }
    return bytes
  }

  // MARK: - Meaning

  /// Returns the value without meaningless differences: the order of members and users, empty members, and the
  /// notation of numbers and custom claims.
  ///
  /// - Parameter older: the older export, whose users may lack times that the import has set.
  static func meaning(of file: JSON, beside older: JSON? = nil) -> JSON {
    guard var members = file.object, let users = members["users"]?.array else {
      return normal(file) ?? [:]
    }
    // A constant, which some exports omit.
    members["kind"] = nil
    var lacking: [String: JSONObject] = [:]
    for user in older?["users"]?.array ?? [] {
      if let id = user["localId"]?.string { lacking[id] = user.object }
    }
    let sorted = users.sorted {
      ($0["localId"]?.string ?? "") < ($1["localId"]?.string ?? "")
    }
    members["users"] = .array(
      sorted.map { user in
        guard var object = user.object else { return user }
        if let old = object["localId"]?.string.flatMap({ lacking[$0] }) {
          for time in ["createdAt", "passwordUpdatedAt", "version"] where old[time] == nil {
            object[time] = nil
          }
        }
        // These entries repeat the address and the number.
        if let links = object["providerUserInfo"]?.array {
          object["providerUserInfo"] = .array(
            links.filter { !["password", "phone"].contains($0["providerId"]?.string) })
        }
        if let claims = object["customAttributes"]?.string {
          object["customAttributes"] = try? JSON(parsing: claims)
        }
        return .object(object)
      })
    return normal(.object(members)) ?? [:]
  }

  /// Returns nil for an empty value.
  private static func normal(_ value: JSON) -> JSON? {
    switch value {
    case .object(let object):
      var result = JSONObject()
      for key in object.keys.sorted() { result[key] = object[key].flatMap(normal) }
      return result.isEmpty ? nil : .object(result)
    case .array(let elements):
      return elements.isEmpty ? nil : .array(elements.map { normal($0) ?? .null })
    case .string(""), .bool(false), .null: return nil
    default: return value.int.map { .string(String($0)) } ?? value
    }
  }
}
