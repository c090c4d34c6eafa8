internal import EmuHTTP
internal import EmuJSON
internal import EmuServer

/// `auth-emulator mcp`: tools for coding agents, on standard input and output.
enum MCPCommand {
  static let flags: [Flag<ClientInput>] =
    [
      .toggle(
        "--ephemeral", excludes: ["--url", "--data"], "starts an emulator that ends with the agent"
      ) { $0.options["--ephemeral"] = "true" },
      .value(
        "--port", .port, requires: ["--ephemeral"],
        "the port of --ephemeral (default: a free one, named in the server's instructions)"
      ) { $0.options["--port"] = String($1) },
    ] + Flag<ClientInput>.common.filter { $0.name != "--json" }

  static let help = """
    Serves the Model Context Protocol on standard input and output, so that a coding agent explains
    refusals, finds users, reads codes and runs scenarios of an emulator. The agent starts it; messages
    for people go to standard error. It looks for the emulator at each call, as other commands do.

    Usage: auth-emulator mcp [flags]

    Tools
    \(HelpText.table(MCPTool.all.map { ($0.name, "\($0.method.rawValue) \($0.path)") }))

    Flags
    \(HelpText.table(flags))
    """

  static func run(_ arguments: [String]) throws -> ExitCode {
    var input = ClientInput()
    try ArgumentReader(command: "mcp", flags: flags).read(arguments, into: &input)
    try serve(input)
    return .ok
  }

  /// Answers each line, until the input ends.
  private static func serve(_ input: ClientInput) throws {
    let own = try input.options["--ephemeral"].map { _ in try start(port: input.options["--port"]) }
    defer {
      ReadyFile.withdraw()
      try? own?.emulator.stop(isLast: true)
    }
    let url = own?.url
    let document = try document(of: url.map { ControlClient($0) } ?? .alone())
    let server = MCPServer(document: document, address: url) { changes in
      if let url { return ControlClient(url) }
      return try CommandTarget.find(input, needs: .emulator, changes: changes).client()
    }
    while let line = readLine() {
      if let answer = server.answer(to: line) { Output.print(.json(answer)) }
    }
  }

  private static func start(port: String?) throws -> (emulator: Emulator, url: String) {
    try OpenFiles.prepareServer()
    var configuration = try StartOptions(["--port", port ?? "0"], ofExec: true).configuration
    configuration.onNotice = { Output.error("\($0)") }
    let emulator = try Emulator(configuration)
    let state = ReadyState(emulator, try emulator.start())
    ReadyFile.announce(state)
    return (emulator, state.url)
  }

  /// Returns the OpenAPI document of this version, which the tools are described by.
  static func document(of client: ControlClient) throws -> JSON {
    try client.parsed(client.bytes(.get, "/emulator/openapi.json"))
  }
}
