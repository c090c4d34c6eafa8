internal import EmuCrypto

/// The frame of a page and the policy for browsers.
///
/// All pages are created here, so that they look alike and have the same strict policy: nothing is
/// loaded, and only the one script runs, known by its hash.
package struct Page: Sendable {
  package var title: String
  /// The product in the window's title after that of the page, such as `fake Apple`.
  package var product = "Auth emulator"
  /// The complete title of the window; nil for the page's title and product.
  package var windowTitle: String?
  /// The name of a layout in the style sheet, such as `microsoft`; nil for the common one.
  package var layout: String?
  /// The content above the title.
  package var banner: HTML?
  /// The origins that forms of the page may submit to, beside the emulator itself.
  package var formTargets: [String] = []
  /// The origins that are shown in frames.
  package var frames: [String] = []
  /// The address that the browser goes to after a moment.
  package var next: String?
  /// The script that runs once the page is loaded.
  package var script: InlineAsset?
  package var callsEmulator = false
  /// The browser's referrer policy (https://www.w3.org/TR/referrer-policy/).
  package var referrerPolicy = "no-referrer"

  package init(_ title: String) { self.title = title }

  package func response(_ content: HTML, status: Status = .ok) -> Response {
    var response = Response.html(page(content).markup, status: status)
    response.headers["Content-Security-Policy"] = policy
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = referrerPolicy
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["X-Frame-Options"] = "DENY"
    return response
  }

  private func page(_ content: HTML) -> HTML {
    """
    <!doctype html>
    <html lang="en"\(layout.map { #" class="\#($0)""# as HTML })>
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    \(next.map { #"<meta http-equiv="refresh" content="1;url=\#($0)">"# as HTML })
    <title>\(windowTitle ?? "\(title) · \(product)")</title>
    <style>\(PageStyle.sheet.text)</style>
    </head>
    <body>
    <main>
    \(banner)
    <h1 id="title">\(title)</h1>
    \(content)
    </main>
    \(script.map { "<script>\($0.text)</script>" as HTML })
    </body>
    </html>

    """
  }

  private var policy: String {
    // The response to a form may be a redirect, and browsers check that against form-action as
    // well.
    let targets = (["'self'"] + formTargets).joined(separator: " ")
    let shown = frames.isEmpty ? "" : "frame-src \(frames.joined(separator: " ")); "
    let called = callsEmulator ? "connect-src 'self'; " : ""
    return
      "default-src 'none'; \(called)\(script.map { "script-src \($0.source); " } ?? "")\(shown)"
      + "style-src \(PageStyle.sheet.source); form-action \(targets); base-uri 'none'; "
      + "frame-ancestors 'none'"
  }
}

/// The style sheet of every page: those of the issuers, of action links and of web sign-in. The
/// console loads it as a file.
package enum PageStyle {
  /// `Assets/page.css`, embedded in the binary.
  static let sheet = InlineAsset(PackageResources.page_css)

  package static var bytes: [UInt8] { PackageResources.page_css }
}

/// A style sheet or a script inside a page, which the page's policy names by its hash.
///
/// Assets are files of a module's `Assets` folder, embedded in the binary (`.embedInCode`).
package struct InlineAsset: Sendable {
  let text: HTML
  /// The form in which a policy names a text (CSP Level 3 §2.3.1).
  let source: String

  /// - Parameter bytes: the file; UTF-8 without `</`, which would end its element.
  package init(_ bytes: [UInt8]) {
    text = HTML(stringLiteral: String(decoding: bytes, as: UTF8.self))
    source = "'sha256-\(Base64URL.encodePadded(Digest.sha256.hash(bytes)))'"
  }
}
