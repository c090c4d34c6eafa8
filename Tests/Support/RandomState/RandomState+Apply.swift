package import EmuServer
internal import EmuHTTP
internal import EmuJSON

extension RandomState {
  /// Makes the calls of some parts.
  ///
  /// - Returns: the calls that were refused, with their answers; none where the generator is right.
  package func apply(to emulator: Emulator, parts: Set<Part> = Set(Part.allCases)) -> [String] {
    var refused: [String] = []
    for call in calls where parts.contains(call.part) {
      let reply = PendingReply(emulator.respond(to: call.request(to: "localhost:9099"))).reply()
      // An import answers 200 and lists the users that it did not store.
      guard reply.status != 200 || reply["error"]?.array?.isEmpty == false else { continue }
      let body = String(decoding: call.body, as: UTF8.self)
      refused.append(
        "\(reply.status) \(reply.text): \(call.method.rawValue) \(call.target) \(body)")
    }
    return refused
  }
}
