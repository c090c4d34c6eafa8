internal import EmuHTTP
internal import EmuJSON

/// The last page of a visit, which returns the outcome to the app.
struct ReturnPage: Sendable {
  let visit: Visit
  let outcome: WebSignInResult

  var response: Response {
    var page = Page(title)
    let content: HTML
    if let address = ReturnAddress.of(visit, outcome) {
      page.script = .leave
      content = link(to: address)
    } else if visit.authType.isPopup {
      page.script = .popup
      content = """
        \(event)
        <p role="status" id="state">The app continues, and closes this window.</p>
        <noscript><p role="alert">The app receives the sign-in by JavaScript, which is off in \
        this browser. Switch it on and sign in again.</p></noscript>
        """
    } else {
      // Without JavaScript, the app requests the event from the emulator.
      let address = visit["redirectUrl"] ?? ""
      page.script = .redirect
      page.next = address
      content = """
        \(event)
        \(link(to: address))
        """
    }
    return page.response("\(reason)\n\(content)")
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

  /// Returns the link for browsers that require a click before they open an app.
  private func link(to address: String) -> HTML {
    "<p><a class=\"button main\" id=\"return\" href=\"\(address)\">Return to the app</a></p>"
  }

  /// The event for the Web SDK, as data for the page's script.
  private var event: HTML {
    """
    <div id="event" data-event="\(AuthEvent.json(visit, outcome).serialized())" \
    data-api-key="\(visit.apiKey)" data-app-name="\(visit["appName"] ?? "")"></div>
    """
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
