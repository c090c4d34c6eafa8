internal import EmuJSON
internal import EmuServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `start --detach`: the emulator as a process that outlives the shell.
enum DetachedEmulator {
  /// Where the process writes what it would print.
  static let logFile = "\(DataFolder.name)/emulator.log"

  /// Starts the process and waits until it is ready or has failed.
  ///
  /// - Parameter arguments: those of `start`, without `--detach` and `--json`.
  static func start(_ arguments: [String], _ options: StartOptions) throws -> ExitCode {
    try DataFolder.prepare()
    let pipe = try Pipe()
    let log = unsafe open(logFile, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard log >= 0 else { throw StartFailure.folder(logFile, reason: errno) }
    defer { close(log) }
    let child = try ChildProcess(
      [executablePath, "start"] + arguments + ["--json"], environment: [:],
      ChildProcess.Output(output: pipe.writing, error: log, isDetached: true))
    pipe.closeWriting()
    guard let line = pipe.line(), let ready = try? JSON(parsing: line) else {
      return failure(of: child)
    }
    // A data file has one beside it, which the process itself has written.
    let file = ReadyFile(besides: options.configuration.location.path ?? DataFolder.defaultFile)
    if options.configuration.location.path == nil {
      try? file.write(String(decoding: line, as: UTF8.self))
    }
    Output.print(options.printsJSON ? String(decoding: line, as: UTF8.self) : text(ready))
    return .ok
  }

  private static func text(_ ready: JSON) -> String {
    """
    auth-emulator is ready at \(ready["url"]?.string ?? ""), process \(ready["pid"]?.plainText ?? "").
    Its log is \(logFile). Stop it: auth-emulator stop

    """
  }

  /// What the process said before it ended.
  private static func failure(of child: ChildProcess) -> ExitCode {
    while true {
      if let end = child.endIfAny() {
        let log = (try? LocalFile.bytes(at: logFile, limit: 1 << 20)) ?? []
        Output.error(String(decoding: log, as: UTF8.self), prefixed: false)
        return end.exitCode
      }
      // It has closed its output, so it is about to end.
      usleep(1000)
    }
  }

  /// The path of this very program.
  private static var executablePath: String {
    #if canImport(Glibc)
      LocalFile.absolute("/proc/self/exe")
    #else
      LocalFile.absolute(CommandLine.arguments[0])
    #endif
  }
}

/// What a process prints until the end of its first line.
private struct Pipe: ~Copyable {
  private let reading: Int32
  let writing: Int32

  init() throws(StartFailure) {
    var descriptors: [Int32] = [-1, -1]
    // pipe(2) writes two numbers.
    guard unsafe pipe(&descriptors) == 0 else { throw StartFailure.folder("pipe", reason: errno) }
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
