internal import EmuJSON
internal import EmuModel

extension UserDocument {
  /// Reads a user whose every field is one of the common ones and written as exports write it.
  ///
  /// Returns nil for any other, which the decoder then reads or refuses: this is five times as fast, and
  /// what an import of many users has (ADR 0026).
  init?(plain tree: JSON) {
    guard case .object(let object) = tree else { return nil }
    for member in object {
      switch (member.key, member.value) {
      case ("localId", .string(let text)): localId = text
      case ("tenantId", .string(let text)): tenantId = text
      case ("email", .string(let text)): email = text
      case ("emailVerified", .bool(let value)): emailVerified = value
      case ("password", .string(let text)): password = text
      case ("passwordHash", .string(let text)): passwordHash = text
      case ("salt", .string(let text)): salt = text
      case ("displayName", .string(let text)): displayName = text
      case ("photoUrl", .string(let text)): photoUrl = text
      case ("phoneNumber", .string(let text)): phoneNumber = text
      case ("disabled", .bool(let value)): disabled = value
      case ("customClaims", .object(let claims)): customClaims = claims
      case ("createdAt", .int(let number)):
        guard let moment = Milliseconds(plain: number) else { return nil }
        createdAt = moment
      case ("lastLoginAt", .int(let number)):
        guard let moment = Milliseconds(plain: number) else { return nil }
        lastLoginAt = moment
      case ("providers", .array(let links)):
        var read: [LinkDocument] = []
        for link in links {
          guard let link = LinkDocument(plain: link) else { return nil }
          read.append(link)
        }
        providers = read
      default: return nil
      }
    }
  }
}

extension UserDocument.LinkDocument {
  fileprivate init?(plain tree: JSON) {
    guard case .object(let object) = tree else { return nil }
    var (provider, id): (String?, String?)
    var (email, name, photo): (String?, String?, String?)
    for member in object {
      guard case .string(let text) = member.value else { return nil }
      switch member.key {
      case "providerId": provider = text
      case "rawId": id = text
      case "email": email = text
      case "displayName": name = text
      case "photoUrl": photo = text
      default: return nil
      }
    }
    guard let provider, let id else { return nil }
    self.init(providerId: provider, rawId: id, email: email, displayName: name, photoUrl: photo)
  }
}
