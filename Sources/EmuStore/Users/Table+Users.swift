internal import EmuModel

extension Table where Entity == User {
  /// The columns of users with one property each. Second factors and passkeys have their own
  /// tables, and the tenant is that of the scope. The key is first.
  static let users = Table(
    "users", empty: User(uid: "", createdAt: .epoch),
    owner: ["set_id", "email_rank", "file_text"],
    [
      .read("id") { $0.key = $1 },
      Column("uid", isFixed: true, { $0.uid }, { $0.uid = $1 }),
      Column("email", isFixed: true, { $0.email }, { $0.email = $1 }),
      Column("email_verified", { $0.emailVerified }, { $0.emailVerified = $1 }),
      Column("email_link_sign_in", { $0.emailLinkSignIn }, { $0.emailLinkSignIn = $1 }),
      Column("initial_email", { $0.initialEmail }, { $0.initialEmail = $1 }),
      Column("phone_number", { $0.phoneNumber }, { $0.phoneNumber = $1 }),
      // The hash determines the password; the others complete it.
      Column(
        "password_hash", { $0.password?.hash },
        { user, hash in
          user.password = hash.map { StoredPassword(hash: $0, salt: nil, updatedAt: .epoch) }
        }),
      Column("password_salt", { $0.password?.salt }, { $0.password?.salt = $1 }),
      Column("password_algorithm", { $0.password?.algorithm }, { $0.password?.algorithm = $1 }),
      Column("password_updated_at", { $0.passwordUpdatedAt }, { $0.passwordUpdatedAt = $1 }),
      Column("disabled", { $0.disabled }, { $0.disabled = $1 }),
      Column("custom_auth", { $0.customAuth }, { $0.customAuth = $1 }),
      Column("custom_attributes", { $0.customAttributes }, { $0.customAttributes = $1 }),
      Column("valid_since", { $0.validSince }, { $0.validSince = $1 }),
      Column("sessions_ended_at", { $0.sessionsEndedAt }, { $0.sessionsEndedAt = $1 }),
      Column("created_at", { $0.createdAt }, { $0.createdAt = $1 }),
      Column("last_login_at", { $0.lastLoginAt }, { $0.lastLoginAt = $1 }),
      Column("last_refresh_at", { $0.lastRefreshAt }, { $0.lastRefreshAt = $1 }),
      Column("empty_fields", { $0.emptyFields.rawValue }, { $0.emptyFields = .init(rawValue: $1) }),
      // NULL for the usual order, which nearly all users have.
      Column("provider_order", { $0.storedProviderOrder }, { $0.storedProviderOrder = $1 }),
      .links,
      // So that reading a user without any costs no look into their tables.
      .derived("has_second_factors") { !$0.secondFactors.isEmpty },
      .derived("has_passkeys") { $0.hasPasskeys },
    ]
      + UserTexts.fields.map { field in
        Column(field.column, { $0.texts[field] }, { $0.texts[field] = $1 })
      })
}

extension User {
  /// The provider ids in order, separated by commas; nil for the usual order. Until the links are
  /// read, it is empty.
  fileprivate var storedProviderOrder: String? {
    get {
      let order = providers
      guard order.count > 1 else { return nil }
      return order == defaultProviderOrder ? nil : order.joined(separator: ",")
    }
    set { providerOrder = newValue?.split(separator: ",").map(String.init) ?? [] }
  }

  /// Applies the usual order of providers where no other is stored; call it after the links are
  /// read.
  mutating func completeProviderOrder() {
    if providerOrder.isEmpty { providerOrder = defaultProviderOrder }
  }
}
