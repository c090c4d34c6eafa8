#if os(macOS) || os(Linux)
  extension AuthEmulator {
    /// Starts an emulator on a free port without a data file, and waits until it is ready.
    ///
    /// The command is the one in the options, or `AUTH_EMULATOR_BINARY` in the environment.
    /// Otherwise it is `auth-emulator` in `PATH`, next to the running tests, or in `.build/release`
    /// and `.build/debug` of the current folder and of this package.
    ///
    /// - Throws: ``AuthEmulatorError`` of the kind `launchFailed`, with the command's output.
    public static func launch(_ options: LaunchOptions = LaunchOptions()) async throws
      -> AuthEmulator
    {
      let binary = try BinarySearch().binary(given: options.binary)
      let process = try EmulatorProcess(binary, options.commandLine)
      return AuthEmulator(url: try await process.ready(within: options.timeout), process: process)
    }
  }
#endif
