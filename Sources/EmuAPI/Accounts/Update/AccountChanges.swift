internal import EmuIdentity
internal import EmuModel

/// The changes of an update, parsed and within their limits.
struct AccountChanges: Sendable {
  enum TextChange: Sendable, Hashable {
    case set(String)
    case clear

    var value: String? {
      guard case .set(let text) = self else { return nil }
      return text
    }
  }

  var email: String?
  var clearsEmail = false
  var password: String?
  var clearsPassword = false
  var displayName: TextChange?
  var photoURL: TextChange?
  var phoneNumber: TextChange?
  var emailVerified: Bool?
  var disabled: Bool?
  var customAttributes: TextChange?
  var validSince: Int64?
  var createdAt: Timestamp?
  var lastLoginAt: Timestamp?
  var link: ProviderLink?
  /// Replaces all second factors.
  var secondFactors: [MfaEnrollment]?
  var unlinks: Set<String> = []
  var removedPasskeys: Set<String> = []
  var unlinksEverything = false

  init(_ input: UpdateRequest, isAdmin: Bool, in context: OperationContext) throws(APIError) {
    let rules = context.rules
    email = try input.email.given.map(context.newEmail)
    let shortest = isAdmin && rules.acceptsShortPasswords ? 0 : AccountLimits.shortestPassword
    password = try input.password.given.map { text throws(APIError) in
      if isAdmin, !rules.acceptsShortPasswords, text.utf16.count < shortest {
        context.explain(
          .shortPassword, "production lets an administrator set a short password",
          production: "accepts")
      }
      return try ProfileInput.password(text, shortest: shortest)
    }
    displayName = try input.displayName.map { text throws(APIError) in
      text.isEmpty && !rules.keepsEmptyTexts ? .clear : .set(try ProfileInput.displayName(text))
    }
    photoURL = try input.photoUrl.map { text throws(APIError) in
      text.isEmpty && !rules.keepsEmptyTexts ? .clear : .set(try ProfileInput.photoURL(text))
    }
    if !rules.keepsEmptyTexts, input.displayName == "" || input.photoUrl == "" {
      context.explain(
        .emptyProfileText, "production stores the empty text", production: "stores an empty text")
    }
    for attribute in input.deleteAttribute ?? [] { clear(attribute) }
    unlinks = Set(input.deleteProvider ?? [])
    removedPasskeys = Set((input.deletePasskey ?? []).map(Passkey.canonicalID))
    link = try input.linkProviderUserInfo.map(Self.link)
    secondFactors = input.mfa.map { $0.enrollments ?? [] }
    validSince = try ProfileInput.seconds(input.validSince, "valid_since")
    guard isAdmin else { return }
    phoneNumber = try input.phoneNumber.map { text throws(APIError) in
      text.isEmpty ? .clear : .set(try context.validPhoneNumber(text))
    }
    emailVerified = input.emailVerified
    disabled = input.disableUser
    createdAt = try ProfileInput.moment(input.createdAt, "created_at")
    lastLoginAt = try ProfileInput.moment(input.lastLoginAt, "last_login_at")
    if let text = input.customAttributes {
      if !text.isEmpty { try CustomAttributes.validate(text, in: context) }
      customAttributes = text.isEmpty ? .clear : .set(text)
    }
  }

  private mutating func clear(_ attribute: UserAttribute) {
    switch attribute {
    case .email: clearsEmail = true
    case .password: clearsPassword = true
    case .displayName: displayName = .clear
    case .photoURL: photoURL = .clear
    case .provider: unlinksEverything = true
    // The provider's response is never stored, so nothing is cleared.
    case .rawUserInfo, .unspecified: break
    }
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
  /// True if the change requires a recent sign-in.
  var changesSignIn: Bool { email != nil || password != nil || clearsEmail || clearsPassword }

  /// Returns true for a new password or another address, which end every session.
  func changesCredentials(of user: User) -> Bool {
    password != nil || email.map { !$0.isIdentical(to: user.email) } ?? false
  }

  /// Returns the user with the new values that no other user may have, and without other values.
  func uniqueValues(of user: User) -> User {
    var values = User(uid: user.uid, createdAt: user.createdAt)
    values.key = user.key
    values.email = email
    values.phoneNumber = phoneNumber?.value
    values.links = link.map { [$0] } ?? []
    return values
  }
}
