internal import EmuSystem

/// The maximum number of connections, by the files that the process may open.
enum DescriptorBudget {
  /// The descriptors for the rest of the process: the store's files, calls to other servers, seeds.
  static let reserve = 24
  /// The minimum number of connections of a usable server.
  static let fewest = 4

  /// Returns the requested limit, or a lower one that the system's `RLIMIT_NOFILE` allows.
  ///
  /// - Throws: `startFailed` when fewer than ``fewest`` are possible.
  static func limit(wanted: Int) throws(ServerError) -> Int {
    var files = rlimit()
    guard getrlimit(resource, &files) == 0 else { return wanted }
    let allowed = Int(clamping: files.rlim_cur)
    // More than this cannot be short, however many are open.
    guard allowed < wanted + 4096 else { return wanted }
    let left = allowed - open(below: allowed) - reserve
    guard left >= min(wanted, fewest) else { throw .tooFewDescriptors(allowed) }
    return min(wanted, left)
  }

  private static func open(below limit: Int) -> Int {
    (0..<Int32(limit)).count { fcntl($0, F_GETFD) >= 0 }
  }

  #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif
}
