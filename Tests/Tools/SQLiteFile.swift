import Foundation

/// Changes a database file from outside, as SQLite's own tools can.
package enum SQLiteFile {
  /// The file after a statement.
  package static func changed(_ file: [UInt8], by statement: String) throws -> [UInt8] {
    let folder = try TestFolder()
    let path = try folder.write(Data(file), "changed.sqlite")
    let script = """
      import sqlite3, sys
      connection = sqlite3.connect(sys.argv[1])
      connection.executescript(sys.argv[2])
      connection.close()
      """
    _ = try Tool.run("python3", ["-c", script, path, statement])
    return [UInt8](try Data(contentsOf: folder.url.appending(path: "changed.sqlite")))
  }
}
