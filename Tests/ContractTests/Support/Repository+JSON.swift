import EmuJSON
import EmuTestTools

extension Repository {
  static func json(_ path: String) throws -> JSON { try JSON(parsing: Array(data(path))) }
}
