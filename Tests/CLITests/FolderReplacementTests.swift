import EmuServer
import EmuSystem
import EmuTestTools
import Foundation
import Testing

@Suite struct `A folder that replaces another` {
  private let folder: TestFolder
  private var place: String { folder.path("export") }

  init() throws {
    folder = try TestFolder()
    try make("draft", with: "new.json")
  }

  private func make(_ name: String, with file: String) throws {
    let url = folder.url.appending(path: name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    try Data(file.utf8).write(to: url.appending(path: file))
  }

  private func found() throws -> [String: [String]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, LocalFolder.names(in: folder.path($0)) ?? []) })
  }

  private static let replaced = ["export": ["new.json"]]
  private static let unchanged = ["export": ["old.json"], "draft": ["new.json"]]

  @Test func `a folder exchanges its name with the older one in one step`() throws {
    try make("export", with: "old.json")
    var calls = 0
    try LocalFolder.replace(place, with: folder.path("draft")) { one, other in
      calls += 1
      // Nothing is renamed before: a crash here leaves the older one at its path.
      #expect((try? found()) == Self.unchanged)
      let number = LocalFolder.exchange(one, other)
      #expect(LocalFolder.names(in: place) == ["new.json"])
      return number
    }
    #expect(calls == 1)
    #expect(try found() == Self.replaced)
  }

  @Test func `a folder whose names cannot be exchanged for another reason is not changed`() throws {
    try make("export", with: "old.json")
    let error = #expect(throws: LocalFile.Failure.self) {
      try LocalFolder.replace(place, with: folder.path("draft")) { _, _ in EACCES }
    }
    #expect(error?.reason == "Permission denied")
    #expect(try found() == Self.unchanged)
  }

  /// The error of an exchange, nil for none; and the names of the draft and of the older one later.
  @Test(
    arguments: [nil, EINVAL, ENOSYS, ENOTSUP],
    [("draft", nil), ("draft", "kept"), ("draft", "no/kept"), ("none", nil)] as [(String, String?)])
  func `a folder is replaced, or stays`(
    number: Int32?, names: (draft: String, kept: String?)
  ) throws {
    try make("export", with: "old.json")
    var isReplaced = true
    do {
      let kept = names.kept.map(folder.path)
      try LocalFolder.replace(place, with: folder.path(names.draft), keepingAs: kept) {
        number ?? LocalFolder.exchange($0, $1)
      }
    } catch {
      isReplaced = false
    }
    #expect(isReplaced == (names.draft == "draft" && names.kept != "no/kept"))
    let older = names.kept.map { [$0: ["old.json"]] } ?? [:]
    #expect(try found() == (isReplaced ? Self.replaced.merging(older) { $1 } : Self.unchanged))
  }

  @Test func `a folder moves to a free place`() throws {
    try LocalFolder.replace(place, with: folder.path("draft"))
    #expect(try found() == Self.replaced)
  }

  @Test func `a folder does not replace a file`() throws {
    _ = try folder.write(Data("mine".utf8), "export")
    #expect(throws: LocalFile.Failure.self) {
      try LocalFolder.replace(place, with: folder.path("draft"))
    }
    #expect(try String(contentsOfFile: place, encoding: .utf8) == "mine")
  }
}
