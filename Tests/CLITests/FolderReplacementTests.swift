import EmuServer
import EmuSystem
import EmuTestTools
import Foundation
import Testing

/// The replacement of an older export by a new one.
@Suite struct `A folder that replaces another` {
  private let folder: TestFolder
  private var place: String { folder.path("export") }
  private var draft: String { folder.path("draft") }

  init() throws {
    folder = try TestFolder()
    try make("draft", with: "new.json")
  }

  private func make(_ name: String, with file: String) throws {
    let url = folder.url.appending(path: name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    try Data(file.utf8).write(to: url.appending(path: file))
  }

  /// Returns the existing folders with their files.
  private func found() throws -> [String: [String]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, LocalFolder.names(in: folder.path($0)) ?? []) })
  }

  @Test func `a folder exchanges its name with the older one in one step, which is then removed`()
    throws
  {
    try make("export", with: "old.json")
    var calls = 0
    try LocalFolder.replace(place, with: draft) { one, other in
      calls += 1
      // Nothing is renamed before: a crash here leaves the older one at its path.
      #expect(LocalFolder.names(in: place) == ["old.json"])
      #expect(LocalFolder.names(in: draft) == ["new.json"])
      let number = LocalFolder.exchange(one, other)
      #expect(LocalFolder.names(in: place) == ["new.json"])
      return number
    }
    #expect(calls == 1)
    #expect(try found() == ["export": ["new.json"]])
  }

  @Test(arguments: [EINVAL, ENOSYS, ENOTSUP])
  func `a folder is replaced by two renames where the file system exchanges no names`(
    _ number: Int32
  ) throws {
    try make("export", with: "old.json")
    try LocalFolder.replace(place, with: draft) { _, _ in number }
    #expect(try found() == ["export": ["new.json"]])
  }

  @Test func `a folder whose names cannot be exchanged for another reason is not changed`() throws {
    try make("export", with: "old.json")
    let error = #expect(throws: LocalFile.Failure.self) {
      try LocalFolder.replace(place, with: draft) { _, _ in EACCES }
    }
    #expect(error?.reason == "Permission denied")
    #expect(try found() == ["export": ["old.json"], "draft": ["new.json"]])
  }

  @Test(arguments: [nil, EINVAL])
  func `a folder whose draft is missing is renamed back`(_ number: Int32?) throws {
    try make("export", with: "old.json")
    #expect(throws: LocalFile.Failure.self) {
      try LocalFolder.replace(place, with: folder.path("none")) { one, other in
        number ?? LocalFolder.exchange(one, other)
      }
    }
    #expect(try found() == ["export": ["old.json"], "draft": ["new.json"]])
  }

  @Test(arguments: [nil, EINVAL], ["kept", "missing/kept"])
  func `a folder keeps the older one under another name, or changes nothing`(
    _ number: Int32?, _ name: String
  ) throws {
    try make("export", with: "old.json")
    var isKept = true
    do {
      try LocalFolder.replace(place, with: draft, keepingAs: folder.path(name)) { one, other in
        number ?? LocalFolder.exchange(one, other)
      }
    } catch {
      isKept = false
    }
    #expect(isKept == (name == "kept"))
    #expect(
      try found()
        == (isKept
          ? ["export": ["new.json"], "kept": ["old.json"]]
          : ["export": ["old.json"], "draft": ["new.json"]]))
  }

  @Test func `a folder moves to a free place`() throws {
    try LocalFolder.replace(place, with: draft)
    #expect(try found() == ["export": ["new.json"]])
  }

  @Test func `a folder does not replace a file`() throws {
    _ = try folder.write(Data("mine".utf8), "export")
    #expect(throws: LocalFile.Failure.self) { try LocalFolder.replace(place, with: draft) }
    #expect(try String(contentsOfFile: place, encoding: .utf8) == "mine")
  }
}
