internal import EmuModel
internal import EmuWire

/// Finds users of one import that contradict each other; then none of them is stored.
enum DuplicateCheck {
  /// Without it the later of two accounts would overwrite the earlier.
  ///
  /// - Throws: `DUPLICATE_LOCAL_ID`.
  static func ids(of users: [UserInfo]) throws(APIError) {
    var ids: Set<String> = []
    for user in users {
      guard let id = ProfileInput.given(user.localId) else { continue }
      if !ids.insert(id).inserted { throw .duplicateImportedID(id) }
    }
  }

  /// - Throws: `DUPLICATE_EMAIL`.
  static func emails(of users: [UserInfo]) throws(APIError) {
    var emails: Set<String> = []
    for user in users {
      guard let email = ProfileInput.given(user.email).map(EmailAddress.canonical) else {
        continue
      }
      if !emails.insert(email).inserted { throw .duplicateEmail(email) }
    }
  }

  /// - Throws: `DUPLICATE_RAW_ID`.
  static func identities(of users: [UserInfo]) throws(APIError) {
    var identities: Set<String> = []
    for provider in users.flatMap({ $0.providerUserInfo ?? [] }) {
      guard let id = provider.providerId, let rawID = provider.rawId, id != "password",
        id != "phone"
      else { continue }
      let identity = "Provider id(\(id)), Raw id(\(rawID))"
      if !identities.insert(identity).inserted { throw .duplicateRawID(identity) }
    }
  }
}
