/// The console's modules as one script.
///
/// A module becomes a function that returns its exports, called after those of the modules that it
/// imports. Its lines are those of the file, except for these forms, in one line each:
///
///     import { a, b } from "./x.js";      const { a, b } = modules.x;
///     import * as x from "./x.js";        const x = modules.x;
///     export function a() {               function a() {
struct ConsoleScript {
  private(set) var text = "const modules = {};\n"
  /// The modules that are not in the text yet.
  private var modules: [Substring: [UInt8]]

  /// - Parameter modules: their files by name, such as `app`.
  init(entry: Substring, modules: [Substring: [UInt8]]) {
    self.modules = modules
    add(entry)
  }

  private mutating func add(_ module: Substring) {
    guard let file = modules.removeValue(forKey: module) else { return }
    var lines: [Substring] = []
    var exports: [Substring] = []
    for line in String(decoding: file, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line.hasPrefix("import ") {
        let (names, imported) = Self.parts(of: line)
        add(imported)
        lines.append("const \(names) = modules.\(imported);")
      } else if line.hasPrefix("export ") {
        let declaration = line.dropFirst("export ".count)
        exports.append(Self.name(of: declaration))
        lines.append(declaration)
      } else {
        lines.append(line)
      }
    }
    text += """
      modules.\(module) = await (async () => {
      \(lines.joined(separator: "\n"))
      return { \(exports.joined(separator: ", ")) };
      })();

      """
  }

  /// Returns the pattern for the names of an import, and the module.
  private static func parts(of line: Substring) -> (names: Substring, module: Substring) {
    let parts = line.dropFirst("import ".count).split(separator: " from \"./", maxSplits: 1)
    let names = parts[0].hasPrefix("* as ") ? parts[0].dropFirst("* as ".count) : parts[0]
    return (names.replacing(" as ", with: ": "), parts[1].dropLast(".js\";".count))
  }

  /// Returns the name in `const a = …`, `function a(…) {` or `async function a(…) {`.
  private static func name(of declaration: Substring) -> Substring {
    let words = declaration.split(separator: " ")
    return words[words[0] == "async" ? 2 : 1].prefix { $0.isLetter || $0.isNumber }
  }
}
