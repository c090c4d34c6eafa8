import EmuModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What other tools say through environment variables.
enum Environment {
  /// The emulator hub that the Firebase CLI names to what it runs, as `host:port`.
  static var functionsHost: FunctionsHost? { variable("FIREBASE_EMULATOR_HUB").map { .hub($0) } }

  /// The address of the emulator in which `exec` runs a command.
  static var emulatorURL: String? { variable("AUTH_EMULATOR_URL") }

  /// A variable that is not empty.
  private static func variable(_ name: String) -> String? {
    // getenv(3): the text belongs to the environment, which does not change here; copied at once.
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
