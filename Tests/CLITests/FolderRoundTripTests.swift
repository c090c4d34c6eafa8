import EmuJSON
import EmuModel
import EmuServer
import EmuTestSupport
import EmuTestTools
import Testing

@testable import EmuCommand

/// Export folders of random states.
@Suite struct `An export folder of any state` {
  private static let project = "demo-project"

  private static func emulator(with seed: Int) throws -> TestEmulator {
    let emulator = try TestEmulator(isReopened: false)
    #expect(RandomState(seed: seed).apply(to: emulator.emulator) == [])
    return emulator
  }

  private static func export(_ emulator: TestEmulator, to path: String) throws {
    let export = UserExport(client: ControlClient(emulator.emulator), project: project)
    _ = try FolderExport(export: export).write(to: path)
  }

  /// Imports the folder into a new emulator, whose clock and random source are others.
  private static func imported(from path: String) throws -> TestEmulator {
    let emulator = try TestEmulator(
      seed: 2, machine: Timestamp(seconds: 1_900_000_000), isReopened: false)
    guard case .file(let file) = try ImportFile.find(path, format: nil) else {
      throw ClientFailure(message: "\(path) has nothing to import")
    }
    var input = ClientInput()
    input.project = project
    let report = try ImportCommand.run(file, input, ControlClient(emulator.emulator))
    #expect(report["refused"] == 0, "\(report)")
    #expect(report["warnings"]?.array?.isEmpty != false, "\(report)")
    return emulator
  }

  /// Returns the answers of reading calls and the stored users. The members of a configuration have no
  /// order.
  private static func state(of emulator: TestEmulator) throws -> [(call: String, text: String)] {
    let reading = try StateReading(of: emulator.emulator, project: project)
    return reading.answers.map { answer in
      let tree = try? JSON(parsing: answer.text)
      return (call: answer.call, text: tree?.serialized([.sortedKeys, .pretty]) ?? answer.text)
    }
  }

  /// Returns the texts of the files by their names.
  private static func files(of path: String) throws -> [String: String] {
    let folder = "\(path)/auth_export"
    var files: [String: String] = [:]
    for name in LocalFolder.names(in: folder) ?? [] {
      let bytes = try LocalFile.bytes(at: "\(folder)/\(name)", limit: .max)
      files[name] = String(decoding: bytes, as: UTF8.self)
    }
    return files
  }

  @Test(arguments: RandomRounds.seeds(normally: 50))
  func `an export over an older one restores every member in a new emulator`(_ seed: Int) throws {
    let folder = try TestFolder()
    let path = folder.path("data")
    try Self.export(try Self.emulator(with: 1_000_000 + seed), to: path)
    let before = try Self.emulator(with: seed)
    try Self.export(before, to: path)
    let files = try Self.files(of: path)
    let after = try Self.imported(from: path)
    let (one, two) = (try Self.state(of: before), try Self.state(of: after))
    #expect(one.map(\.call) == two.map(\.call))
    for (one, two) in zip(one, two) where !one.text.utf8.elementsEqual(two.text.utf8) {
      Issue.record("\(one.call)\n--- expected\n\(one.text)\n--- found\n\(two.text)")
    }
    try Self.export(after, to: path)
    #expect(try Self.files(of: path) == files)
  }
}
