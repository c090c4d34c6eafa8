internal import EmuJSON
internal import EmuModel

/// A user as functions receive it: the members that blocking calls and events share.
enum FunctionRecord {
  /// The form of its names: `photo_url` in blocking calls, `photoURL` in events.
  enum Names {
    case snakeCase, camelCase

    fileprivate func callAsFunction(_ name: String) -> String {
      guard self == .camelCase else { return name }
      let words = name.split(separator: "_")
      return words.dropFirst().reduce(into: String(words[0])) { name, word in
        name += word == "url" ? "URL" : word.prefix(1).uppercased() + word.dropFirst()
      }
    }
  }

  static func members(of user: User, _ names: Names) -> JSONObject {
    var record: JSONObject = ["uid": .string(user.uid)]
    record["email"] = user.email.map { .string($0) }
    record[names("email_verified")] = .bool(user.emailVerified)
    record[names("display_name")] = user.displayName.map { .string($0) }
    record[names("photo_url")] = user.photoURL.map { .string($0) }
    record[names("phone_number")] = user.phoneNumber.map { .string($0) }
    record["disabled"] = .bool(user.disabled)
    record[names("custom_claims")] = user.customAttributes.flatMap { try? JSON(parsing: $0) }
    record[names("provider_data")] = .array(
      ProviderUserInfo.all(of: user, .official).map { provider($0, names) })
    return record
  }

  private static func provider(_ info: ProviderUserInfo, _ names: Names) -> JSON {
    var entry = JSONObject()
    entry[names("provider_id")] = info.providerId.map { .string($0) }
    entry["uid"] = info.rawId.map { .string($0) }
    entry["email"] = info.email.map { .string($0) }
    entry[names("display_name")] = info.displayName.map { .string($0) }
    entry[names("photo_url")] = info.photoUrl.map { .string($0) }
    entry[names("phone_number")] = info.phoneNumber.map { .string($0) }
    return .object(entry)
  }
}
