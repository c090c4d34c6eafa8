internal import EmuHTTP

extension Page {
  /// Creates a page of an issuer.
  ///
  /// - Parameter formTargets: the targets of the page's forms, beside the emulator.
  init(_ title: String, of words: IssuerWords, formTargets: [String?] = []) {
    self.init(title)
    layout = words.brand.lowercased()
    product = "fake \(words.brand)"
    banner = .fakeProvider(words.brand)
    self.formTargets = formTargets.compactMap(\.self)
  }
}

/// The texts of a provider's sign-in page.
struct IssuerWords: Sendable {
  var brand: String
  /// The heading of the list of people.
  var pick = "Choose an account"
  /// The heading of the form for a new account.
  var create = "Use a new account"
  /// The button that refuses to share; nil for a provider without that step.
  var deny: String? = "Deny access"
}
