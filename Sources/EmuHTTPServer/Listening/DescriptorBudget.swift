#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How many connections the process can have at once, by the files that it may open.
enum DescriptorBudget {
  /// What is left to the rest of the process: the store's files, calls to other servers, seeds.
  static let reserve = 24
  /// Fewer than these serve nobody.
  static let fewest = 4

  /// The limit that was asked for, or a lower one that the system's `RLIMIT_NOFILE` leaves.
  ///
  /// - Throws: `startFailed` when there is room for fewer than ``fewest``.
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
