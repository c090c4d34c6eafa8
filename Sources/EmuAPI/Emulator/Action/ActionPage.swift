internal import EmuHTTP

/// The page of an action link for a browser, without scripts and external resources.
enum ActionPage {
  static func response(_ outcome: ActionOutcome, to request: ActionRequest) -> Response {
    switch outcome {
    case .redirect(let location): redirect(to: location)
    case .requestsPassword(let email, let problem):
      page(
        "Reset your password", form(email, problem, request),
        status: problem == nil ? .ok : .badRequest)
    case .done(let sentence, _, _, let continueURL):
      page("Done", done(sentence, continueURL), status: .ok)
    case .failed(let failure):
      page(
        "This did not work",
        "<p role=\"alert\">\(failure.sentence)</p>\n<p>\(failure.nextStep)</p>",
        status: .badRequest)
    }
  }

  private static func page(_ title: String, _ content: HTML, status: Status) -> Response {
    Page(title).response(
      """
      \(content)
      <footer>Auth emulator: nothing here is sent to Google.</footer>
      """, status: status)
  }

  private static func redirect(to location: String) -> Response {
    var response = Response.redirect(to: location, status: .seeOther)
    // The address of the page contains the code.
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cache-Control"] = "no-store"
    return response
  }

  private static func done(_ sentence: String, _ continueURL: String?) -> HTML {
    guard let continueURL else {
      return """
        <p role="status">\(sentence)</p>
        <p>You can close this page and go back to the app.</p>
        """
    }
    return """
      <p role="status">\(sentence)</p>
      <p><a class="button main" href="\(continueURL)">Continue</a></p>
      """
  }

  /// Returns the form for a new password. Its action is relative, since a proxy may serve the page
  /// below a path.
  private static func form(
    _ email: String, _ problem: String?, _ request: ActionRequest
  ) -> HTML {
    let kept = request.link.map { HTML.hidden($0.name, $0.value) }
    let alert: HTML = problem.map { "<p role=\"alert\">\($0)</p>" } ?? ""
    return """
      \(alert)
      <form method="post" action="?">
      \(kept)
      <label for="email">Account</label>
      <input id="email" autocomplete="username" value="\(email)" readonly>
      <label for="new-password">New password</label>
      <input id="new-password" name="newPassword" type="password" autocomplete="new-password" \
      minlength="6" required autofocus>
      <button class="main">Save</button>
      </form>
      """
  }
}
