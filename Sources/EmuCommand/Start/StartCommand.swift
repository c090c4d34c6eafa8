import EmuServer
import EmuStore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `auth-emulator start`: serves until SIGINT, SIGTERM or SIGHUP, drains, and ends.
enum StartCommand {
  static let help = """
    Serves the emulator until Ctrl-C, SIGTERM or SIGHUP; finishes what is under way and exits with 0.

    Usage: auth-emulator start [flags]

    \(HelpText.table(StartOptions.flags))

    A value follows its flag after a space or an equals sign. Flags with … take several values and
    may be repeated.
    \(HelpText.exitCodes)

    """

  static func run(_ arguments: [String]) throws(UsageError) -> ExitCode {
    let options = try StartOptions(arguments)
    // Before the store's first thread, so that no thread is ever interrupted.
    let signals = StopSignals()
    OpenFiles.raiseLimit()
    do {
      try serve(options, until: signals)
      return .ok
    } catch {
      let failure = StartFailure(error, location: options.configuration.location)
      Output.error(failure.message)
      return failure.exitCode
    }
  }

  private static func serve(_ options: StartOptions, until signals: StopSignals) throws {
    var configuration = options.configuration
    configuration.functions = configuration.functions ?? Environment.functionsHost
    if DataFolder.isNeeded(by: configuration) { try DataFolder.prepare() }
    let log = AccessLog(format: options.logFormat)
    configuration.onNotice = { log.record(notice: $0) }
    if !options.isQuiet {
      configuration.requestPrinter = log.requestPrinter
      configuration.onMessage = { log.record($0) }
    }
    if options.recoversDamagedFile { try moveAsideIfDamaged(configuration.location, log) }
    let emulator = try Emulator(configuration)
    do {
      let running = try emulator.start()
      announce(ReadyState(emulator, running), options)
    } catch {
      try? emulator.stop()
      throw error
    }
    signals.wait()
    signals.exitAtNext()
    try emulator.stop()
  }

  private static func moveAsideIfDamaged(
    _ location: Configuration.Location, _ log: AccessLog
  ) throws {
    guard let path = location.path, let target = try Store.moveAsideIfDamaged(path) else { return }
    log.record(
      notice: "The data file \(path) was damaged. It is now \(target); a new file takes its place.")
  }

  private static func announce(_ state: ReadyState, _ options: StartOptions) {
    if options.printsJSON {
      Output.print(state.line(pid: getpid()))
    } else if !options.isQuiet {
      Output.print(Banner(state).text)
    }
  }
}
