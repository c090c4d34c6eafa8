internal import EmuIdentity
internal import EmuModel

/// The changes of an update, within their limits and in their stored form.
struct AccountChanges: Sendable {
  /// The request, without the fields that its caller may not set. An empty text clears a field.
  let input: UpdateRequest
  let link: ProviderLink?

  init(_ input: UpdateRequest, isAdmin: Bool, in context: OperationContext) throws(APIError) {
    let rules = context.rules
    var input = input
    input.email = try input.email.given.map(context.newEmail)
    let shortest = isAdmin && rules.acceptsShortPasswords ? 0 : AccountLimits.shortestPassword
    input.password = try input.password.given.map { text throws(APIError) in
      if isAdmin, !rules.acceptsShortPasswords, text.utf16.count < shortest {
        context.explain(
          .shortPassword, "production lets an administrator set a short password",
          production: "accepts")
      }
      return try ProfileInput.password(text, shortest: shortest)
    }
    input.displayName = try input.displayName.map(ProfileInput.displayName)
    input.photoUrl = try input.photoUrl.map(ProfileInput.photoURL)
    context.explainEmptyTexts(input.displayName, input.photoUrl)
    link = try input.linkProviderUserInfo.map(Self.link)
    try ProfileInput.checkTime(input.validSince, "valid_since")
    if isAdmin {
      if let text = input.phoneNumber.given {
        input.phoneNumber = try context.validPhoneNumber(text)
      }
      try ProfileInput.checkTime(input.createdAt, "created_at", inMilliseconds: true)
      try ProfileInput.checkTime(input.lastLoginAt, "last_login_at", inMilliseconds: true)
      if let text = input.customAttributes.given {
        try CustomAttributes.validate(text)
      }
    } else {
      input.phoneNumber = nil
      input.emailVerified = nil
      input.disableUser = nil
      input.customAttributes = nil
      input.createdAt = nil
      input.lastLoginAt = nil
    }
    self.input = input
  }

  private static func link(_ info: ProviderUserInfo) throws(APIError) -> ProviderLink {
    let provider = try info.providerId.given(otherwise: APIError("MISSING_PROVIDER_ID"))
    let rawID = try info.rawId.given(otherwise: APIError("MISSING_RAW_ID"))
    // Address and phone number belong to the account, never to a link.
    guard ProviderID.isAcceptable(provider) else { throw .invalidProviderID }
    return ProviderLink(
      providerID: provider, rawID: try ProfileInput.rawID(rawID),
      email: try info.email.given.map(ProfileInput.email),
      displayName: try info.displayName.given.map(ProfileInput.displayName),
      photoURL: try info.photoUrl.given.map(ProfileInput.photoURL),
      screenName: try info.screenName.given.map(ProfileInput.displayName))
  }
}

extension AccountChanges {
  var unlinks: Set<String> { Set(input.deleteProvider ?? []) }

  func clears(_ attribute: UserAttribute) -> Bool {
    input.deleteAttribute?.contains(attribute) == true
  }

  /// True if the change requires a recent sign-in.
  var changesSignIn: Bool {
    input.email != nil || input.password != nil || clears(.email) || clears(.password)
  }

  /// Returns true for a new password or another address, which end every session.
  func changesCredentials(of user: User) -> Bool {
    input.password != nil || input.email.map { !$0.isIdentical(to: user.email) } ?? false
  }

  /// Returns the user with the new values that no other user may have, and without other values.
  func uniqueValues(of user: User) -> User {
    var values = User(uid: user.uid, createdAt: user.createdAt)
    values.key = user.key
    values.email = input.email
    values.phoneNumber = input.phoneNumber.given
    values.links = link.map { [$0] } ?? []
    return values
  }
}
