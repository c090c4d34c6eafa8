internal import EmuModel
internal import EmuStore
internal import EmuWire

/// What an update changes, read and within its limits.
struct AccountChanges: Sendable {
  /// A change to a text: to another text, or to none.
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
  var unlinks: Set<String> = []
  var unlinksEverything = false

  init(_ input: UpdateRequest, isAdmin: Bool) throws(APIError) {
    email = try ProfileInput.given(input.email).map(ProfileInput.email)
    password = try ProfileInput.given(input.password).map(ProfileInput.password)
    displayName = try input.displayName.map { text throws(APIError) in
      text.isEmpty ? .clear : .set(try ProfileInput.displayName(text))
    }
    photoURL = try input.photoUrl.map { text throws(APIError) in
      text.isEmpty ? .clear : .set(try ProfileInput.photoURL(text))
    }
    for attribute in input.deleteAttribute ?? [] { clear(attribute) }
    unlinks = Set(input.deleteProvider ?? [])
    link = try input.linkProviderUserInfo.map(Self.link)
    validSince = input.validSince.map { max(0, $0) }
    guard isAdmin else { return }
    phoneNumber = try input.phoneNumber.map { text throws(APIError) in
      text.isEmpty ? .clear : .set(try ProfileInput.phoneNumber(text))
    }
    emailVerified = input.emailVerified
    disabled = input.disableUser
    createdAt = input.createdAt.map(Timestamp.init(milliseconds:))
    lastLoginAt = input.lastLoginAt.map(Timestamp.init(milliseconds:))
    if let text = input.customAttributes {
      if !text.isEmpty { try CustomAttributes.validate(text) }
      customAttributes = text.isEmpty || text == "{}" ? .clear : .set(text)
    }
  }

  private mutating func clear(_ attribute: UserAttribute) {
    switch attribute {
    case .email: clearsEmail = true
    case .password: clearsPassword = true
    case .displayName: displayName = .clear
    case .photoURL: photoURL = .clear
    case .provider: unlinksEverything = true
    // The provider's answer is handed to the app and never kept, so there is nothing to clear.
    case .rawUserInfo, .unspecified: break
    }
  }

  private static func link(_ info: ProviderUserInfo) throws(APIError) -> ProviderLink {
    guard let provider = ProfileInput.given(info.providerId) else {
      throw APIError("MISSING_PROVIDER_ID")
    }
    guard let rawID = ProfileInput.given(info.rawId) else { throw APIError("MISSING_RAW_ID") }
    guard rawID.utf8.count <= AccountLimits.rawID,
      provider.utf8.count <= AccountLimits.providerID
    else { throw .invalidProviderID }
    return ProviderLink(
      providerID: provider, rawID: rawID,
      email: ProfileInput.given(info.email).map(EmailAddress.canonical),
      displayName: ProfileInput.given(info.displayName),
      photoURL: ProfileInput.given(info.photoUrl),
      screenName: ProfileInput.given(info.screenName))
  }
}

extension AccountChanges {
  /// Whether a person must have signed in recently for it.
  var changesSignIn: Bool { email != nil || password != nil }

  /// Whether tokens that were given out before are outdated by it.
  func endsSessions(of user: User) -> Bool {
    password != nil || (email != nil && email != user.email) || validSince != nil
  }

  /// - Throws: `EMAIL_EXISTS`, `PHONE_NUMBER_EXISTS`, `FEDERATED_USER_ID_ALREADY_LINKED`.
  func checkIsFree(
    for user: User, in context: OperationContext, _ store: Reader
  ) throws {
    let scope = context.scope
    if let email, let owner = try store.user(email: email, in: scope), owner.key != user.key {
      throw APIError.emailExists
    }
    if let phone = phoneNumber?.value,
      let owner = try store.user(phoneNumber: phone, in: scope), owner.key != user.key
    {
      throw APIError.phoneNumberExists
    }
    if let link,
      let owner = try store.user(providerID: link.providerID, rawID: link.rawID, in: scope),
      owner.key != user.key
    {
      context.explain(
        "link", .refused, "The identity \(link.rawID) belongs to user \(owner.uid).")
      throw APIError.federatedUserIDAlreadyLinked
    }
  }
}
