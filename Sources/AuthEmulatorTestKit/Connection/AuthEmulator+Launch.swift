#if os(macOS) || os(Linux)
  extension AuthEmulator {
    /// Starts an emulator of its own on a free port, which stores nothing, and waits until it answers.
    ///
    /// The command is the one of the options, else of `AUTH_EMULATOR_BINARY` in the environment, else
    /// `auth-emulator` in `PATH`, beside the running tests, or in `.build/release` and `.build/debug` of
    /// the current folder and of this package.
    ///
    /// - Throws: ``AuthEmulatorError`` of the kind `launchFailed`, with what the command printed.
    public static func launch(_ options: LaunchOptions = LaunchOptions()) async throws
      -> AuthEmulator
    {
      let binary = try BinarySearch().binary(given: options.binary)
      let process = try EmulatorProcess(binary, options.commandLine)
      return AuthEmulator(url: try await process.ready(within: options.timeout), process: process)
    }
  }
#endif
