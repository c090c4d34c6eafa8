internal import EmuHTTP
internal import EmuPages

/// What every page of an issuer has around its content.
struct PageLayout: Sendable {
  var words: IssuerWords
  var title: String
  /// Where forms of the page may lead, beside the emulator itself.
  var formTargets: [String] = []
  /// The origins that are shown in frames.
  var frames: [String] = []
  /// Where the browser goes on its own after a moment.
  var next: String?
  /// Whether the page's only form is sent as soon as the page is there.
  var submitsItself = false

  func response(_ content: HTML, status: Status = .ok) -> Response {
    var page = Page(title)
    page.product = "fake \(words.brand)"
    page.banner = .fakeProvider(words.brand)
    page.formTargets = formTargets
    page.frames = frames
    page.next = next
    if submitsItself {
      page.script = .submission
      // Without its referrer a posted form has no origin either, which apps check.
      page.referrerPolicy = "origin"
    }
    return page.response(content, status: status)
  }
}
