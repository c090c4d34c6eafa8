#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// SIGINT and SIGTERM as something to wait for, rather than something that interrupts.
struct StopSignals {
  private var set = sigset_t()

  /// Holds the signals back in this thread and every one that it starts from now on.
  ///
  /// So it comes before the first thread. One that a shell told to ignore SIGINT, as shells do for
  /// what runs in their background, stops on it all the same: scripts stop the emulator that way.
  init() {
    // sigsetops(3) write the set they are given, which is a variable of ours.
    unsafe sigemptyset(&set)
    for number in [SIGINT, SIGTERM] {
      unsafe sigaddset(&set, number)
      signal(number, SIG_DFL)
    }
    unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Blocks until one of them arrives; one that did already counts.
  func wait() {
    var set = set
    var number: Int32 = 0
    // Fails only for a signal number that does not exist: sigwait(3).
    unsafe sigwait(&set, &number)
  }

  /// From now on the next one ends the process at once, with 128 and the number, as shells do.
  ///
  /// A handler does it, since the system's own action is not taken in a container's first process.
  func exitAtNext() {
    for number in [SIGINT, SIGTERM] {
      // _exit(2) may be called in a handler: signal-safety(7).
      signal(number) { _exit(128 + $0) }
    }
    var set = set
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
