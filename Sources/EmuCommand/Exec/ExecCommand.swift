import EmuServer
import EmuSystem

/// `auth-emulator exec -- CMD…`: runs a command with a temporary emulator.
enum ExecCommand {
  static let help = """
    Starts an emulator, runs a command with the environment that makes SDKs use it, stops the
    emulator, and exits with the command's exit code. The command's output is its own; the emulator
    prints errors, and at the end a line for each rule by which production would have answered
    differently. Signals are passed on; another one after a second or more kills the command
    and the processes that it started.

    Without --port a free port is taken; without --data nothing is stored. All flags of start are
    accepted but \(StartOptions.notOfExec.joined(separator: ", ")).

    Usage: auth-emulator exec [flags] [flags of start] -- COMMAND [ARGUMENT…]

    \(HelpText.table(StartOptions.execFlags, withHelp: false))

    Variables of the command
    \(HelpText.table(ExecEnvironment.help))
    """

  static let exitCodes = """
    \(HelpText.exitCodes) Otherwise that of the command;
    127 when it is not found; 76 with --fail-on-production-difference when the command succeeds and
    production would have answered differently.
    """

  static func run(_ arguments: [String]) throws -> ExitCode {
    guard let separator = arguments.firstIndex(of: "--"), separator + 1 < arguments.count else {
      throw CommandFailure.usage(
        "exec runs the command that follows --, such as auth-emulator exec -- npm test.")
    }
    let flags = arguments[..<separator]
    let names = flags.map { String($0.prefix { $0 != "=" }) }
    if let flag = names.first(where: StartOptions.notOfExec.contains) {
      throw CommandFailure.usage(
        "\(flag) is for start: the output of exec is that of its command. Leave it out.")
    }
    let options = try StartOptions(["--port", "0"] + flags, ofExec: true)
    return try CommandFailure.located(at: options.configuration.dataFile) {
      try OpenFiles.prepareServer()
      // Before the store's first thread, so that no thread is ever interrupted.
      let shutdown = try Shutdown(passingOn: StopSignals.passedOn)
      return try run(Array(arguments[(separator + 1)...]), options, shutdown)
    }
  }

  private static func run(
    _ words: [String], _ options: StartOptions, _ shutdown: Shutdown
  ) throws -> ExitCode {
    var configuration = options.configuration
    configuration.onNotice = { Output.error("\($0)") }
    if DataFolder.isNeeded(by: configuration) { try DataFolder.prepare() }
    let found = try options.prepareTransfers()
    let emulator = try Emulator(configuration)
    var quiet = options
    quiet.isQuiet = true
    let ended = Result { try serve(words, emulator, found, quiet, shutdown) }
    do {
      try emulator.stop(isLast: true, onStep: shutdown.step)
    } catch {
      Output.error(CommandFailure(error, dataFile: configuration.dataFile).message)
      guard try ended.get() != .ok else { return .failed }
    }
    return try ended.get()
  }

  /// Serves while the command runs, and returns the exit code.
  private static func serve(
    _ words: [String], _ emulator: Emulator, _ found: ImportFile.Found?, _ options: StartOptions,
    _ shutdown: Shutdown
  ) throws -> ExitCode {
    let keepsOldExport = try options.importUsers(found, into: emulator)
    let state = ReadyState(emulator, try emulator.start())
    ReadyFile.announce(state)
    defer { ReadyFile.withdraw() }
    let exitCode = try end(words, ExecEnvironment.variables(of: state), shutdown).exitCode
    shutdown.begin()
    let isExported = exported(emulator, options, keepsOld: keepsOldExport, shutdown)
    let code = reported(emulator, options)
    return exitCode != .ok ? exitCode : isExported ? code : .failed
  }

  /// Writes the export of `--export-on-exit`; false after a failure, which is printed.
  private static func exported(
    _ emulator: Emulator, _ options: StartOptions, keepsOld: Bool, _ shutdown: Shutdown
  ) -> Bool {
    shutdown.step(options.unfinishedExport)
    emulator.stopListening()
    do {
      try options.exportUsers(of: emulator, keepsOld: keepsOld, shutdown)
      return true
    } catch {
      Output.error(CommandFailure(error).message)
      return false
    }
  }

  /// Shows and writes what production would have answered differently.
  private static func reported(_ emulator: Emulator, _ options: StartOptions) -> ExitCode {
    let client = ControlClient(emulator)
    do {
      let lines = try ProductionReportFile.lines(of: client)
      if !lines.isEmpty { Output.error(TerminalText(lines: lines), prefixed: false) }
      if let path = options.productionReport { try ProductionReportFile.write(client, to: path) }
      return lines.isEmpty || !options.failsOnProductionDifference ? .ok : .differsFromProduction
    } catch {
      Output.error(CommandFailure(error).message)
      return .failed
    }
  }

  /// Runs the command, waits for its end, and passes signals on to it; after a signal that came before,
  /// it is not run.
  private static func end(
    _ words: [String], _ environment: [String: String], _ shutdown: Shutdown
  ) throws -> ChildProcess.End {
    let child = try shutdown.passOn { try ChildProcess(words, environment: environment) }
    var wasStopped = false
    while true {
      switch shutdown.next() {
      case .childEnded(let end): return end
      case .signal(let signal):
        let isStop = !StopSignals.passedOn.contains(signal.number)
        guard let child else {
          if isStop { return .killed(signal: signal.number) }
          continue
        }
        if isStop, wasStopped {
          // A command that continues after the first one would block a CI job forever.
          SystemProcess.killTree(of: child.pid)
        } else if !signal.isOfTerminal {
          child.send(signal.number)
        }
        wasStopped = wasStopped || isStop
      }
    }
  }
}
