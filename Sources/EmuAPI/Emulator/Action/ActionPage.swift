internal import EmuCrypto
internal import EmuHTTP
internal import EmuJOSE

/// The page that a browser gets for an action link: no script, nothing from elsewhere.
enum ActionPage {
  static func response(_ outcome: ActionOutcome, to request: ActionRequest) -> Response {
    let response: Response =
      switch outcome {
      case .redirect(let location):
        .redirect(to: location, status: .seeOther)
      case .asksPassword(let email, let problem):
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
    return withHeaders(response)
  }

  private static func page(_ title: String, _ content: HTML, status: Status) -> Response {
    let page: HTML = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <style>\(HTML(stringLiteral: style))</style>
      </head>
      <body>
      <main>
      <h1>\(title)</h1>
      \(content)
      <footer>Auth emulator: nothing here is sent to Google.</footer>
      </main>
      </body>
      </html>
      """
    return .html(page.markup, status: status)
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
      <p><a class="button" href="\(continueURL)">Continue</a></p>
      """
  }

  private static func form(
    _ email: String, _ problem: String?, _ request: ActionRequest
  ) -> HTML {
    let kept = request.link.map { HTML.hidden($0.name, $0.value) }
    let alert: HTML = problem.map { "<p role=\"alert\">\($0)</p>" } ?? ""
    return """
      \(alert)
      <form method="post" action="/emulator/action">
      \(kept)
      <label for="email">Account</label>
      <input id="email" type="email" autocomplete="username" value="\(email)" readonly>
      <label for="new-password">New password</label>
      <input id="new-password" name="newPassword" type="password" autocomplete="new-password" \
      minlength="6" required autofocus>
      <button type="submit">Save</button>
      </form>
      """
  }

  private static func withHeaders(_ response: Response) -> Response {
    var response = response
    response.headers["Content-Security-Policy"] = policy
    response.headers["X-Content-Type-Options"] = "nosniff"
    // The address of the page holds the code.
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cache-Control"] = "no-store"
    return response
  }

  /// Only the style below, by its hash (CSP Level 3 §2.3.1), and the own form.
  private static let policy: String = {
    let hash = Base64URL.encodePadded(Digest.sha256.hash(Array(style.utf8)))
    return "default-src 'none'; style-src 'sha256-\(hash)'; form-action 'self'; "
      + "base-uri 'none'; frame-ancestors 'none'"
  }()

  private static let style = """
    :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
    body { margin: 0; background: Canvas; color: CanvasText; }
    main { max-width: 26rem; margin: 10vh auto 2rem; padding: 0 1.25rem; }
    h1 { font-size: 1.5rem; line-height: 1.25; }
    p, input { overflow-wrap: anywhere; }
    [role=alert] { border-left: .25rem solid #d93025; padding-left: .75rem; }
    [role=status] { border-left: .25rem solid #1e8e3e; padding-left: .75rem; }
    label { display: block; margin-top: 1rem; font-weight: 600; }
    input { box-sizing: border-box; width: 100%; padding: .65rem; font: inherit; \
    border: 1px solid GrayText; border-radius: .4rem; background: Field; color: FieldText; }
    button, .button { display: inline-block; margin-top: 1.25rem; padding: .65rem 1.5rem; \
    font: inherit; font-weight: 600; color: #fff; background: #0b57d0; border: 0; \
    border-radius: .4rem; text-decoration: none; cursor: pointer; }
    :focus-visible { outline: 3px solid #0b57d0; outline-offset: 2px; }
    footer { margin-top: 3rem; font-size: .85rem; color: GrayText; }
    """
}
