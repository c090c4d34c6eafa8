internal import EmuSystem

/// The addresses that the process may use.
enum AddressSpace {
  /// The most that a server needs: 800 MB of memory, the stacks of its threads, its code and libraries,
  /// and what the C library reserves for each thread.
  private static let needed: rlim_t = 2 << 30

  /// Checks the limits that count addresses, in use or reserved.
  ///
  /// A program in Swift ends where an allocation fails. So a server starts only where none can fail.
  ///
  /// - Throws: `CommandFailure` with the limit and the next step.
  static func check() throws {
    #if os(Linux)
      for (resource, flag) in limits {
        var limit = rlimit()
        // It writes the one structure, which outlives the call: getrlimit(2).
        guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < needed else { continue }
        throw CommandFailure(
          "This process may use \(limit.rlim_cur >> 20) MB of addresses, and needs up to "
            + "\(needed >> 20) MB. Allow more with ulimit \(flag) unlimited, and limit memory by a "
            + "container's limit instead.")
      }
    #endif
  }

  #if canImport(Glibc)
    private static let limits = [
      (__rlimit_resource_t(RLIMIT_AS.rawValue), "-v"),
      (__rlimit_resource_t(RLIMIT_DATA.rawValue), "-d"),
    ]
  #elseif os(Linux)
    private static let limits = [(RLIMIT_AS, "-v"), (RLIMIT_DATA, "-d")]
  #endif
}
