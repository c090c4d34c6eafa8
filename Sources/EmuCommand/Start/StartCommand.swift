import EmuHTTPServer
import EmuModel
import EmuServer
import EmuStore
import EmuSystem

/// `auth-emulator start`: serves until SIGINT, SIGTERM or SIGHUP, drains, and ends.
enum StartCommand {
  static let help = """
    Serves the emulator until Ctrl-C, SIGTERM or SIGHUP; finishes what is under way and exits with 0.
    A signal that follows after a second and more ends it immediately, and says what was not written.

    Usage: auth-emulator start [flags]

    \(HelpText.table(StartOptions.flags))

    A value follows its flag after a space or an equals sign. Flags with … take several values and
    may be repeated.
    """

  static func run(_ arguments: [String]) throws -> ExitCode {
    let options = try StartOptions(arguments)
    return try CommandFailure.located(at: options.configuration.dataFile) {
      try OpenFiles.prepareServer()
      guard !options.isDetached else {
        let own: Set = ["--detach", "--json"]
        return try DetachedEmulator.start(arguments.filter { !own.contains($0) }, options)
      }
      // Before the store's first thread, so that no thread is ever interrupted.
      let shutdown = try Shutdown()
      try serve(options, until: shutdown)
      return .ok
    }
  }

  private static func serve(_ options: StartOptions, until shutdown: Shutdown) throws {
    var configuration = options.configuration
    let workspace = CloudWorkspace(
      port: configuration.port, variable: environmentVariable)
    if let host = workspace?.host {
      configuration.allowedHosts.append(host)
      configuration.allowedOrigins.append("https://\(host)")
    }
    if DataFolder.isNeeded(by: configuration) { try DataFolder.prepare() }
    let log = AccessLog(format: options.logFormat)
    configuration.onNotice = { log.record(notice: $0) }
    if !options.isQuiet {
      configuration.requestPrinter = log.requestPrinter
      configuration.onMessage = { log.record($0) }
    }
    if options.recoversDamagedFile { try replaceDamaged(configuration.dataFile, log) }
    let found = try options.prepareTransfers()
    let emulator = try Emulator(configuration)
    var keepsOldExport = false
    do {
      // From here on the data file belongs to this process.
      let logFile = try options.logFile.map(LogFile.init)
      keepsOldExport = try options.importUsers(found, into: emulator)
      var state = ReadyState(emulator, try emulator.start())
      state.origins = options.origins
      state.workspace = workspace
      if !options.isQuiet, !options.printsJSON {
        state.demoUsers = DemoUsers.addresses(in: emulator)
      }
      writeReadyFiles(state)
      logFile?.replaceStandardError()
      announce(state, options)
      // A program that waits for the ready line would wait for ever.
      guard !options.printsJSON || !Output.hasFailed else {
        throw CommandFailure("Its ready line was not written, so the emulator ends.")
      }
      ProcessMemory.releaseStartUpCode()
    } catch {
      removeReadyFiles(configuration)
      try? emulator.stop()
      throw error
    }
    shutdown.step(options.unfinishedExport)
    shutdown.wait()
    removeReadyFiles(configuration)
    emulator.stopListening()
    if !options.isQuiet, let lines = try? ProductionReportFile.lines(of: ControlClient(emulator)) {
      for line in lines.split(separator: "\n") { log.record(notice: String(line)) }
    }
    let exported = Result {
      try options.exportUsers(of: emulator, keepsOld: keepsOldExport, shutdown)
    }
    do {
      try emulator.stop(isLast: true, onStep: shutdown.step)
    } catch {
      if case .failure(let failure) = exported { Output.error(CommandFailure(failure).message) }
      throw error
    }
    try exported.get()
  }

  private static func removeReadyFiles(_ configuration: Configuration) {
    configuration.dataFile.map { ReadyFile(besides: $0).remove() }
    ReadyFile.withdraw()
  }

  /// Lets `status` find this emulator, and other commands by its data file.
  private static func writeReadyFiles(_ state: ReadyState) {
    ReadyFile.announce(state)
    guard let dataFile = state.dataFile else { return }
    do throws(LocalFile.Failure) {
      try ReadyFile(besides: dataFile).write(state.line(pid: getpid()))
    } catch {
      // The emulator still serves; commands need --url then.
      Output.error("No command will find this emulator without --url: \(error.reason).")
    }
  }

  private static func replaceDamaged(_ dataFile: String?, _ log: AccessLog) throws {
    guard let path = dataFile, let damaged = try Store.renameDamagedFile(at: path) else { return }
    let rest = damaged + ".rest"
    log.record(
      notice: """
        The data file \(path) was damaged. It is now \(damaged); a new file takes its place. To copy \
        the rows that can be read of it to another data file, for `auth-emulator start --data \
        \(ShellWord.argument(rest))`, run: \(Store.commandCopyingRows(of: damaged, to: rest))
        """)
  }

  private static func announce(_ state: ReadyState, _ options: StartOptions) {
    if options.printsJSON {
      Output.print(TerminalText(json: state.line(pid: getpid())))
    } else if !options.isQuiet {
      Output.print(Banner(state).text)
    }
  }
}
