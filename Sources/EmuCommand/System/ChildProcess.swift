internal import EmuSystem

struct ChildProcess: Sendable {
  let pid: pid_t

  enum End: Sendable, Hashable {
    case exited(Int32)
    case killed(signal: Int32)

    /// The exit code as in a shell.
    var exitCode: ExitCode {
      switch self {
      case .exited(let code): ExitCode(rawValue: code)
      case .killed(let signal): ExitCode(rawValue: 128 + signal)
      }
    }

    fileprivate init(status: Int32) {
      // wait(2), "WIFEXITED": macros, which are not imported.
      let signal = status & 0x7f
      self = signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal: signal)
    }
  }

  struct Output {
    /// Descriptors of this process that replace standard output and standard error; nil for its
    /// own.
    var output: Int32?
    var error: Int32?
    /// True when the program outlives the terminal, in its own session.
    var isDetached = false
  }

  /// Runs a program with the signals as a shell passes them; nohup(1) keeps its effect.
  ///
  /// - Parameters:
  ///   - words: the program, looked up in PATH, and its arguments.
  ///   - environment: variables that extend or replace those of this process.
  init(_ words: [String], environment: [String: String] = [:], _ output: Output = Output()) throws {
    // Each structure is created, filled and destroyed here: posix_spawn(3). If the parent ignored
    // the ends of its children, this process would be notified of none: waitpid(2).
    signal(SIGCHLD, SIG_DFL)
    #if canImport(Darwin)
      // These are pointers, which the init calls allocate.
      var attributes: posix_spawnattr_t?
      var actions: posix_spawn_file_actions_t?
    #else
      var attributes = posix_spawnattr_t()
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    if StopSignals.isIgnored(SIGHUP) { unsafe sigdelset(&signals, SIGHUP) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    if output.isDetached { flags |= Self.newSession }
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, standard) in [(output.output, STDOUT_FILENO), (output.error, STDERR_FILENO)] {
      if let descriptor {
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, standard)
      }
    }
    if output.isDetached {
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      OpenFiles.closeInPrograms()
    }
    var child = pid_t()
    let number = unsafe CStrings.with(words) { arguments in
      unsafe CStrings.with(Environment.merged(with: environment)) { variables in
        unsafe posix_spawnp(&child, words[0], &actions, &attributes, arguments, variables)
      }
    }
    guard number == 0 else { throw CommandFailure.program(words[0], number) }
    pid = child
  }

  /// Waits until the program has ended; called once.
  func waitForEnd() -> End {
    var status: Int32 = 0
    // The one number outlives the call: waitpid(2).
    while unsafe waitpid(pid, &status, 0) != pid {
      // Another error means that there is no child to wait for.
      guard errno == EINTR else { return .exited(1) }
    }
    return End(status: status)
  }

  func send(_ signal: Int32) { kill(pid, signal) }

  /// POSIX_SPAWN_SETSID, which neither C library shows by default.
  private static var newSession: Int32 {
    #if os(Linux)
      0x80
    #else
      0x400
    #endif
  }
}

/// Texts in the C library's list form.
private enum CStrings {
  /// Calls back with a list that a null pointer ends, and frees it.
  static func with<R>(
    _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> R
  ) -> R {
    let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
      capacity: texts.count + 1)
    defer { unsafe list.deallocate() }
    for (index, text) in texts.enumerated() {
      unsafe (list + index).initialize(to: strdup(text))
    }
    unsafe (list + texts.count).initialize(to: nil)
    defer { for index in texts.indices { unsafe free(list[index]) } }
    return unsafe body(list)
  }
}
