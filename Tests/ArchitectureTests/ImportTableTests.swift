import EmuTestTools
import Foundation
import Testing

@Suite struct `Imports` {
  @Test func `imports follow the table`() throws {
    let files = try SourceFile.all(below: "Sources")
    #expect(files.count > 100)
    for file in files {
      guard let allowed = ImportTable.allowed[file.module] else {
        Issue.record("\(file.module) is in no row of ImportTable")
        continue
      }
      if let libraries = ImportTable.kit[file.module] {
        for module in file.imports {
          #expect(
            allowed.union(libraries).contains(module), "\(file.path) may not import \(module)")
        }
        continue
      }
      var permitted = allowed.union(ImportTable.toolchain)
      if ImportTable.mayCallTheSystem.contains(file.module) {
        permitted.formUnion(ImportTable.systemLibrary)
      }
      for module in file.imports {
        #expect(permitted.contains(module), "\(file.path) may not import \(module)")
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
    let page = try String(
      contentsOf: Repository.root.appending(path: "docs/ARCHITECTURE.md"), encoding: .utf8)
    var rows: [String: Int] = [:]
    for line in page.matches(of: #/(?m)^ +(\d) +[a-z]+ +(.*)$/#) {
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
    let modules = Set(ImportTable.allowed.keys).union(ImportTable.systemModules)
    #expect(Set(rows.keys) == modules, "docs/ARCHITECTURE.md has other modules in its rows")
    for (module, allowed) in ImportTable.allowed {
      for imported in allowed {
        let (own, its) = (rows[module] ?? 0, rows[imported] ?? 0)
        #expect(its < own, "\(module) of row \(own) imports \(imported) of row \(its)")
      }
    }
  }

  @Test func `imports use everything that the table allows`() throws {
    for (module, allowed) in ImportTable.allowed {
      let imported = Set(try SourceFile.all(below: "Sources/\(module)").flatMap(\.imports))
      let idle = allowed.subtracting(imported).sorted()
      #expect(idle.isEmpty, "\(module) imports \(idle) nowhere; strike them out of ImportTable")
    }
  }

  @Test func `imports are declared as they are, and no others`() throws {
    let targets = try Manifest().targets
    #expect(targets.count > 30)
    for target in targets {
      if let allowed = ImportTable.allowed[target.name] {
        #expect(target.dependencies == allowed, "Package.swift and ImportTable: \(target.name)")
      }
      let imported = Set(try SourceFile.all(below: target.folder).flatMap(\.imports))
      let idle = target.dependencies.subtracting(imported).sorted()
      #expect(
        idle.isEmpty, "\(target.name) imports \(idle) nowhere; strike them out of Package.swift")
    }
    let declared = Set(targets.map(\.name))
    #expect(declared.isSuperset(of: ImportTable.allowed.keys))
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
