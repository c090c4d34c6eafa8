internal import EmuJSON

/// `auth-emulator open`: the console in a browser.
enum OpenCommand {
  static let command = ClientCommand(
    name: "open", summary: "opens the console in a browser",
    about: "Prints the address of the emulator's console, and opens it in the default browser.",
    actions: [
      ClientAction("", "opens the console") { _, client throws(ClientFailure) in
        let url = client.url + "/emulator/ui"
        #if canImport(Darwin)
          let program = "open"
        #else
          let program = "xdg-open"
        #endif
        let isOpen = (try? ChildProcess([program, url], .init(isDetached: true))) != nil
        if !isOpen { Output.error("No browser could be opened with \(program). Open the address.") }
        return ClientReply(json: ["url": .string(url), "opened": .bool(isOpen)], text: "\(url)\n")
      }
    ])
}
