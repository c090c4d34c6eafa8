import EmuServer
import EmuTestSupport
import Testing

@testable import EmuCommand

/// The Model Context Protocol, by its published revisions. `test_mcp.py` uses the official client.
@Suite(.timeLimit(.minutes(5))) struct `MCP server` {
  /// Generated once: it describes every call.
  private static let document = try? MCPCommand.document(of: .alone())

  private let emulator: Emulator
  private let server: MCPServer

  init() throws {
    emulator = try Emulator(Configuration())
    let client = ControlClient(emulator)
    server = MCPServer(document: try #require(Self.document), address: "http://h:1") {
      _ in client
    }
  }

  private func result(_ method: String, _ params: JSON = [:]) throws -> JSON {
    let line: JSON = ["jsonrpc": "2.0", "id": 7, "method": .string(method), "params": params]
    let answer = try #require(server.answer(to: line.serialized()))
    #expect(answer["id"] == 7)
    return try #require(answer["result"], "\(answer.serialized())")
  }

  private func call(_ tool: String, _ arguments: JSON = [:]) throws -> (isError: Bool, text: String)
  {
    let result = try result("tools/call", ["name": .string(tool), "arguments": arguments])
    let text = try #require(result["content"]?[0]?["text"]?.string)
    return (result["isError"] == true, text)
  }

  // MARK: - Protocol

  @Test(arguments: [
    ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("2024-11-05", "2025-11-25"),
    ("2099-01-01", "2025-11-25"),
  ]) func `an MCP client gets its revision, or the newest`(wanted: String, agreed: String) throws {
    let result = try result(
      "initialize",
      [
        "protocolVersion": .string(wanted), "capabilities": [:],
        "clientInfo": ["name": "c", "version": "1"],
      ])
    #expect(result["protocolVersion"] == .string(agreed))
    #expect(result["capabilities"] == ["tools": [:]])
    #expect(result["serverInfo"]?["name"] == "auth-emulator")
    #expect(result["instructions"]?.string?.contains("http://h:1") == true)
  }

  private static let newest: JSON = [
    "_meta": ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]
  ]

  @Test func `an MCP client of the newest revision needs no handshake`() throws {
    let found = try result("server/discover", Self.newest)
    #expect(found["supportedVersions"] == ["2026-07-28"])
    for result in [found, try result("tools/list", Self.newest)] {
      #expect(result["resultType"] == "complete")
      #expect(result["ttlMs"]?.int ?? 0 > 0)
      #expect(result["cacheScope"] == "public")
    }
    #expect(try result("tools/list")["resultType"] == nil)
  }

  @Test(
    arguments: [
      ("{", -32700, "not JSON"), ("", -32700, "not JSON"),
      (#"[{RPC,"method":"ping"}]"#, -32600, "no batches"),
      (#"{"id":1,"method":"ping"}"#, -32600, "JSON-RPC 2.0"),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, "The id"),
      (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600, "The id"),
      (#"{"jsonrpc":"2.0","id":1}"#, -32600, "one request"),
      (#"{RPC,"method":"prompts/list"}"#, -32601, "no method prompts/list"),
      (
        #"{RPC,"method":"tools/call","params":{"name":"find_user"}}"#, -32602,
        "There is no tool find_user. Use find_users."
      ),
      (
        #"{RPC,"method":"tools/call","params":{"name":"reset","arguments":[]}}"#, -32602,
        "not an object"
      ),
      (#"{RPC,"method":"tools/call"}"#, -32602, "tools/list has them all"),
      (#"{RPC,"method":"tools/list","params":{"cursor":"2"}}"#, -32602, "one page"),
      (
        #"{RPC,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1"}}}"#,
        -32022, "Unsupported protocol version"
      ),
    ] as [(String, Int64, String)])
  func `a message that MCP lacks has a code`(line: String, code: Int64, sentence: String) throws {
    let message = line.replacing("RPC,", with: #""jsonrpc":"2.0","id":1,"#)
    let error = try #require(server.answer(to: message)?["error"])
    #expect(error["code"] == .int(code))
    #expect(error["message"]?.string?.contains(sentence) == true, "\(error.serialized())")
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
    #"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"reset"}}"#,
    #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
  ]) func `a notification to the MCP server has no answer`(_ line: String) {
    #expect(server.answer(to: line) == nil)
  }

  // MARK: - Tools

  @Test func `every MCP tool has complete schemas, and is marked where it only reads`() throws {
    let tools = try #require(result("tools/list")["tools"]?.array)
    #expect(tools.map { $0["name"]?.string } == MCPTool.all.map(\.name))
    for (tool, row) in zip(tools, MCPTool.all) {
      #expect((tool["annotations"]?["readOnlyHint"] == true) == (row.method == .get), "\(row.name)")
      for schema in [tool["inputSchema"], tool["outputSchema"]] {
        #expect(schema?["type"] == "object", "\(row.name)")
        let text = schema?.serialized() ?? ""
        for reference in text.matches(of: /#\/\$defs\/([^"]+)"/) {
          #expect(schema?["$defs"]?[String(reference.1)] != nil, "\(row.name): \(reference.1)")
        }
        #expect(!text.contains("#/components"))
      }
      let properties = tool["inputSchema"]?["properties"]?.object?.keys ?? []
      #expect(row.members.allSatisfy(properties.contains), "\(row.name): \(properties)")
      #expect(row.fixed.keys.allSatisfy { !properties.contains($0) }, "\(row.name)")
    }
  }

  @Test func `every MCP tool that reads and needs no argument answers`() throws {
    for tool in MCPTool.all where !tool.changes && !tool.path.contains("{scenario}") {
      let answer = try call(tool.name)
      #expect(answer.isError == (tool.name == "explain_request"), "\(tool.name): \(answer.text)")
    }
  }

  @Test(
    arguments: [
      ("find_users", ["serach": "ann"], "find_users has no argument serach. Use: search."),
      ("show_clock", ["now": 1], "show_clock has no argument now. It has none."),
      ("sign_in_at_issuer", [:], "sign_in_at_issuer needs the argument issuer. Add it."),
      ("save_snapshot", [:], "save_snapshot needs the argument name."),
      ("explain_request", [:], "No request of an app was refused. list_requests lists all"),
      ("explain_request", ["id": "last"], "The log has no request of an app yet."),
      ("explain_request", ["id": "zz"], "only the last ones are kept. list_requests lists them."),
      (
        "list_requests", ["outcome": "bad"],
        "outcome: the value must be succeeded, warned or refused."
      ),
      ("create_user", ["email": "nonsense"], "INVALID_EMAIL"),
      ("sign_in_at_issuer", ["issuer": nil], "sign_in_at_issuer needs the argument issuer."),
      ("list_requests", ["project": []], "The argument project must be a text, a number"),
      (
        "show_scenario", ["scenario": "none"], "list_scenarios, or `auth-emulator scenarios`, lists"
      ),
      ("restore_snapshot", ["snapshot": "none"], "list_snapshots, or"),
      (
        "add_fault", ["match": ["operation": "none"], "effect": ["status": 503]],
        "describe_faults lists"
      ),
    ] as [(String, JSON, String)])
  func `an MCP tool names wrong arguments`(tool: String, arguments: JSON, sentence: String) throws {
    let answer = try call(tool, arguments)
    #expect(answer.isError)
    #expect(answer.text.contains(sentence), "\(answer.text)")
    #expect(!answer.text.contains("/emulator/v1"), "\(answer.text)")
  }

  @Test func `a text names an MCP tool in place of its call`() {
    for (call, name) in [
      ("GET /emulator/v1/issuers", "list_issuers"), ("POST /emulator/v1/reset", "reset"),
      ("POST /emulator/v1/issuers/{id}/tokens", "sign_in_at_issuer"),
      ("POST /emulator/v1/scenarios/disabled-user:run", "run_scenario"),
      ("GET /emulator/v1/projects/p/totpCodes", "read_totp_codes"),
    ] {
      #expect(MCPTool.naming(callsIn: "\(call); \(call).") == "\(name); \(name).")
      #expect(MCPTool.naming(callsIn: "\(call), \(call)") == "\(name), \(name)")
    }
    for call in ["PATCH /v2/projects/p/config", "GET /emulator/v1/reset", "GET it", "GET"] {
      #expect(MCPTool.naming(callsIn: call) == call)
    }
  }

  @Test func `null is an absent argument of an MCP tool`() throws {
    #expect(try !call("create_user", ["project": nil, "email": "ann@example.com"]).isError)
    #expect(try call("find_users", ["search": nil]).text.contains("ann@example.com"))
    try result("tools/call", ["name": "list_faults", "arguments": nil]).expect(["isError": false])
  }

  /// `test_mcp.py` asks the same of a real agent.
  @Test func `two MCP calls explain a sign-in, and not what an agent did wrong`() throws {
    let user: JSON = ["email": "ann@example.com", "password": "secret1", "disabled": true]
    #expect(try !call("create_user", user).isError)
    let signIn = Request(
      method: .post, path: "/v1/accounts:signInWithPassword", rawQuery: "key=any",
      headers: ["Content-Type": "application/json", "Host": "localhost", "User-Agent": "the app"],
      body: Array(#"{"email":"ann@example.com","password":"secret1"}"#.utf8))
    #expect(emulator.waiting(for: signIn).status == .badRequest)
    #expect(try call("create_user", ["email": "nonsense"]).isError)
    let why = try call("explain_request").text
    #expect(why.contains("USER_DISABLED") && why.contains("accounts:update enables it"), "\(why)")
  }
}
