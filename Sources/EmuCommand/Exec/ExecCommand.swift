import EmuServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `auth-emulator exec -- CMD…`: runs a command beside an emulator of its own.
enum ExecCommand {
  static let help = """
    Starts an emulator, runs a command with the environment that makes SDKs use it, stops the
    emulator, and exits with the command's exit code. The command's output is its own; the emulator
    prints nothing but errors. Signals are passed on, and a second one kills the command.

    Without --port a free port is taken; without --data nothing is stored.

    Usage: auth-emulator exec [flags of start] -- COMMAND [ARGUMENT…]

      auth-emulator exec -- npm test
      auth-emulator exec --seed users.json --project demo-app -- pytest -q

    Variables of the command
    \(HelpText.table(ExecEnvironment.help))

    \(HelpText.exitCodes) Otherwise the command's own; 127 when it is not found.

    """

  static func run(_ arguments: [String]) throws(UsageError) -> ExitCode {
    guard let separator = arguments.firstIndex(of: "--"), separator + 1 < arguments.count else {
      throw UsageError(
        "exec runs a command that stands behind --, such as auth-emulator exec -- npm test.")
    }
    let options = try StartOptions(
      ["--port", "0"] + arguments[..<separator], ephemeralByDefault: true)
    let signals = StopSignals(beside: [SIGCHLD])
    OpenFiles.raiseLimit()
    do {
      return try run(Array(arguments[(separator + 1)...]), options, signals)
    } catch {
      let failure = StartFailure(error, location: options.configuration.location)
      Output.error(failure.message)
      return failure.exitCode
    }
  }

  private static func run(
    _ words: [String], _ options: StartOptions, _ signals: StopSignals
  ) throws -> ExitCode {
    var configuration = options.configuration
    configuration.functions = configuration.functions ?? Environment.functionsHost
    configuration.onNotice = { Output.error($0) }
    if DataFolder.isNeeded(by: configuration) { try DataFolder.prepare() }
    for warning in options.warnings { Output.error(warning) }
    try options.checkTransfers()
    let emulator = try Emulator(configuration)
    defer { try? emulator.stop() }
    var quiet = options
    quiet.isQuiet = true
    try quiet.importUsers(into: emulator)
    let state = ReadyState(emulator, try emulator.start())
    do throws(ChildProcess.Failure) {
      let child = try ChildProcess(words, environment: ExecEnvironment.variables(of: state))
      let exitCode = end(of: child, signals).exitCode
      return exported(emulator, quiet) ? exitCode : exitCode == .ok ? .failed : exitCode
    } catch {
      Output.error(error.message)
      return error.exitCode
    }
  }

  /// Writes what `--export-on-exit` names; false after a failure, which is printed.
  private static func exported(_ emulator: Emulator, _ options: StartOptions) -> Bool {
    emulator.stopListening()
    do throws(ClientFailure) {
      try options.exportUsers(of: emulator)
      return true
    } catch {
      Output.error(error.message)
      return false
    }
  }

  /// Waits for the command, and passes signals on to it.
  private static func end(of child: ChildProcess, _ signals: StopSignals) -> ChildProcess.End {
    var wasStopped = false
    while true {
      if let end = child.endIfAny() { return end }
      let signal = signals.wait()
      guard signal.number != SIGCHLD else { continue }
      if wasStopped {
        // A command that goes on after the first one would keep a CI job for ever.
        child.send(SIGKILL)
      } else if !signal.isOfTerminal {
        child.send(signal.number)
      }
      wasStopped = true
    }
  }
}
