internal import EmuJSON
internal import EmuModel

/// A user as `firebase auth:export`, an export folder of the CLI and `accounts:batchGet` have it.
struct ExportedAccount: Decodable {
  var localId: String?
  var tenantId: String?
  var email: String?
  var emailVerified: Bool?
  var emailLinkSignin: Bool?
  var initialEmail: String?
  var rawPassword: String?
  var passwordHash: String?
  var salt: String?
  var passwordUpdatedAt: Milliseconds?
  var displayName: String?
  var photoUrl: String?
  var screenName: String?
  var phoneNumber: String?
  var disabled: Bool?
  var customAuth: Bool?
  /// JSON text.
  var customAttributes: String?
  var createdAt: Milliseconds?
  var lastLoginAt: Milliseconds?
  /// The name of `lastLoginAt` in `auth:export`.
  var lastSignedInAt: Milliseconds?
  var lastRefreshAt: Milliseconds?
  var validSince: Seconds?
  var providerUserInfo: [Provider]?
  var mfaInfo: [Factor]?

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case localId, tenantId, email, emailVerified, emailLinkSignin, initialEmail, rawPassword
    case passwordHash, salt, passwordUpdatedAt, displayName, photoUrl, screenName, phoneNumber
    case disabled, customAuth, customAttributes, createdAt, lastLoginAt, lastSignedInAt
    case lastRefreshAt, validSince, providerUserInfo, mfaInfo
  }

  static let fieldNames = CodingKeys.allCases.map(\.rawValue)

  /// Returns the fields of a user that are not stored.
  ///
  /// `version` counts hash formats of production, and `kind` names the type.
  static func unknownFields(of tree: JSON) -> [String] {
    tree.object?.keys.filter {
      CodingKeys(rawValue: $0) == nil && !["version", "kind"].contains($0)
    }
      ?? []
  }

  struct Provider: Decodable {
    var providerId: String?
    var rawId: String?
    var federatedId: String?
    var email: String?
    var displayName: String?
    var photoUrl: String?
    var screenName: String?
    var phoneNumber: String?
  }

  struct Factor: Decodable {
    var mfaEnrollmentId: String?
    var displayName: String?
    var phoneInfo: String?
    var unobfuscatedPhoneInfo: String?
    var totpInfo: Totp?
    var enrolledAt: Milliseconds?
  }

  struct Totp: Decodable {
    var sharedSecretKey: String?
  }
}

extension ExportedAccount {
  init(reading tree: JSON) throws(SeedUser.Problem) {
    guard case .object = tree else { throw SeedUser.Problem("", "a user is an object") }
    do throws(JSONError) {
      self = try JSONDecoding.decode(Self.self, from: tree)
    } catch {
      throw SeedUser.Problem(error.path ?? "", error.message)
    }
  }

  /// The same user in the format of a seed; empty texts are unset fields.
  var document: UserDocument {
    get throws(SeedUser.Problem) {
      var user = UserDocument()
      guard let localId = Self.given(localId) else {
        throw SeedUser.Problem("localId", "the field is missing; each user needs its id")
      }
      user.localId = localId
      user.tenantId = Self.given(tenantId)
      user.email = Self.given(email)
      user.emailVerified = emailVerified
      user.emailLinkSignin = emailLinkSignin
      user.initialEmail = Self.given(initialEmail)
      user.password = Self.given(rawPassword)
      user.passwordHash = user.password == nil ? Self.given(passwordHash) : nil
      user.salt = user.passwordHash == nil ? nil : salt
      user.passwordUpdatedAt = passwordUpdatedAt
      user.displayName = Self.given(displayName)
      user.photoUrl = Self.given(photoUrl)
      user.screenName = Self.given(screenName)
      user.phoneNumber = Self.given(phoneNumber)
      user.disabled = disabled
      user.customAuth = customAuth
      user.customClaims = try claims
      user.createdAt = createdAt
      user.lastLoginAt = lastLoginAt ?? lastSignedInAt
      user.lastRefreshAt = lastRefreshAt
      user.validSince = validSince
      try addProviders(to: &user)
      user.mfa = mfaInfo.map { $0.map(\.document) }
      return user
    }
  }

  private var claims: JSONObject? {
    get throws(SeedUser.Problem) {
      guard let text = Self.given(customAttributes) else { return nil }
      guard let claims = (try? JSON(parsing: text))?.object else {
        throw SeedUser.Problem(
          "customAttributes", #"the text is not a JSON object; write it as "{\"role\": \"admin\"}""#
        )
      }
      return claims
    }
  }

  /// Adds the providers. Entries of `password` and `phone` only repeat the address and number, in
  /// their order.
  private func addProviders(to user: inout UserDocument) throws(SeedUser.Problem) {
    guard let providerUserInfo, !providerUserInfo.isEmpty else { return }
    var links: [UserDocument.LinkDocument] = []
    for (index, info) in providerUserInfo.enumerated() {
      let path = "providerUserInfo[\(index)]"
      if info.isEmpty { continue }
      guard let id = Self.given(info.providerId) else {
        throw SeedUser.Problem("\(path).providerId", "the field is missing")
      }
      if id == User.passwordProvider { continue }
      if id == User.phoneProvider {
        user.phoneNumber = user.phoneNumber ?? Self.given(info.phoneNumber ?? info.rawId)
        continue
      }
      guard let rawID = Self.given(info.rawId) ?? Self.given(info.federatedId) else {
        throw SeedUser.Problem("\(path).rawId", "the field is missing")
      }
      links.append(
        UserDocument.LinkDocument(
          providerId: id, rawId: rawID, email: Self.given(info.email),
          displayName: Self.given(info.displayName), photoUrl: Self.given(info.photoUrl),
          screenName: Self.given(info.screenName)))
    }
    user.providers = links
    user.providerOrder = providerUserInfo.compactMap { Self.given($0.providerId) }
  }

  private static func given(_ text: String?) -> String? { text?.isEmpty == false ? text : nil }
}

extension ExportedAccount.Provider {
  /// True for an entry without values.
  fileprivate var isEmpty: Bool {
    [providerId, rawId, federatedId, email, displayName, photoUrl, screenName, phoneNumber]
      .allSatisfy { $0?.isEmpty ?? true }
  }
}

extension ExportedAccount.Factor {
  fileprivate var document: UserDocument.FactorDocument {
    UserDocument.FactorDocument(
      mfaEnrollmentId: mfaEnrollmentId,
      phone: totpInfo == nil ? unobfuscatedPhoneInfo ?? phoneInfo : nil,
      totpSecret: totpInfo?.sharedSecretKey,
      displayName: displayName?.isEmpty == false ? displayName : nil,
      enrolledAt: enrolledAt)
  }
}
