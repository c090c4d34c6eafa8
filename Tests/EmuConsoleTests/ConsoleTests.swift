@testable import EmuConsole
import EmuHTTP
import EmuJSON
import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

@Suite struct `The console` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  private static let browser: Headers = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]

  @Test(arguments: [
    "/emulator/ui", "/emulator/ui/", "/emulator/ui/users", "/emulator/ui/users/u%2F1",
    "/emulator/ui/requests/ab12-1?project=p",
  ])
  func `the console answers each screen with one page and a strict policy`(_ path: String) async {
    let reply = await emulator.get(path)
    #expect(reply.status == 200)
    #expect(reply.headers["Content-Type"] == "text/html; charset=utf-8")
    let policy = reply.headers["Content-Security-Policy"] ?? ""
    #expect(policy.hasPrefix("default-src 'self'; "))
    #expect(!policy.contains("unsafe"))
    for part in ["frame-ancestors 'none'", "base-uri 'none'", "require-trusted-types-for 'script'"]
    {
      #expect(policy.contains(part))
    }
    #expect(reply.headers["X-Frame-Options"] == "DENY")
    #expect(reply.headers["X-Content-Type-Options"] == "nosniff")
    // The page contains the folder of the files, so a browser revalidates it.
    #expect(reply.headers["Cache-Control"] == "no-cache")
    #expect(!reply.text.contains("<style") && !reply.text.contains("<script>"))
  }

  @Test
  func `a browser at the root is redirected to the console, and a program gets the usual answer`()
    async
  {
    let browser = await emulator.get("/", headers: Self.browser)
    #expect(browser.status == 302)
    #expect(browser.headers["Location"] == Console.path)
    #expect(browser.headers["Cache-Control"] == "no-store")
    for headers: Headers in [[:], ["Accept": "*/*"], ["Accept": "application/json"]] {
      let program = await emulator.get("/", headers: headers)
      #expect(program.status == 200)
      #expect(program.json["authEmulator"]?["ready"] == true)
    }
  }

  /// Returns the folder of the files in the page.
  private func folder() async throws -> String {
    let page = await emulator.get(Console.path).text
    let match = try #require(
      page.firstMatch(of: #/(/emulator/ui/assets/[0-9a-f]{16})/console\.js/#))
    return String(match.1)
  }

  @Test(arguments: [
    ("console.js", "text/javascript; charset=utf-8"), ("console.css", "text/css; charset=utf-8"),
    ("icon.svg", "image/svg+xml"),
  ])
  func `a file that the page loads is served for good, with its type`(
    _ name: String, _ type: String
  ) async throws {
    #expect(await emulator.get(Console.path).text.contains("\(try await folder())/\(name)"))
    let reply = await emulator.get("\(try await folder())/\(name)")
    #expect(reply.status == 200)
    #expect(reply.headers["Content-Type"] == type)
    #expect(reply.headers["Cache-Control"] == "public, max-age=31536000, immutable")
    #expect(reply.headers["Cross-Origin-Resource-Policy"] == "same-origin")
  }

  @Test func `no file imports itself by way of others`() throws {
    let folder = Repository.root.appending(path: "Sources/EmuConsole/Assets")
    var imports: [String: Set<String>] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".js") {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      imports[name] = Set(text.matches(of: #/from "\./([^"]+)"/#).map { String($0.1) })
    }
    while let leaf = imports.first(where: { $0.value.isEmpty })?.key {
      imports[leaf] = nil
      for name in imports.keys { imports[name]?.remove(leaf) }
    }
    #expect(imports.keys.sorted() == [])
  }

  @Test func `the style sheet has each sheet of the source tree, that of all pages first`()
    async throws
  {
    let sheet = await emulator.get("\(try await folder())/console.css").text
    #expect(sheet.hasPrefix(try Repository.text("Sources/EmuHTTP/Assets/page.css")))
    for path in try Repository.files(in: "Sources/EmuConsole/Assets", ending: ".css") {
      #expect(sheet.contains(try Repository.text(path)), "\(path)")
    }
  }

  @Test func `the script has every module after those that it imports`() async throws {
    let script = await emulator.get("\(try await folder())/console.js").text
    func begin(of module: Substring) throws -> String.Index {
      try #require(script.firstRange(of: "\nmodules.\(module) = "), "\(module)").lowerBound
    }
    for path in try Repository.files(in: "Sources/EmuConsole/Assets", ending: ".js") {
      let name = try #require(path.split(separator: "/").last).dropLast(3)
      for match in try Repository.text(path).matches(of: #/from "\./(\w+)\.js"/#) {
        #expect(try begin(of: match.1) < begin(of: name), "\(name) imports \(match.1)")
      }
    }
  }

  @Test func `a module imports and exports in the forms that the script has`() throws {
    let forms =
      #/import (\* as \w+|\{ .+ \}) from "\./\w+\.js";|export ((async )?function|const) \w+.*/#
    for path in try Repository.files(in: "Sources/EmuConsole/Assets", ending: ".js") {
      for line in try Repository.text(path).split(separator: "\n")
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
      #expect(reply.status == 404)
      #expect(reply.headers["Cache-Control"] == "no-store")
    }
  }

  @Test func `the console answers HEAD, and no other method`() async {
    #expect(await emulator.call(.head, Console.path).status == 200)
    #expect(await emulator.call(.post, Console.path).status == 405)
  }

  @Test func `no other origin reads a page or a file of the console`() async {
    let origin: Headers = ["Origin": "http://evil.example"]
    let page = await emulator.get(Console.path, headers: origin)
    #expect(page.headers["Access-Control-Allow-Origin"] == nil)
    for call in ["projects", "projects/demo-project/users", "projects/demo-project/messages"] {
      #expect(await emulator.control(.get, call, headers: origin).status == 403, "\(call)")
    }
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
    for path in try Repository.files(in: "Sources/EmuConsole/Assets", ending: ".js") {
      // The name of SVG is no address that a browser loads.
      let text = try Repository.text(path).replacing("\"http://www.w3.org/2000/svg\"", with: "")
      for word in forbidden { #expect(!text.contains(word), "\(path) has \(word)") }
      #expect(text.split(separator: "\n").count <= 250, "\(path) is long")
    }
  }

  @Test func `all files of the console together have less than 260 KB`() throws {
    let files = try Repository.files(in: "Sources/EmuConsole/Assets", ending: "")
    #expect(files.count > 60)
    let bytes = try files.map { try Repository.text($0).utf8.count }.reduce(0, +)
    #expect(bytes < 260_000, "\(bytes)")
  }

  @Test func `no style sheet of the console is long`() throws {
    let sheets = try Repository.files(in: "Sources/EmuConsole/Assets", ending: ".css")
    #expect(sheets.count == 5)
    for path in sheets {
      let lines = try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 400, "\(path) is long")
    }
  }
}
