internal import EmuSystem

/// SIGINT, SIGTERM and SIGHUP as something to wait for, rather than something that interrupts.
struct StopSignals {
  private static let all = [SIGINT, SIGTERM, SIGHUP]

  /// `exec` passes these on as well. `start` ignores SIGALRM before its end, and leaves the others their
  /// effect.
  static let passedOn = [SIGUSR1, SIGUSR2, SIGQUIT, SIGWINCH, SIGALRM]

  private var set = sigset_t()

  /// Blocks the signals in this thread and in every one that it starts from now on.
  ///
  /// So it must be called before the first thread. A process whose shell ignores SIGINT, as
  /// shells do for background jobs, still stops on it: scripts stop the emulator that way.
  /// An ignored SIGHUP is left to nohup(1), which lets a program outlive its terminal.
  ///
  /// - Parameter others: more signals to wait for, such as SIGALRM.
  init(beside others: [Int32] = []) {
    // sigsetops(3) write the given set, which is a variable of ours.
    unsafe sigemptyset(&set)
    for number in Self.all where !(number == SIGHUP && Self.isIgnored(number)) {
      unsafe sigaddset(&set, number)
      signal(number, SIG_DFL)
    }
    for number in others { unsafe sigaddset(&set, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  struct Signal: Sendable, Hashable {
    let number: Int32
    /// True when the terminal has sent it, to every process of the command.
    let isOfTerminal: Bool
  }

  /// Blocks until one of them arrives; a pending one counts.
  @discardableResult
  func wait() -> Signal {
    var set = set
    #if os(Linux)
      var info = unsafe siginfo_t()
      // Repeated after an interruption by a handled signal: sigwaitinfo(2).
      while true {
        let number = unsafe sigwaitinfo(&set, &info)
        if number > 0 { return Signal(number: number, isOfTerminal: unsafe info.si_code > 0) }
      }
    #else
      var number: Int32 = 0
      // Fails only for a signal number that does not exist: sigwait(3).
      unsafe sigwait(&set, &number)
      return Signal(
        number: number,
        isOfTerminal: [SIGINT, SIGQUIT, SIGWINCH].contains(number) && isatty(STDIN_FILENO) == 1)
    #endif
  }

  static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    // Reads only: sigaction(2).
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Glibc)
      let handler = unsafe action.__sigaction_handler.sa_handler
    #elseif canImport(Musl)
      let handler = unsafe action.__sa_handler.sa_handler
    #else
      let handler = unsafe action.__sigaction_u.__sa_handler
    #endif
    // Functions cannot be compared; these are addresses, and SIG_IGN is not a function's.
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
