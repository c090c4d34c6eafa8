/// What a provider calls things on its sign-in page.
struct IssuerWords: Sendable {
  /// The provider's own name.
  var brand: String
  /// The heading of the list of people.
  var pick = "Choose an account"
  /// The heading of the form that makes one.
  var create = "Use a new account"
  /// The button that gives up.
  var cancel = "Cancel"
  /// The button that refuses to share; nil where the provider has no such step.
  var deny: String? = "Deny access"
}
