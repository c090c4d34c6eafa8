import EmuTestTools
import Foundation
import Testing

@Suite struct `Imports` {
  private static func modules() throws -> [Manifest.Target] {
    let targets = try Manifest().targets.filter { $0.folder.hasPrefix("Sources/") }
    #expect(targets.count > 22)
    return targets
  }

  @Test func `imports are declared in Package.swift, or of the toolchain and the system`() throws {
    for target in try Self.modules() {
      var permitted = target.dependencies
      permitted.formUnion(ImportTable.kit[target.name] ?? ImportTable.toolchain)
      if target.name == "EmuSystem" { permitted.formUnion(ImportTable.systemLibrary) }
      for file in try SourceFile.all(below: target.folder) {
        for module in file.imports {
          #expect(permitted.contains(module), "\(file.path) may not import \(module)")
        }
      }
    }
  }

  @Test func `imports exclude Foundation`() throws {
    for file in try SourceFile.all(below: "Sources") where ImportTable.kit[file.module] == nil {
      for module in file.imports {
        #expect(!module.hasPrefix("Foundation"), "\(file.path) imports \(module)")
      }
    }
  }

  @Test(arguments: ImportTable.systemModules.sorted())
  func `imports reach a C library from one wrapper`(_ library: String) throws {
    let users = Set(
      try SourceFile.all(below: "Sources").filter { $0.imports.contains(library) }.map(\.module))
    #expect(users.count == 1, "\(library) is imported by \(users.sorted())")
  }

  /// Returns the row of each module in the diagram of docs/ARCHITECTURE.md.
  private static func rows() throws -> [String: Int] {
    let page = try Repository.text("docs/ARCHITECTURE.md")
    var rows: [String: Int] = [:]
    for line in page.matches(of: #/(?m)^ *(\d+) +[a-z]+ +(.*)$/#) {
      for name in line.2.matches(of: #/auth-emulator|AuthEmulator\w+|(?:Emu|C)[A-Z]\w+/#).map({
        String($0.0)
      }) {
        #expect(rows[name] == nil, "\(name) stands in two rows")
        rows[name] = Int(line.1)
      }
    }
    return rows
  }

  @Test func `imports point to lower rows only`() throws {
    let rows = try Self.rows()
    let targets = try Self.modules()
    #expect(
      Set(rows.keys) == Set(targets.map(\.name)).union(ImportTable.systemModules),
      "docs/ARCHITECTURE.md has other modules in its rows")
    for target in targets {
      for imported in target.dependencies {
        let (own, its) = (rows[target.name] ?? 0, rows[imported] ?? 0)
        #expect(its < own, "\(target.name) of row \(own) imports \(imported) of row \(its)")
      }
    }
  }

  @Test func `imports use each declared dependency`() throws {
    for target in try Manifest().targets {
      let imported = Set(try SourceFile.all(below: target.folder).flatMap(\.imports))
      let idle = target.dependencies.subtracting(imported).sorted()
      #expect(idle.isEmpty, "\(target.name) imports \(idle) nowhere; strike them out")
    }
  }

  @Test func `imports are recognised in every form`() {
    let file = SourceFile(
      path: "Sources/X/Y.swift",
      text: """
        import A
        package import B
        @testable import C
        internal import struct D.E
        // import F
        let importance = 1
        """)
    #expect(file.imports == ["A", "B", "C", "D"])
  }
}
