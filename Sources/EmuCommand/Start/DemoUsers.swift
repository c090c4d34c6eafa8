import EmuHTTP
import EmuJSON
import EmuServer

/// The users of `seed-data/demo.json` who sign in with a password.
enum DemoUsers {
  /// The password of each of them, which is in the file for everyone to read.
  static let password = "demo-password"

  /// Returns the addresses of those users in the served project; empty where a seed has none of them.
  static func addresses(in emulator: Emulator) -> [String] {
    guard !emulator.configuration.seeds.isEmpty else { return [] }
    let project = emulator.configuration.project
    let page = try? ControlClient(emulator).admin(
      .get, "projects/\(project)/accounts:batchGet", query: [("maxResults", "50")])
    return (page?["users"]?.array ?? []).compactMap { user in
      guard user["passwordHash"]?.string?.hasSuffix(":password=\(password)") == true,
        user["disabled"] != true
      else { return nil }
      return user["email"]?.string
    }
  }
}
