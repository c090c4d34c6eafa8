internal import EmuCrypto
internal import EmuHTTP
internal import EmuJOSE

/// What every page of an issuer has around its content; all markup goes out through here.
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
    var response = Response.html(page(content).markup, status: status)
    response.headers["Content-Security-Policy"] = policy
    response.headers["Cache-Control"] = "no-store"
    // Without its referrer a posted form has no origin either, which apps check.
    response.headers["Referrer-Policy"] = submitsItself ? "origin" : "no-referrer"
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["X-Frame-Options"] = "DENY"
    return response
  }

  private func page(_ content: HTML) -> HTML {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    \(next.map { #"<meta http-equiv="refresh" content="1;url=\#($0)">"# as HTML })
    <title>\(title) · fake \(words.brand)</title>
    <style>\(Self.style)</style>
    </head>
    <body>
    <main>
    <p class="fake"><strong>Fake \(words.brand)</strong> made by auth-emulator. No real account is \
    involved: never type a real password here.</p>
    <h1>\(title)</h1>
    \(content)
    </main>
    \(submitsItself ? Self.submission : nil)
    </body>
    </html>

    """
  }

  /// Nothing is loaded, and nothing runs but what stands below, known by its hash.
  private var policy: String {
    let script = submitsItself ? "script-src \(Self.submissionHash); " : ""
    // The answer to a form may be a redirect, and browsers hold that against form-action as well.
    let targets = (["'self'"] + formTargets).joined(separator: " ")
    let shown = frames.isEmpty ? "" : "frame-src \(frames.joined(separator: " ")); "
    return
      "default-src 'none'; \(script)\(shown)style-src \(Self.styleHash); form-action \(targets); "
      + "base-uri 'none'; frame-ancestors 'none'"
  }

  private static let submission: HTML = "<script>\(submissionText)</script>"
  private static let submissionText: HTML = "document.forms[0].submit()"
  private static let submissionHash = hash(submissionText.markup)
  private static let styleHash = hash(style.markup)

  /// The form in which a policy names a text (CSP Level 3 §2.3.1).
  private static func hash(_ text: String) -> String {
    "'sha256-\(Base64URL.encodePadded(Digest.sha256.hash(Array(text.utf8))))'"
  }

  private static let style: HTML = """
    :root{color-scheme:light dark;--ink:#1d1d1f;--paper:#fff;--edge:#8a8a8e;--soft:#f2f2f4;\
    --warn:#8a4b00;--act:#0b57d0;--on-act:#fff}
    @media(prefers-color-scheme:dark){:root{--ink:#f2f2f4;--paper:#1c1c1e;--edge:#8e8e93;\
    --soft:#2c2c2e;--warn:#ffb55c;--act:#a8c7fa;--on-act:#062e6f}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
    main{max-width:30rem;margin:0 auto;padding:1rem}
    h1{font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}
    h2{font-size:1.1rem;margin-top:2rem}
    .fake{border:2px dashed var(--warn);color:var(--warn);padding:.5rem .75rem;border-radius:.5rem}
    .error{border-left:4px solid var(--warn);padding-left:.75rem}
    dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem .75rem}
    dt{font-weight:600}
    dd{margin:0;overflow-wrap:anywhere}
    ul{list-style:none;padding:0}
    label{display:block;margin:.5rem 0 .15rem}
    .check{display:flex;gap:.5rem;align-items:center}
    input,select,textarea,button{font:inherit;color:inherit;width:100%;min-height:2.75rem;\
    padding:.5rem .75rem;border:1px solid var(--edge);border-radius:.5rem;background:var(--soft);\
    overflow-wrap:anywhere}
    .check input{flex:none;width:1.25rem;min-height:1.25rem}
    fieldset{margin:.75rem 0;border:1px solid var(--edge);border-radius:.5rem}
    button{cursor:pointer;text-align:left;margin:.25rem 0}
    button.main{margin-top:.75rem;background:var(--act);color:var(--on-act);border-color:var(--act);\
    text-align:center}
    button small{display:block}
    :focus-visible{outline:3px solid var(--act);outline-offset:2px}
    """
}
