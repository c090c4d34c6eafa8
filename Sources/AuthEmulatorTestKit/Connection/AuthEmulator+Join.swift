public import Foundation

extension AuthEmulator {
  /// Joins a running emulator, after a check that it is ready.
  ///
  /// - Parameter url: such as `http://127.0.0.1:9099`; a path is ignored.
  /// - Throws: ``AuthEmulatorError`` of the kind `notRunning` where nothing responds.
  public static func join(url: URL) async throws -> AuthEmulator {
    let base = try EmulatorAddress.url(url.absoluteString, from: "The address")
    let emulator = AuthEmulator(url: base)
    _ = try await emulator.health()
    return emulator
  }

  /// Joins the emulator at the address in the launch argument `-AuthEmulatorURL`, in
  /// `AUTH_EMULATOR_URL` or in `FIREBASE_AUTH_EMULATOR_HOST` of the environment, in this order.
  /// Without any of them it joins `http://127.0.0.1:9099`.
  ///
  /// Use it on iOS, where no process can be started.
  public static func join() async throws -> AuthEmulator {
    let url =
      try EmulatorAddress.given()
      ?? EmulatorAddress.url(EmulatorAddress.standard, from: "The address")
    return try await join(url: url)
  }

  /// The emulator that all tests of this process share.
  ///
  /// It is the one that a launch argument or the environment names (see ``join()``). Otherwise it
  /// is started at the first use and ends with the process. Where no process can be started, it is
  /// the one at `http://127.0.0.1:9099`.
  public static var shared: AuthEmulator {
    get async throws { try await SharedEmulator.only.emulator() }
  }
}

/// Holds the emulator that the tests of this process share.
private actor SharedEmulator {
  static let only = SharedEmulator()

  private var task: Task<AuthEmulator, any Error>?

  func emulator() async throws -> AuthEmulator {
    if let task { return try await task.value }
    let begun = Task {
      #if os(macOS) || os(Linux)
        if let url = try EmulatorAddress.given() { return try await AuthEmulator.join(url: url) }
        return try await AuthEmulator.launch()
      #else
        return try await AuthEmulator.join()
      #endif
    }
    task = begun
    do {
      return try await begun.value
    } catch {
      // The next use tries again: an emulator may run by then.
      task = nil
      throw error
    }
  }
}

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
      return AuthEmulator(
        url: try await process.ready(within: options.timeout), end: { await process.stop() })
    }
  }
#endif
