internal import EmuHTTP
internal import EmuModel

/// The page of every screen, which the modules fill.
enum ConsolePage {
  static func response(to request: Request, project: String) -> Response {
    let root = root(from: request.path)
    let isPlausible = request.query.allSatisfy { field in
      field.name != "project" || field.value.isEmpty || Project.isPlausible(id: field.value)
    }
    guard isPlausible else {
      return Page("The console cannot show this project").response(
        """
        <p class="error">\(Project.idProblem)</p>
        <p><a href="\(root)">Open the console</a></p>
        """, status: .badRequest)
    }
    var response = Response.html(page(root, "\(root)/\(ConsoleAssets.folder)", project).markup)
    response.headers["Content-Security-Policy"] = policy
    // The page contains the folder of the files, so it is revalidated.
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["X-Frame-Options"] = "DENY"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    return response
  }

  /// Allows only the emulator's files and calls, and no markup from text: with trusted types a
  /// browser rejects `innerHTML`.
  private static let policy =
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
    + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

  /// Returns the console's path, relative to a page's: a proxy may serve the emulator below a path.
  private static func root(from path: String) -> String {
    let depth = path.utf8.dropFirst(Console.path.utf8.count).count { $0 == UInt8(ascii: "/") }
    return String(repeating: "../", count: depth) + "ui"
  }

  private static func page(_ root: String, _ folder: String, _ project: String) -> HTML {
    """
    <!doctype html>
    <html lang="en" class="console" data-project="\(project)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">
    <title>Auth emulator</title>
    <link rel="icon" href="\(folder)/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="\(folder)/console.css">
    <script type="module" src="\(folder)/console.js"></script>
    </head>
    <body>
    <a class="skip" href="#content">Skip to the content</a>
    <header id="chrome"><p class="brand"><a href="\(root)">Auth emulator</a></p></header>
    <main id="content" tabindex="-1"><noscript>The console needs JavaScript.</noscript></main>
    <div id="notice" role="status" aria-live="polite"></div>
    </body>
    </html>

    """
  }
}
