@testable import EmuConsole
import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

@Suite final class `The console`: EmulatorSuite {
  @Test(arguments: [
    "/emulator/ui", "/emulator/ui/", "/emulator/ui/users", "/emulator/ui/users/u%2F1",
    "/emulator/ui/requests/ab12-1?project=p",
  ])
  func `the console answers each screen with one page and a strict policy`(_ path: String) async {
    let reply = await emulator.get(path)
    #expect(reply.status == 200 && reply.headers["Content-Type"] == "text/html; charset=utf-8")
    let policy = reply.headers["Content-Security-Policy"] ?? ""
    #expect(policy.hasPrefix("default-src 'self'; ") && !policy.contains("unsafe"))
    for part in ["frame-ancestors 'none'", "base-uri 'none'", "require-trusted-types-for 'script'"]
    {
      #expect(policy.contains(part))
    }
    reply.expect(headers: ["X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff"])
    // The page contains the folder of the files, so a browser revalidates it.
    #expect(reply.headers["Cache-Control"] == "no-cache")
    #expect(!reply.text.contains("<style") && !reply.text.contains("<script>"))
  }

  @Test func `a browser at the root is redirected to the console, and a program is not`() async {
    let browser = await emulator.get(
      "/", headers: ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"])
    #expect(browser.status == 302 && browser.headers["Location"] == "emulator/ui")
    #expect(browser.headers["Cache-Control"] == "no-store")
    for headers: Headers in [[:], ["Accept": "*/*"], ["Accept": "application/json"]] {
      let program = await emulator.get("/", headers: headers)
      #expect(program.status == 200 && program.json["authEmulator"]?["ready"] == true)
    }
  }

  @Test(arguments: ["bad%20id%21", "..", "demo/x"])
  func `the console refuses an address with a malformed project, and has a way on`(
    id: String
  ) async {
    let reply = await emulator.get("\(Console.path)/users?project=\(id)")
    #expect(reply.status == 400 && reply.text.contains("A project id has"))
    #expect(reply.text.contains(#"<a href="../ui">"#))
  }

  private func folder() async throws -> String {
    let page = await emulator.get(Console.path).text
    let match = try #require(
      page.firstMatch(of: #/"(ui/assets/[0-9a-f]{16})/console\.js/#))
    return "/emulator/\(match.1)"
  }

  @Test(arguments: [
    ("console.js", "text/javascript; charset=utf-8"), ("console.css", "text/css; charset=utf-8"),
    ("icon.svg", "image/svg+xml"),
  ]) func `a file that the page loads is served for good`(name: String, type: String) async throws {
    let file = "\(try await folder())/\(name)"
    let pages = [("", ""), ("/", "../"), ("/users", "../"), ("/users/u%2F1", "../../")]
    for (path, up) in pages {
      let page = await emulator.get(Console.path + path).text
      #expect(page.contains("\"\(up)\(file.dropFirst("/emulator/".count))\""), "\(path)")
    }
    let reply = await emulator.get(file)
    #expect(reply.status == 200 && reply.headers["Content-Type"] == type)
    #expect(reply.headers["Cache-Control"] == "public, max-age=31536000, immutable")
    #expect(reply.headers["Cross-Origin-Resource-Policy"] == "same-origin")
  }

  /// Returns the path and the text of each file in the source tree with this ending.
  private static func assets(_ ending: String) throws -> [(path: String, text: String)] {
    try Repository.files(in: "Sources/EmuConsole/Assets", ending: ending)
      .map { ($0, try Repository.text($0)) }
  }

  @Test func `the style sheet has each sheet, the common one first`() async throws {
    let sheet = await emulator.get("\(try await folder())/console.css").text
    #expect(sheet.hasPrefix(try Repository.text("Sources/EmuHTTP/Assets/page.css")))
    let sheets = try Self.assets(".css")
    #expect(sheets.count == 5)
    for (path, text) in sheets {
      #expect(sheet.contains(text), "\(path)")
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 400, "\(path)")
    }
  }

  @Test func `the script has every module after those that it imports`() async throws {
    let script = await emulator.get("\(try await folder())/console.js").text
    func begin(of module: Substring) throws -> String.Index {
      try #require(script.firstRange(of: "\nmodules.\(module) = "), "\(module)").lowerBound
    }
    for (path, text) in try Self.assets(".js") {
      let name = try #require(path.split(separator: "/").last).dropLast(3)
      for match in text.matches(of: #/from "\./(\w+)\.js"/#) {
        #expect(try begin(of: match.1) < begin(of: name), "\(name) imports \(match.1)")
      }
    }
  }

  @Test func `a module imports and exports in the forms that the script has`() throws {
    let forms =
      #/import (\* as \w+|\{ .+ \}) from "\./\w+\.js";|export ((async )?function|const) \w+.*/#
    for (path, text) in try Self.assets(".js") {
      for line in text.split(separator: "\n")
      where line.hasPrefix("import") || line.hasPrefix("export") {
        #expect(try forms.wholeMatch(in: line) != nil, "\(path): \(line)")
      }
    }
  }

  @Test func `a module's names are renamed, grouped and exported as in its file`() {
    let script = ConsoleScript(
      entry: "app",
      modules: [
        "app": Array(
          """
          import { a as b, c } from "./one.js";
          import * as one from "./one.js";
          b(c, one.d);
          """.utf8),
        "one": Array(
          """
          export const c = 1;
          export function a() {}
          export async function d(x) {}
          """.utf8),
      ])
    #expect(
      script.text == """
        const modules = {};
        modules.one = await (async () => {
        const c = 1;
        function a() {}
        async function d(x) {}
        return { c, a, d };
        })();
        modules.app = await (async () => {
        const { a: b, c } = modules.one;
        const one = modules.one;
        b(c, one.d);
        return {  };
        })();

        """)
  }

  @Test func `a file of another build, or none, is not found and not kept`() async throws {
    let folder = try await folder()
    for path in ["/emulator/ui/assets/0123456789abcdef/console.js", "\(folder)/none.js"] {
      let reply = await emulator.get(path)
      #expect(reply.status == 404 && reply.headers["Cache-Control"] == "no-store")
    }
  }

  @Test func `the console answers HEAD, and no other method`() async {
    #expect(await emulator.call(.head, Console.path).status == 200)
    #expect(await emulator.call(.post, Console.path).status == 405)
  }

  @Test func `what the console loads is not in the log, and what it changes is`() async {
    let console: Headers = ["X-Emulator-Tool": "console"]
    _ = await emulator.get(Console.path)
    _ = await emulator.control(.get, "projects/demo-project/users", headers: console)
    _ = await emulator.control(.post, "clock:freeze", headers: console)
    let log = await emulator.control(.get, "requests")["requests"]?.array ?? []
    #expect(log.map { $0["operation"] } == ["clock:freeze"])
  }

  @Test func `a fault that names every request leaves the console alone`() async {
    _ = await emulator.control(.post, "faults", #"{"effect": {"status": 500}}"#)
    #expect(await emulator.get(Console.path).status == 200)
    #expect(await emulator.client("accounts:signUp").status == 500)
  }

  @Test func `no script of the console makes markup of text`() throws {
    let forbidden = [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "http://",
    ]
    for (path, whole) in try Self.assets(".js") {
      // The name of SVG is no address that a browser loads.
      let text = whole.replacing("\"http://www.w3.org/2000/svg\"", with: "")
      for word in forbidden { #expect(!text.contains(word), "\(path) has \(word)") }
      #expect(text.split(separator: "\n").count <= 250, "\(path) is long")
    }
  }

  @Test func `all files of the console together have less than 265 KB`() throws {
    let files = try Self.assets("")
    #expect(files.count > 60)
    let bytes = files.map { $0.text.utf8.count }.reduce(0, +)
    #expect(bytes < 265_000, "\(bytes)")
  }
}
