import Testing

@Suite struct `The folders of EmuAPI` {
  private static let module = "Sources/EmuAPI"

  /// Returns the files of each folder.
  private static func folders() throws -> [String: [SourceFile]] {
    Dictionary(
      uniqueKeysWithValues: try SourceFile.folders(in: module)
        .filter { !$0.hasSuffix(".docc") }
        .map { ($0, try SourceFile.all(below: "\(module)/\($0)")) })
  }

  /// Returns the folders whose types a file names, with one name of each.
  private static func uses(
    _ file: SourceFile, owners: [String: String]
  ) -> [(folder: String, type: String)] {
    // The file's own type hides one of the same name in another folder.
    let own = file.allTypes
    let names = Set(file.words.flatMap(\.names)).subtracting(own)
    return names.sorted().compactMap { name in owners[name].map { ($0, name) } }
  }

  private static func owners(_ folders: [String: [SourceFile]]) -> [String: String] {
    var owners: [String: String] = [:]
    for (folder, files) in folders {
      for type in files.flatMap(\.types) { owners[type] = folder }
    }
    return owners
  }

  @Test func `the folders of EmuAPI name only the types that the table allows`()
    throws
  {
    let folders = try Self.folders()
    let owners = Self.owners(folders)
    #expect(folders.keys.sorted() == FolderTable.allowed.keys.sorted())
    for (folder, files) in folders {
      let allowed = FolderTable.allowed[folder] ?? []
      var used: Set<String> = []
      for file in files {
        for (other, type) in Self.uses(file, owners: owners) where other != folder {
          used.insert(other)
          #expect(
            allowed.contains(other),
            "\(file.path) names \(type) of \(other)/, which \(folder)/ may not; see FolderTable")
        }
      }
      let idle = allowed.subtracting(used).sorted()
      #expect(idle.isEmpty, "\(folder)/ names nothing of \(idle); take it out of the table")
    }
  }

  @Test func `the folders of EmuAPI are recognised by types that are not the file's own`() {
    let file = SourceFile(
      path: "Sources/EmuAPI/X/Y.swift",
      text: """
        struct Y {
          struct Token {}
          let token: Token
          let other: Other.Part
          let text = "Elsewhere"
          let part: Else.Token // Elsewhere
        }
        """)
    let owners = ["Token": "A", "Other": "B", "Part": "C", "Elsewhere": "D", "Else": "E"]
    #expect(Self.uses(file, owners: owners).map(\.folder).sorted() == ["B", "E"])
  }
}
