import EmuTestTools
import EmuSQLite
import Foundation
import Testing

@testable import EmuModel
@testable import EmuStore

@Suite final class `Files of other versions`: FolderSuite {
  @Test(arguments: ["1_release", "9_later"])
  func `A file of another version is rejected and not changed`(_ name: String) throws {
    let early = Migration(name) { connection throws(DatabaseError) in
      try connection.execute("CREATE TABLE users (id INTEGER PRIMARY KEY) STRICT")
    }
    try Database(.init(location: .file(path)), migrations: [early]).close()
    let bytes = try Data(contentsOf: URL(filePath: path))
    let error = #expect(throws: StoreError.self) { try Store(path: path) }
    #expect(error?.code == .otherSchema)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
  }
}
