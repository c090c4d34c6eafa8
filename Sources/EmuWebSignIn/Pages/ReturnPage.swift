internal import EmuHTTP
internal import EmuJSON

/// The last page of a visit, which returns the outcome to the app.
struct ReturnPage: Sendable {
  let visit: Visit
  let outcome: WebSignInResult

  var response: Response {
    if let address = ReturnAddress.of(visit, outcome) { return opening(address) }
    return visit.authType.isPopup ? toOpener : toPage
  }

  private var title: String {
    if case .failed = outcome { return "The sign-in failed" }
    return "Back to the app"
  }

  private var reason: HTML? {
    guard case .failed(let error) = outcome else { return nil }
    return """
      <p role="alert">\(error.message)</p>
      <p>The app receives <code>\(error.code)</code>.</p>
      """
  }

  /// Returns a page that opens a native app, with a link, because browsers may require a click.
  private func opening(_ address: String) -> Response {
    var page = Page(title)
    page.script = .leave
    return page.response(
      """
      \(reason)
      <p><a class="button main" id="return" href="\(address)">Return to the app</a></p>
      """)
  }

  /// The event for the Web SDK, as data for the page's script.
  private var event: HTML {
    """
    <div id="event" data-event="\(AuthEvent.json(visit, outcome).serialized())" \
    data-api-key="\(visit.apiKey)" data-app-name="\(visit["appName"] ?? "")"></div>
    """
  }

  private var toOpener: Response {
    var page = Page(title)
    page.script = .popup
    return page.response(
      """
      \(reason)
      \(event)
      <p role="status" id="state">The app continues, and closes this window.</p>
      <noscript><p role="alert">The app receives the sign-in by JavaScript, which is off in \
      this browser. Switch it on and sign in again.</p></noscript>
      """)
  }

  /// Returns to the app's page. Without JavaScript, the app requests the event from the emulator.
  private var toPage: Response {
    let address = visit["redirectUrl"] ?? ""
    var page = Page(title)
    page.script = .redirect
    page.next = address
    return page.response(
      """
      \(reason)
      \(event)
      <p><a class="button main" id="return" href="\(address)">Return to the app</a></p>
      """)
  }
}

extension InlineAsset {
  /// Opens the app.
  static let leave = InlineAsset(PackageResources.leave_js)
  /// Sends the event to the frame of the page that opened the window.
  static let popup = InlineAsset(PackageResources.popup_js)
  /// Stores the event in the tab's storage, and returns to the app's page.
  static let redirect = InlineAsset(PackageResources.redirect_js)
}
