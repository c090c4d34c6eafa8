internal import EmuHTTPServer
internal import EmuSystem

enum OpenFiles {
  /// Raises the limits of a server, and checks those that cannot be raised.
  ///
  /// - Throws: the limit that is too low, with the next step.
  static func prepareServer() throws {
    raiseLimit()
    try AddressSpace.check()
    try HTTPServer.checkOpenFiles()
  }

  /// Enough for a thousand connections and the store.
  private static let wanted: rlim_t = 4096

  /// Opens the null device for each of standard input, output and error that is closed.
  ///
  /// The next file to be opened would get its number, and be written over by whatever is printed:
  /// so it comes before any file is opened.
  static func occupyStandardDescriptors() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // open(2) uses the lowest free number, and reads the path only while it runs.
      _ = unsafe open("/dev/null", O_RDWR)
    }
  }

  /// Closes the descriptors of this process, including inherited ones, in programs that it runs.
  /// Readers of an inherited pipe then do not wait for those programs.
  static func closeInPrograms() {
    for number in (STDERR_FILENO + 1)..<Int32(wanted) {
      // A number that is not open is rejected: fcntl(2).
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }
  }

  /// Raises the soft limit as far as the hard one allows and a full server needs.
  private static func raiseLimit() {
    var limit = rlimit()
    // Both read or write the one structure, which outlives the calls: getrlimit(2).
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < wanted else { return }
    limit.rlim_cur = min(limit.rlim_max, wanted)
    _ = unsafe setrlimit(resource, &limit)
  }

  #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif
}
