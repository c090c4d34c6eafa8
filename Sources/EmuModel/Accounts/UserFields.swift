/// The members that every written form of a user has under the same name: the API's `users`, seeds,
/// and the files of exports.
package protocol WrittenUser: Sendable {
  var displayName: String? { get set }
  var photoUrl: String? { get set }
  var screenName: String? { get set }
  var disabled: Bool? { get set }
  var customAuth: Bool? { get set }
  var emailLinkSignin: Bool? { get set }
}

/// The table of a user's texts and flags, which each written form reads, checks and writes by it.
///
/// A new field is a member of ``WrittenUser`` and a row here; the compiler names the forms that
/// lack it. Fields with a format, such as addresses and times, are read by each form.
package struct UserFields<Form: WrittenUser>: Sendable {
  package struct Text: Sendable {
    /// The name in all forms.
    package let name: String
    package let stored: any WritableKeyPath<User, String?> & Sendable
    package let written: any WritableKeyPath<Form, String?> & Sendable
    /// The longest text, in Unicode scalars.
    package let limit: Int
  }

  /// A flag that is false for a new user.
  package struct Flag: Sendable {
    package let stored: any WritableKeyPath<User, Bool> & Sendable
    package let written: any WritableKeyPath<Form, Bool?> & Sendable
  }

  package let texts = [
    Text(
      name: "displayName", stored: \.displayName, written: \.displayName,
      limit: AccountLimits.displayName),
    Text(
      name: "photoUrl", stored: \.photoURL, written: \.photoUrl, limit: AccountLimits.photoURL),
    Text(
      name: "screenName", stored: \.screenName, written: \.screenName,
      limit: AccountLimits.displayName),
  ]

  package let flags = [
    Flag(stored: \.disabled, written: \.disabled),
    Flag(stored: \.customAuth, written: \.customAuth),
    Flag(stored: \.emailLinkSignIn, written: \.emailLinkSignin),
  ]

  package init() {}

  /// Writes the values of a user; a flag that is false is left out.
  package func write(_ user: User, to form: inout Form) {
    for text in texts { form[keyPath: text.written] = user[keyPath: text.stored] }
    for flag in flags { form[keyPath: flag.written] = user[keyPath: flag.stored] ? true : nil }
  }

  /// Sets the values that the form has; the user's others remain.
  package func apply(_ form: Form, to user: inout User) {
    for text in texts {
      if let value = form[keyPath: text.written] { user[keyPath: text.stored] = value }
    }
    for flag in flags {
      if let value = form[keyPath: flag.written] { user[keyPath: flag.stored] = value }
    }
  }

  package func removeEmptyTexts(from form: inout Form) {
    for text in texts where form[keyPath: text.written]?.isEmpty == true {
      form[keyPath: text.written] = nil
    }
  }
}
