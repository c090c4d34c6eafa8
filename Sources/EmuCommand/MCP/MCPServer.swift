internal import EmuJSON
internal import EmuServer

/// The Model Context Protocol over lines of JSON-RPC 2.0, for any number of revisions at a time.
///
/// A request of the newest revision carries its revision; those before agree on one with `initialize`.
struct MCPServer: Sendable {
  /// The revisions that begin with `initialize`, the newest last.
  private static let agreed = ["2025-06-18", "2025-11-25"]
  private static let newest = "2026-07-28"
  private static let revisionKey = "io.modelcontextprotocol/protocolVersion"

  private let calls: [MCPCall]
  private let instructions: String
  /// Returns the emulator for a call that reads, or changes something.
  private let connect: @Sendable (_ changes: Bool) throws -> ControlClient

  /// - Parameters:
  ///   - document: the OpenAPI document of an emulator of this version.
  ///   - address: the emulator's own address, where it is known from the start.
  init(
    document: JSON, address: String? = nil,
    connect: @escaping @Sendable (Bool) throws -> ControlClient
  ) {
    calls = MCPTool.all.compactMap { MCPCall($0, in: document) }
    self.connect = connect
    instructions =
      """
      An emulator of Firebase Authentication for development and tests; nothing here reaches production. \
      To find out why a person cannot sign in, call find_users with a part of the address, then \
      explain_request. A failure in one project does not affect others: use a project for each test.
      """ + (address.map { " The emulator's address is \($0)." } ?? "")
  }

  func answer(to line: String) -> JSON? {
    guard let message = try? JSON(parsing: line) else {
      return .failure(.null, RPCError(-32700, "The line is not JSON. Send one message a line."))
    }
    guard message["jsonrpc"] == "2.0", let method = message["method"]?.string else {
      // An answer to a request that was never sent.
      if message["result"] != nil || message["error"] != nil { return nil }
      return .failure(
        .null, RPCError(-32600, "A line is one request of JSON-RPC 2.0; there are no batches."))
    }
    guard let id = message["id"] else { return nil }
    guard id.string != nil || id.int != nil else {
      return .failure(.null, RPCError(-32600, "The id of a request is a text or a whole number."))
    }
    do throws(RPCError) {
      let result = try result(of: method, message["params"] ?? [:])
      return ["jsonrpc": "2.0", "id": id, "result": .object(result)]
    } catch {
      return .failure(id, error)
    }
  }

  private func result(of method: String, _ params: JSON) throws(RPCError) -> JSONObject {
    let revision = params["_meta"]?[Self.revisionKey]
    guard revision == nil || revision == .string(Self.newest) else {
      throw RPCError(
        -32022, "Unsupported protocol version",
        data: [
          "supported": .array((Self.agreed + [Self.newest]).map(JSON.string)),
          "requested": revision ?? .null,
        ])
    }
    var result: JSONObject
    switch method {
    case "initialize":
      let wanted = params.text("protocolVersion")
      result = identity
      result["protocolVersion"] = .string(
        Self.agreed.contains(wanted) ? wanted : Self.agreed[Self.agreed.count - 1])
    case "server/discover":
      result = identity
      result["supportedVersions"] = [.string(Self.newest)]
    case "ping": result = [:]
    case "tools/list":
      guard params["cursor"] == nil else {
        throw RPCError(-32602, "There is no such cursor: the list has one page.")
      }
      result = ["tools": .array(calls.map(\.description))]
    case "tools/call": result = try call(params)
    default:
      throw RPCError(-32601, "There is no method \(method). This server has tools only.")
    }
    guard revision != nil else { return result }
    result["resultType"] = "complete"
    if ["server/discover", "tools/list"].contains(method) {
      result["ttlMs"] = 3_600_000
      result["cacheScope"] = "public"
    }
    return result
  }

  private var identity: JSONObject {
    [
      "capabilities": ["tools": [:]], "instructions": .string(instructions),
      "serverInfo": [
        "name": "auth-emulator", "title": "Firebase Authentication emulator",
        "version": .string(emulatorVersion),
      ],
    ]
  }

  /// Calls a tool. What is wrong with its arguments, and a refusal, is for the model to read.
  private func call(_ params: JSON) throws(RPCError) -> JSONObject {
    let name = params.text("name")
    guard let call = calls.first(where: { $0.tool.name == name }) else {
      let near = NearestNames.of(name, among: calls.map(\.tool.name))
      let hint =
        near.isEmpty ? "tools/list has them all." : "Use \(near.joined(separator: " or "))."
      throw RPCError(-32602, "There is no tool \(name). \(hint)")
    }
    let sent = params["arguments"] ?? .null
    guard let arguments = sent == .null ? JSONObject() : sent.object else {
      throw RPCError(-32602, "The arguments of \(name) are not an object.")
    }
    do {
      let (json, text) = try call.run(arguments, connect(call.tool.changes))
      return [
        "content": [["type": "text", "text": .string(text)]], "structuredContent": json,
        "isError": false,
      ]
    } catch {
      let message = MCPTool.naming(callsIn: CommandFailure(error).message.description)
      return ["content": [["type": "text", "text": .string(message)]], "isError": true]
    }
  }
}

/// An error of JSON-RPC: the request is at fault, not what the tool did.
private struct RPCError: Error {
  var code: Int64
  var message: String
  var data: JSON?

  init(_ code: Int64, _ message: String, data: JSON? = nil) {
    (self.code, self.message, self.data) = (code, message, data)
  }
}

extension JSON {
  fileprivate static func failure(_ id: JSON, _ error: RPCError) -> JSON {
    var object: JSONObject = ["code": .int(error.code), "message": .string(error.message)]
    object["data"] = error.data
    return ["jsonrpc": "2.0", "id": id, "error": .object(object)]
  }
}
