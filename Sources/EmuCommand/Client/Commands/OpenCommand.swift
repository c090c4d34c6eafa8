internal import EmuJSON
internal import EmuServer
internal import EmuSystem

/// `auth-emulator open`: the console in a browser.
enum OpenCommand {
  static let command = ClientCommand(
    name: "open", summary: "opens the console in a browser",
    about: "Prints the address of the emulator's console, and opens it in the default browser.",
    actions: [
      ClientAction("", "opens the console") { _, client in
        let url = client.url + Emulator.consolePath
        #if canImport(Darwin)
          let program = "open"
        #else
          let program = "xdg-open"
        #endif
        let isOpen = opens([program, url])
        if !isOpen { Output.error("No browser could be opened with \(program). Open the address.") }
        return ClientReply(json: ["url": .string(url), "opened": .bool(isOpen)], text: "\(url)\n")
      }
    ])

  /// Runs an opener without its output; false where it cannot be run, or fails.
  private static func opens(_ words: [String]) -> Bool {
    // open(2) reads the path only while it runs. A reader of standard output would wait for the browser.
    let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    let silent = ChildProcess.Output(output: null, error: null, isDetached: true)
    guard let child = try? ChildProcess(words, silent) else { return false }
    // One that fails ends immediately; one that waits for its browser succeeds.
    return !SystemProcess.waitForEnd(of: child.pid, atMost: .seconds(2))
      || child.waitForEnd() == .exited(0)
  }
}
