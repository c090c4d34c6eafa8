internal import EmuSystem

/// Controls the process's resident memory where the system allows it.
package enum ProcessMemory {
  /// Releases the code that only starting needed; code that runs again is mapped again from its
  /// file.
  ///
  /// The kernel maps program code in pieces of 64 KB around each access, so that starting alone
  /// makes most of the program resident. Only executable mappings of files are released: they are
  /// never written to, so nothing is lost (madvise(2), `MADV_DONTNEED`). On other systems than
  /// Linux it does nothing.
  package static func releaseStartUpCode() {
    #if os(Linux)
      for mapping in executableMappings() {
        madvise(
          UnsafeMutableRawPointer(bitPattern: mapping.lowerBound), mapping.count, MADV_DONTNEED)
      }
    #endif
  }

  #if os(Linux)
    /// The address ranges of program files and libraries, from proc(5): `start-end r-xp … /path`.
    private static func executableMappings() -> [Range<UInt>] {
      guard let file = fopen("/proc/self/maps", "re") else { return [] }
      defer { fclose(file) }
      var mappings: [Range<UInt>] = []
      var line = [CChar](repeating: 0, count: 4608)
      while fgets(&line, Int32(line.count), file) != nil {
        let fields = String(
          decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self
        )
        .split(whereSeparator: \.isWhitespace)
        guard fields.count == 6, fields[1] == "r-xp", fields[5].hasPrefix("/") else { continue }
        let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        if bounds.count == 2, bounds[0] < bounds[1] { mappings.append(bounds[0]..<bounds[1]) }
      }
      return mappings
    }
  #endif
}
