internal import EmuJSON
internal import EmuModel

/// A user as `firebase auth:export`, an export folder of the CLI and `accounts:batchGet` have it: a
/// seed's user with some members under other names.
struct ExportedAccount: Decodable {
  @InPlace private var document: UserDocument
  @InPlace private var renamed: Renamed

  /// The members that a seed has in another form.
  fileprivate struct Renamed: Decodable {
    var rawPassword: String?
    /// JSON text.
    var customAttributes: String?
    /// The name of `lastLoginAt` in `auth:export`.
    var lastSignedInAt: Milliseconds?
    var providerUserInfo: [ProviderUserInfo]?
    var mfaInfo: [Factor]?
    var passkeyInfo: [PasskeyInfo]?
  }

  fileprivate struct Factor: Decodable {
    var mfaEnrollmentId: String?
    var displayName: String?
    var phoneInfo: String?
    var unobfuscatedPhoneInfo: String?
    var totpInfo: EmptyMessage?
    var emulatorTotpSecret: String?
    var enrolledAt: Milliseconds?
  }

  private static let seedOnly = [
    "password", "hash", "customClaims", "providers", "providerOrder", "mfa", "passkeys",
  ]

  static let fieldNames: [String] = {
    do throws(JSONError) {
      _ = try JSONDecoding.decode(Self.self, from: ["": 0], options: .rejectingUnknownFields)
      return []
    } catch {
      return error.fields.filter { !seedOnly.contains($0) }
    }
  }()

  /// Not reported as unknown: `version` counts hash formats of production, `kind` names the type.
  private static let unreported = ["version", "kind"]

  static func read(_ tree: JSON, at location: ImportLocation, tenantID: String? = nil) -> SourceUser
  {
    var source = SourceUser(
      location: location, tenantID: tenantID,
      document: .failure(DocumentError(message: "a user is an object")))
    guard case .object(let members) = tree else { return source }
    var known = members
    let others = (seedOnly + unreported).filter { members[$0] != nil }
    for name in others { known[name] = nil }
    do throws(JSONError) {
      let (account, unknown) = try JSONDecoding.decodeReportingUnknownFields(
        Self.self, from: others.isEmpty ? tree : .object(known))
      if !others.isEmpty { source.unknownFields = members.keys.filter(seedOnly.contains) }
      for path in unknown {
        // `mfaInfo[0].label` is one field in every factor.
        let name = path.split(separator: "]").map { $0.prefix { $0 != "[" } }.joined()
        if !source.unknownFields.contains(name) { source.unknownFields.append(name) }
      }
      source.document = Result { () throws(DocumentError) in try account.seed }
    } catch {
      source.document = .failure(DocumentError(field: error.path ?? "", message: error.message))
    }
    return source
  }

  /// The same user in the format of a seed; an empty identifier is an unset field.
  private var seed: UserDocument {
    get throws(DocumentError) {
      var user = document
      user.common.localId = Self.given(user.common.localId)
      user.common.tenantId = Self.given(user.common.tenantId)
      user.common.email = Self.given(user.common.email)
      user.common.initialEmail = Self.given(user.common.initialEmail)
      user.common.phoneNumber = Self.given(user.common.phoneNumber)
      guard user.common.localId != nil else {
        throw DocumentError(
          field: "localId", message: "the field is missing; each user needs its id")
      }
      user.password = Self.given(renamed.rawPassword)
      user.common.passwordHash =
        user.password == nil ? Self.given(user.common.passwordHash) : nil
      if user.common.passwordHash == nil { user.common.salt = nil }
      user.customClaims = try claims
      user.lastLoginAt = user.lastLoginAt ?? renamed.lastSignedInAt
      try addProviders(to: &user)
      user.mfa = renamed.mfaInfo.map { $0.map(\.document) }
      user.passkeys = renamed.passkeyInfo?.compactMap { passkey in
        passkey.credentialId.map {
          UserDocument.PasskeyDocument(credentialId: $0, name: passkey.name)
        }
      }
      return user
    }
  }

  private var claims: WrittenClaims? {
    get throws(DocumentError) {
      guard let text = Self.given(renamed.customAttributes) else { return nil }
      do throws(DocumentError) { return try WrittenClaims(text: text) } catch {
        throw DocumentError(field: "customAttributes", message: error.message)
      }
    }
  }

  /// Adds the providers, each at its first entry in their order. Entries of `password` and `phone`
  /// only repeat the address and number.
  private func addProviders(to user: inout UserDocument) throws(DocumentError) {
    guard let providers = renamed.providerUserInfo else { return }
    var (links, order) = ([ProviderLink](), [String]())
    for (index, info) in providers.enumerated() {
      let path = "providerUserInfo[\(index)]"
      if info.isEmpty { continue }
      guard let id = Self.given(info.providerId) else {
        throw DocumentError(field: "\(path).providerId", message: "the field is missing")
      }
      if !order.contains(id) { order.append(id) }
      if id == User.passwordProvider { continue }
      if id == User.phoneProvider {
        user.common.phoneNumber =
          user.common.phoneNumber ?? Self.given(info.phoneNumber ?? info.rawId)
        continue
      }
      guard let rawID = Self.given(info.rawId) ?? Self.given(info.federatedId) else {
        throw DocumentError(field: "\(path).rawId", message: "the field is missing")
      }
      links.append(
        ProviderLink(
          providerID: id, rawID: rawID, email: Self.given(info.email),
          displayName: info.displayName, photoURL: info.photoUrl, screenName: info.screenName))
    }
    // Entries of the address and the number alone do not make an emptied list.
    user.providers = links.isEmpty && !providers.isEmpty ? nil : links
    user.providerOrder = order
  }

  private static func given(_ text: String?) -> String? { text?.isEmpty == false ? text : nil }
}

extension ProviderUserInfo {
  fileprivate var isEmpty: Bool {
    [providerId, rawId, federatedId, email, displayName, photoUrl, screenName, phoneNumber]
      .allSatisfy { $0?.isEmpty ?? true }
  }
}

extension ExportedAccount.Factor {
  fileprivate var document: UserDocument.FactorDocument {
    let isPhone = totpInfo == nil && emulatorTotpSecret == nil
    return UserDocument.FactorDocument(
      mfaEnrollmentId: mfaEnrollmentId,
      phone: isPhone ? unobfuscatedPhoneInfo ?? phoneInfo : nil, totpSecret: emulatorTotpSecret,
      displayName: displayName, enrolledAt: enrolledAt)
  }
}
