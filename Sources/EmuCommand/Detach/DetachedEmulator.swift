internal import EmuJSON
internal import EmuModel
internal import EmuServer
internal import EmuSystem

/// `start --detach`: the emulator as a process that outlives the shell.
enum DetachedEmulator {
  static let logFile = "\(DataFolder.name)/emulator.log"

  /// Starts the process and waits until it is ready or has failed.
  ///
  /// - Parameter arguments: those of `start`, without `--detach` and `--json`.
  static func start(_ arguments: [String], _ options: StartOptions) throws -> ExitCode {
    try DataFolder.prepare()
    let pipe = try Pipe()
    let logFile = options.logFile ?? Self.logFile
    // Until it is ready, its errors go to this process's standard error.
    let child = try ChildProcess(
      [executablePath, "start", "--log-file", logFile] + arguments + ["--json"],
      ChildProcess.Output(output: pipe.writing, isDetached: true))
    pipe.closeWriting()
    guard let line = pipe.line(), let ready = try? JSON(parsing: line) else {
      // It has closed its output, so it is about to end.
      return child.waitForEnd().exitCode
    }
    // With a data file, the process itself has written a ready file.
    if options.configuration.dataFile == nil {
      let file = ReadyFile.ephemeral
      if let older = file.hint, file.running != nil {
        Output.error(
          "Commands of this folder use the new emulator, and no longer the one at \(older.url). "
            + "Stop that one: kill \(older.pid)")
      }
      try? file.write(String(decoding: line, as: UTF8.self))
    }
    let dataFile = options.configuration.dataFile
    if options.printsJSON {
      Output.print(.json(ready))
    } else if !options.isQuiet {
      Output.print(text(ready, logFile, dataFile: dataFile))
    }
    return .ok
  }

  private static func text(_ ready: JSON, _ logFile: String, dataFile: String?) -> TerminalText {
    let file = dataFile.flatMap { $0 == DataFolder.defaultFile ? nil : $0 }
    let flag = file.map { " --data \(ShellWord.argument($0))" } ?? ""
    let trust = ready["caFile"]?.string.map { ", and its clients have to trust \($0)" } ?? ""
    let https: TerminalText = ready["tlsUrl"]?.string.map { "https is \($0)\(trust).\n" } ?? ""
    return """
      auth-emulator is ready at \(ready.text("url")), process \(ready["pid"]?.plainText ?? "").
      \(https)Its log is \(logFile). Stop it: auth-emulator stop\(flag)

      """
  }

  private static var executablePath: String {
    #if os(Linux)
      LocalFile.absolute("/proc/self/exe")
    #else
      // The name that a shell passes need not be a path; proc_pidpath of libproc.h fills at most
      // the given length.
      var path = [UInt8](repeating: 0, count: 4 * Int(MAXPATHLEN))
      let count = unsafe proc_pidpath(getpid(), &path, UInt32(path.count))
      return count > 0
        ? String(decoding: path.prefix(Int(count)), as: UTF8.self) : CommandLine.arguments[0]
    #endif
  }
}

/// Reads the output of a process until the end of its first line.
private struct Pipe: ~Copyable {
  private let reading: Int32
  let writing: Int32

  init() throws {
    var descriptors: [Int32] = [-1, -1]
    // pipe(2) writes two numbers.
    guard unsafe pipe(&descriptors) == 0 else {
      throw CommandFailure(
        "The process cannot open a pipe (\(LocalFile.Failure(number: errno).reason)). Close other "
          + "programs, or allow more open files with ulimit -n.")
    }
    (reading, writing) = (descriptors[0], descriptors[1])
    for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
  }

  deinit { close(reading) }

  func closeWriting() { close(writing) }

  /// The first line with its end; nil when the process ends before.
  func line() -> [UInt8]? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.last != UInt8(ascii: "\n") {
      // One byte is read into one: read(2).
      let count = unsafe read(reading, &byte, 1)
      if count == 1 { line.append(byte) } else if count == 0 || errno != EINTR { return nil }
    }
    return line
  }
}
