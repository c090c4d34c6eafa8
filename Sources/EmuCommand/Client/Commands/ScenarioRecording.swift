internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuServer

/// `auth-emulator scenarios record`: the requests of an app as a file that a colleague runs.
enum ScenarioRecording {
  static func run(_ input: ClientInput, _ client: ControlClient) throws -> ClientReply {
    let file = input.words[0]
    let signals = StopSignals()
    var answer = JSON.null
    _ = try FileDraft.write(file) { draft in
      answer = try record(input, client, until: signals)
      try draft.append((answer["scenario"] ?? .null).serialized(pretty: true) + "\n")
    }
    for warning in answer.texts("warnings") { Output.error("\(warning)") }
    let steps = answer["scenario"]?["steps"]?.array?.count ?? 0
    return ClientReply(
      json: answer,
      text: "Wrote \(file), \(steps.counted("step")). "
        + "Run it: auth-emulator scenarios run \(ShellWord.argument(fileArgument(file)))\n")
  }

  private static func record(
    _ input: ClientInput, _ client: ControlClient, until signals: StopSignals
  ) throws -> JSON {
    var order: JSONObject = [:]
    order["project"] = input.project.map(JSON.string)
    order["since"] = input.query["since"].map(JSON.string)
    let recording = try client.control(.post, "recordings", order)
    let path = "recordings/\(PercentEncoding.pathSegment(recording.text("id")))"
    if order["since"] == nil {
      Output.error(
        "Recording the requests of \(recording.text("project")). Use the app, then press Ctrl-C."
      )
      signals.wait()
    }
    let recordings = try client.control(.get, "recordings").list("recordings")
    if recordings.contains(where: { $0["id"] == recording["id"] && $0["requests"] == 0 }) {
      _ = try client.control(.delete, path)
      throw CommandFailure(
        "No request came, so \(input.words[0]) is not written. Record again, and use the app.")
    }
    return try client.control(.post, path + ":finish", input.body)
  }

  static func read(_ file: String) throws -> JSON {
    let bytes = try CommandFailure.ofFile(try LocalFile.bytes(at: file, limit: 16 << 20)) {
      "The scenario \(file) cannot be read (\($0.reason)). Name a file that `scenarios record` wrote."
    }
    do throws(JSONError) {
      return try JSON(parsing: bytes, options: .relaxed)
    } catch {
      throw CommandFailure("The scenario \(file) is not JSON: \(error.description).")
    }
  }

  /// Returns an argument that `run` accepts as a file: it has a dot or a slash.
  private static func fileArgument(_ file: String) -> String {
    file.contains { "./".contains($0) } ? file : "./" + file
  }
}
