internal import EmuControl

/// Reads the seed documents of the command line.
enum SeedFiles {
  /// - Throws: `SeedError` naming the file.
  static func seed(at path: String) throws(SeedError) -> Seed {
    do {
      return try Seed(parsing: try bytes(of: path))
    } catch {
      throw SeedError(path: path, message: error.description)
    }
  }

  private static func bytes(of path: String) throws(SeedError) -> [UInt8] {
    do throws(LocalFile.Failure) {
      return try LocalFile.bytes(at: path, limit: Seed.limit)
    } catch {
      throw SeedError(
        path: "", message: "cannot be read (\(error.reason)). Check the path after --seed.")
    }
  }
}
