internal import EmuModel
internal import EmuWire

/// Finds users of one import that contradict each other; then none of them is stored.
enum DuplicateCheck {
  /// - Throws: `DUPLICATE_LOCAL_ID`, `DUPLICATE_EMAIL`, `DUPLICATE_RAW_ID`.
  static func validate(_ users: [UserInfo]) throws(APIError) {
    var ids: Set<String> = []
    var emails: Set<String> = []
    var identities: Set<String> = []
    for user in users {
      if let id = ProfileInput.given(user.localId), !ids.insert(id).inserted {
        throw .duplicateImportedID(id)
      }
      if let email = ProfileInput.given(user.email).map(EmailAddress.canonical),
        !emails.insert(email).inserted
      {
        throw .duplicateEmail(email)
      }
      for provider in user.providerUserInfo ?? [] {
        guard let id = provider.providerId, let rawID = provider.rawId, id != "password",
          id != "phone"
        else { continue }
        let identity = "Provider id(\(id)), Raw id(\(rawID))"
        if !identities.insert(identity).inserted { throw .duplicateRawID(identity) }
      }
    }
  }
}
