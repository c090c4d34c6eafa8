/// The texts of a provider's sign-in page.
struct IssuerWords: Sendable {
  var brand: String
  /// The heading of the list of people.
  var pick = "Choose an account"
  /// The heading of the form for a new account.
  var create = "Use a new account"
  /// The button that cancels the sign-in.
  var cancel = "Cancel"
  /// The button that refuses to share; nil for a provider without that step.
  var deny: String? = "Deny access"
}
