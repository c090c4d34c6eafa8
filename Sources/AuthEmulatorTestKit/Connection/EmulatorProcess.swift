#if os(macOS) || os(Linux)
  import Foundation

  /// An emulator that this process started, and that ends with this process, even after a crash.
  ///
  /// A shell between the two reads from a pipe whose other end only this process has: the end of
  /// the pipe ends the emulator. The shell receives no signals and waits for no child: threads of
  /// Foundation start it with all signals blocked.
  // Sendable: everything is set in `init`; `lock` protects the end of the process.
  final class EmulatorProcess: @unchecked Sendable {
    private static let script = """
      "$@" </dev/null 2>&1 & child=$!
      exec >/dev/null 2>&1
      read -r line
      kill "$child"
      """

    private static let starting = NSLock()

    private let process = Process()
    private let lifeline: Pipe
    private let output: Pipe
    /// Ends with the emulator's output.
    private let ended: AsyncStream<Void>
    private let outputEnded: AsyncStream<Void>.Continuation
    private let lock = NSLock()
    private var isOpen = true

    init(_ binary: URL, _ arguments: [String]) throws {
      (ended, outputEnded) = AsyncStream.makeStream(of: Void.self)
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", Self.script, "sh", binary.path] + arguments
      process.standardError = FileHandle.nullDevice
      // One start at a time: a pipe that another child inherits does not end with this process.
      Self.starting.lock()
      defer { Self.starting.unlock() }
      lifeline = Pipe()
      output = Pipe()
      for pipe in [lifeline, output] {
        for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
          _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
      }
      process.standardInput = lifeline
      process.standardOutput = output
      do {
        try process.run()
      } catch {
        throw AuthEmulatorError(
          .launchFailed, "\(binary.path) cannot be started: \(error).",
          nextStep: "Allow this process to run /bin/sh, or join a running emulator.")
      }
    }

    deinit { end() }

    /// Starts the end of the emulator without waiting for it.
    func end() {
      lock.lock()
      defer { lock.unlock() }
      guard isOpen else { return }
      isOpen = false
      try? lifeline.fileHandleForWriting.close()
    }

    /// Ends the emulator and waits until it has ended.
    func stop() async {
      end()
      for await _ in ended {}
    }

    /// Waits for the ready line of the emulator.
    ///
    /// - Returns: its address.
    /// - Throws: `AuthEmulatorError` with its output, if it ends before or takes too long.
    func ready(within timeout: TimeInterval) async throws -> URL {
      let limit = Task {
        try await Task.sleep(nanoseconds: UInt64(timeout * 1_000_000_000))
        end()
      }
      defer { limit.cancel() }
      let reader = output.fileHandleForReading
      return try await withCheckedThrowingContinuation { [outputEnded] continuation in
        Thread.detachNewThread {
          var bytes = Data()
          var waiting: CheckedContinuation<URL, any Error>? = continuation
          // Read to the end, or the emulator would wait for a reader of its log.
          while case let data = reader.availableData, !data.isEmpty {
            guard waiting != nil else { continue }
            bytes += data
            // The last line may be incomplete, and is not the ready line until it is complete.
            let lines = bytes.split(separator: UInt8(ascii: "\n"))
            guard let url = lines.lazy.compactMap(Self.address).first else { continue }
            waiting?.resume(returning: url)
            waiting = nil
          }
          outputEnded.finish()
          waiting?.resume(throwing: Self.failure(String(decoding: bytes, as: UTF8.self)))
        }
      }
    }

    private static func address(in line: Data) -> URL? {
      let event = try? JSONValue(parsing: line)
      guard event?["event"]?.string == "ready" else { return nil }
      return event?["url"]?.string.flatMap { URL(string: $0) }
    }

    private static func failure(_ text: String) -> AuthEmulatorError {
      let printed = text.trimmingCharacters(in: .whitespacesAndNewlines)
      return AuthEmulatorError(
        .launchFailed,
        "The emulator ended, or was ended after its time limit, before it answered.",
        nextStep: printed.isEmpty ? "It printed nothing." : "It printed: \(printed)")
    }
  }
#endif
