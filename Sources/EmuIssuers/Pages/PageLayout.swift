internal import EmuHTTP

/// The layout of every page of an issuer.
struct PageLayout: Sendable {
  var words: IssuerWords
  var title: String
  /// The targets of the page's forms, beside the emulator.
  var formTargets: [String] = []
  /// The origins of frames.
  var frames: [String] = []
  /// The address that the browser opens after a moment.
  var next: String?
  /// True if the page's only form is submitted when the page is loaded.
  var submitsItself = false

  func response(_ content: HTML, status: Status = .ok) -> Response {
    var page = Page(title)
    page.layout = words.brand.lowercased()
    page.product = "fake \(words.brand)"
    page.banner = .fakeProvider(words.brand)
    page.formTargets = formTargets
    page.frames = frames
    page.next = next
    if submitsItself {
      page.script = .submission
      // Without a referrer a posted form has no origin, which apps check.
      page.referrerPolicy = "origin"
    }
    return page.response(content, status: status)
  }
}

/// The texts of a provider's sign-in page.
struct IssuerWords: Sendable {
  var brand: String
  /// The heading of the list of people.
  var pick = "Choose an account"
  /// The heading of the form for a new account.
  var create = "Use a new account"
  var cancel = "Cancel"
  /// The button that refuses to share; nil for a provider without that step.
  var deny: String? = "Deny access"
}
