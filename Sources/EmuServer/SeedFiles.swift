internal import EmuControl
internal import FoundationEssentials

/// Reads the seed documents of the command line.
enum SeedFiles {
  /// - Throws: `SeedError` naming the file.
  static func read(_ path: String) throws(SeedError) -> Seed {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw SeedError(
        path: path, message: "the seed file cannot be read. Check the path after --seed.")
    }
    do {
      return try Seed(parsing: Array(data))
    } catch {
      throw SeedError(path: path, message: error.description)
    }
  }
}
