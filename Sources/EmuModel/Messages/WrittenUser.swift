package import EmuJSON

/// The members that every written form of a user has: the API's `users`, seeds, and files of exports.
///
/// A form contains them beside its own, such as times, whose formats differ between the forms.
package struct WrittenUser: Codable, Sendable {
  package var localId: String?
  package var tenantId: String?
  package var email: String?
  package var emailVerified: Bool?
  package var initialEmail: String?
  package var phoneNumber: String?
  @InPlace package var texts = UserTexts()
  @Formatted<HashFormat> package var passwordHash: String?
  @Formatted<HashFormat> package var salt: String?
  package var disabled: Bool?
  package var customAuth: Bool?
  package var emailLinkSignin: Bool?

  package init() {}

  /// Creates the members of a stored user; `emailVerified` and the password are omitted, and a flag
  /// that is false.
  package init(_ user: User) {
    localId = user.uid
    tenantId = user.tenantID
    email = user.email
    initialEmail = user.initialEmail
    phoneNumber = user.phoneNumber
    texts = user.texts
    if user.disabled { disabled = true }
    if user.customAuth { customAuth = true }
    if user.emailLinkSignIn { emailLinkSignin = true }
  }

  /// Applies the values to a user, except the id, the tenant and the password.
  ///
  /// An absent one leaves the user's. Addresses and the number must have their stored form.
  package func apply(to user: inout User) {
    user.email = email ?? user.email
    user.initialEmail = initialEmail ?? user.initialEmail
    user.phoneNumber = phoneNumber ?? user.phoneNumber
    user.texts.merge(texts)
    user.set(emailVerified: emailVerified, disabled: disabled)
    user.customAuth = customAuth ?? user.customAuth
    user.emailLinkSignIn = emailLinkSignin ?? user.emailLinkSignIn
  }
}

extension User {
  /// Sets the flags that are given; a false one is in answers from then on.
  package mutating func set(emailVerified: Bool?, disabled: Bool?) {
    if let emailVerified {
      self.emailVerified = emailVerified
      emptyFields.insert(.emailVerified)
    }
    if let disabled {
      self.disabled = disabled
      emptyFields.insert(.disabled)
    }
  }
}
