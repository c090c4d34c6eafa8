import Testing

@Suite struct `Imports` {
  @Test func `follow the table`() throws {
    let files = try SourceFile.all(below: "Sources")
    #expect(files.count > 100)
    for file in files {
      guard let allowed = ImportTable.allowed[file.module] else {
        Issue.record("\(file.module) is in no row of ImportTable")
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

  @Test func `leave Foundation out`() throws {
    for file in try SourceFile.all(below: "Sources") {
      for module in file.imports where module.hasPrefix("Foundation") {
        #expect(module == "FoundationEssentials", "\(file.path) imports \(module)")
      }
    }
  }

  @Test(arguments: ImportTable.systemModules.sorted())
  func `reach a C library from one wrapper`(_ library: String) throws {
    let users = Set(
      try SourceFile.all(below: "Sources").filter { $0.imports.contains(library) }.map(\.module))
    #expect(users.count == 1, "\(library) is imported by \(users.sorted())")
  }

  @Test func `lead downward only`() {
    var rest = ImportTable.allowed.mapValues { $0.subtracting(ImportTable.systemModules) }
    while let ready = rest.first(where: { $0.value.isEmpty })?.key {
      rest[ready] = nil
      for module in rest.keys { rest[module]?.remove(ready) }
    }
    #expect(rest.isEmpty, "these import one another: \(rest.keys.sorted())")
  }

  @Test func `use what the table lets them use`() throws {
    for (module, allowed) in ImportTable.allowed {
      let imported = Set(try SourceFile.all(below: "Sources/\(module)").flatMap(\.imports))
      let idle = allowed.subtracting(imported).sorted()
      #expect(idle.isEmpty, "\(module) imports \(idle) nowhere; strike them out of ImportTable")
    }
  }

  @Test func `are declared as they are, and no others`() throws {
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

  @Test func `are recognised in every form`() {
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
