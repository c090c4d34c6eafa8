import EmuModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What other tools say through environment variables.
enum Environment {
  /// The emulator hub that the Firebase CLI names to what it runs, as `host:port`.
  static var functionsHost: FunctionsHost? {
    // getenv(3): the text belongs to the environment, which nobody changes here; copied at once.
    guard let value = unsafe getenv("FIREBASE_EMULATOR_HUB") else { return nil }
    let hub = unsafe String(cString: value)
    return hub.isEmpty ? nil : .hub(hub)
  }
}
