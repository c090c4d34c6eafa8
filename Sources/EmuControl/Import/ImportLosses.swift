internal import EmuJSON

/// The fields and passwords that the users of a file lost on their way into the store.
struct ImportLosses {
  private struct Field {
    var name: String
    var count = 0
    var location: String
  }

  private var fields: [Field] = []
  private var passwords = 0
  /// The members of files that are not read, such as `accounts.json: usersWithout`.
  var members: [String] = []

  mutating func add(_ user: SourceUser) {
    if user.hasLostPassword { passwords += 1 }
    for name in user.unknownFields {
      let known = fields.firstIndex { $0.name == name }
      if known == nil {
        fields.append(Field(name: name, location: user.location.description))
      }
      fields[known ?? fields.count - 1].count += 1
    }
  }

  /// A sentence for each kind of loss.
  var sentences: [String] {
    var sentences = fields.map { field in
      let users = field.count == 1 ? "1 user" : "\(field.count) users, first"
      return
        "The field \(field.name) of \(users) at \(field.location) was left out: it is not a field of "
        + "auth:export.\(Self.advice(on: field.name))"
    }
    sentences += members.map { "\($0) was left out: it is not a member that is read." }
    if passwords > 0 {
      sentences.append(
        "\(passwords) \(passwords == 1 ? "user was" : "users were") stored without the password: the "
          + "parameters of its hash are unknown.")
    }
    return sentences
  }

  private static func advice(on name: String) -> String {
    let name = name.split(separator: ".").last.map(String.init) ?? name
    switch name {
    case "customClaims", "claims":
      return #" Custom claims are customAttributes, as JSON text: "{\"role\":\"admin\"}"."#
    case "password": return " A plaintext password is rawPassword."
    default: return NearestNames.hint(name, among: ExportedAccount.fieldNames)
    }
  }
}
