import EmuHTTPServer
import EmuJSON
import EmuModel
import EmuOutbound
import EmuServer
import EmuStore
import EmuSystem

/// The reason that a command fails, in sentences with the next step.
package struct CommandFailure: Error, Sendable, Hashable {
  package let message: TerminalText
  package let exitCode: ExitCode

  init(_ message: TerminalText, _ exitCode: ExitCode = .failed) {
    self.message = message
    self.exitCode = exitCode
  }

  /// Returns the failure of invalid arguments: the problem and the valid form.
  static func usage(_ message: TerminalText) -> CommandFailure { CommandFailure(message, .usage) }

  /// Returns the failure of an unknown name, with its likely corrections.
  static func unknown(
    _ kind: String, _ name: String, among known: [String], seeAlso help: String
  ) -> CommandFailure {
    let hint = NearestNames.hint(name, among: known)
    return .usage("There is no \(kind) \(name).\(hint) See `\(help)`.")
  }

  /// Creates the failure of any error, such as of an emulator that opens, starts or stops.
  ///
  /// - Parameter dataFile: the file that the emulator opens; nil for a temporary one.
  init(_ error: any Error, dataFile: String? = nil) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as TLSError: self.init("\(error.message)")
    case let error as OutboundError: self.init("\(error.message)")
    case let error as ServerError:
      self.init(Self.message(of: error), error.code == .startFailed ? .failed : .couldNotBind)
    case let error as StoreError:
      self.init(
        dataFile.map { Self.message(of: error, path: $0) }
          ?? "The temporary data file cannot be used (\(error.message)). Set TMPDIR to a folder with free space that you may write to."
      )
    default: self.init("\(error)")
    }
  }

  /// Returns the result of work with an emulator, or throws its failure.
  static func located<Value>(
    at dataFile: String?, _ work: () throws -> Value
  ) throws -> Value {
    do { return try work() } catch { throw CommandFailure(error, dataFile: dataFile) }
  }

  /// Returns a value that is read from a file or written to one.
  ///
  /// - Parameter message: returns the sentences about the failure.
  static func ofFile<Value>(
    _ access: @autoclosure () throws(LocalFile.Failure) -> Value,
    _ message: (LocalFile.Failure) -> TerminalText
  ) throws -> Value {
    do throws(LocalFile.Failure) {
      return try access()
    } catch {
      throw CommandFailure(message(error))
    }
  }

  /// Returns the result of work with a file, or throws its failure after the name of the file.
  static func naming<Value>(
    _ file: String, _ work: @autoclosure () throws -> Value
  ) throws -> Value {
    do { return try work() } catch {
      let failure = CommandFailure(error)
      throw CommandFailure("\(file): \(failure.message)", failure.exitCode)
    }
  }

  /// Returns the failure of a program that cannot be run.
  ///
  /// - Parameter number: the system's, which decides on the exit code as in shells: 127 for a program
  ///   that is not found, and 126.
  static func program(_ name: String, _ number: Int32) -> CommandFailure {
    CommandFailure(
      "\(name) cannot be run (\(LocalFile.Failure(number: number).reason)). Write a program that is in PATH, or its path.",
      ExitCode(rawValue: number == ENOENT ? 127 : 126))
  }

  static func folder(_ path: String, reason: String) -> CommandFailure {
    CommandFailure(
      "The folder \(path) cannot be created (\(reason)). Run the command in a folder that you may "
        + "write to.")
  }

  private static func message(of error: ServerError) -> TerminalText {
    guard let address = error.address,
      let running = RunningEmulator(answeringAt: "http://\(address)")
    else { return "\(error.message)" }
    let folder = running.folder.map {
      $0 == LocalFile.absolute(".") ? "this folder" : "the folder \($0)"
    }
    return
      "\(address) is taken by the emulator of \(folder ?? "another folder"). Use that one, or stop it "
      + "there with Ctrl-C or `auth-emulator stop`, or choose another port with \(error.flag ?? "--port") "
      + "(0 picks a free one)."
  }

  private static func message(of error: StoreError, path: String) -> TerminalText {
    switch error.code {
    case .inUse:
      inUse(path, by: ReadyFile(besides: path).running)
    case .foreignFile:
      """
      \(path) is not a data file of the emulator; it is left untouched. Choose another path with \
      --data FILE, or move the file away.
      """
    case .damaged:
      """
      The data file \(path) is damaged; it is left untouched. To rename it and begin with a new one, \
      run `auth-emulator start --recover --data \(ShellWord.argument(path))`. Or choose \
      another path with --data FILE.
      """
    case .locked:
      """
      The data file \(path) is locked by another program, such as a sqlite3 shell or a database \
      browser in the middle of a transaction. End that transaction, then start again.
      """
    case .otherSchema:
      """
      The data file \(path) was written by a newer version, or by a build before the first release; \
      it is left untouched. Update the emulator if it is the older one. Otherwise, to carry the users \
      of a project over, run \
      "auth-emulator export FOLDER --data \(ShellWord.argument(path)) --project ID" with that build, \
      rename the file, and run "auth-emulator import FOLDER --data \(ShellWord.argument(path)) \
      --project ID" with this one. To start without \
      them, rename the file, or choose another path with --data FILE.
      """
    case .diskFull:
      "The disk of the data file \(path) is full. Make room, or choose another with --data FILE."
    // The limit of SQLite, with the endings of its files.
    case .cannotOpen where LocalFile.absolute(path).utf8.count > 500:
      "The data file \(path) cannot be opened: its path is too long for SQLite, which opens none of more "
        + "than about 500 bytes. Choose a shorter one with --data FILE."
    case .cannotOpen:
      DataFolder.missing(of: path).map { TerminalText($0) }
        ?? "The data file \(path) cannot be opened for writing (\(error.message)). \(otherFile)"
    default:
      "The data file \(path) cannot be used (\(error.message)). \(otherFile)"
    }
  }

  private static func inUse(_ path: String, by running: RunningEmulator?) -> TerminalText {
    let address = running.map { ", at \($0.url)" } ?? ""
    let stop =
      running == nil
      ? "Stop that process"
      : "Stop it with `auth-emulator stop --data \(ShellWord.argument(path))`"
    return "The data file \(path) is in use by another emulator process\(address). \(stop), or "
      + "choose another file with --data FILE."
  }

  private static let otherFile =
    "Choose a path that you may write to with --data FILE, such as that of a copy; `auth-emulator start "
    + "--ephemeral` needs none."
}
