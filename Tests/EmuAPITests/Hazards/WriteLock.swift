import EmuServer
import EmuTestSupport
import Testing

@testable import EmuSQLite

/// Holds the write lock of an emulator's file, as another program would.
// Sendable: used only by the test that creates it.
final class WriteLock: @unchecked Sendable {
  private let connection: Connection

  init(of emulator: TestEmulator) throws {
    connection = try Connection(
      DatabaseFile.Place(path: #require(emulator.emulator.configuration.dataFile), isNamed: true),
      access: .readWrite)
    // A change of the emulator may have the lock for a moment.
    while (try? connection.begin(.write)) == nil {}
  }

  func release() { connection.close() }
}
