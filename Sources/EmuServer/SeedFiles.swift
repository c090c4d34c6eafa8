internal import EmuControl

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Reads the seed documents of the command line.
///
/// With the C library: Foundation's `Data` would make the binary half as large again.
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
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unreadable() }
    defer { close(file) }
    var content: [UInt8] = []
    while true {
      var count = 0
      // read(2) fills at most the capacity that it is told.
      let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
        count = unsafe read(file, buffer.baseAddress, buffer.count)
        filled = max(0, count)
      }
      guard count >= 0 else { throw unreadable() }
      if count == 0 { return content }
      content += chunk
      guard content.count <= Seed.limit else { return content }
    }
  }

  private static func unreadable() -> SeedError {
    // strerror(3) answers a text of the C library's own, copied at once.
    let reason = unsafe String(cString: strerror(errno))
    return SeedError(
      path: "", message: "cannot be read (\(reason)). Check the path after --seed.")
  }
}
