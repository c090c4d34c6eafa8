import EmuOutbound
import EmuTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct `An outbound client` {
  @Test func `an outbound client runs its calls concurrently`() async throws {
    let waiting = Mutex<[Deferred.Completion]>([])
    try await withServer { _ in
      .later(
        Deferred { completion in
          // No request gets a response until thirty are waiting.
          let all = waiting.withLock { waiting in
            waiting.append(completion)
            guard waiting.count == 30 else { return [Deferred.Completion]() }
            defer { waiting = [] }
            return waiting
          }
          for completion in all { completion { .text("at last") } }
        })
    } run: { client, port in
      let texts = await withTaskGroup(of: String?.self) { group in
        for _ in 0..<30 { group.addTask { try? await client.response(to: get(port)).text } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(texts == Array(repeating: "at last", count: 30))
    }
  }

  @Test func `an outbound client accepts more calls than it opens connections`() async throws {
    try await withServer(`An outgoing call`.echo) { client, port in
      let bodies = await withTaskGroup(of: (Int, [UInt8]).self) { group in
        for index in 0..<500 {
          group.addTask {
            let request = patientRequest(
              .post, "http://127.0.0.1:\(port)/\(index)", body: Array("\(index)".utf8))
            return (index, (try? await client.response(to: request).body) ?? [])
          }
        }
        return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      for index in 0..<500 { #expect(bodies[index] == Array("\(index)".utf8)) }
    }
  }

  @Test func `an outbound client ends the calls that wait when it is closed`() async throws {
    let outcomes = Mutex<[OutboundError.Code?]>([])
    let arrived = Mutex(0)
    try await withServer { _ in
      arrived.withLock { $0 += 1 }
      return .later(Deferred { _ in })
    } run: { client, port in
      for _ in 0..<20 {
        client.send(get(port)) { result in outcomes.withLock { $0.append(code(of: result)) } }
      }
      while arrived.withLock({ $0 }) < 10 { try await Task.sleep(for: .milliseconds(1)) }
      client.close()
      #expect(outcomes.withLock { $0 } == Array(repeating: .cancelled, count: 20))
      client.close()
      #expect(await failure(of: get(port), client)?.code == .cancelled)
    }
  }

  @Test func `an outbound client can be closed before it is used`() async {
    let client = OutboundClient()
    client.close()
    #expect(await failure(of: get(1), client)?.code == .cancelled)
  }

  @Test func `an outbound client can be closed and used from a completion`() async throws {
    try await withServer(`An outgoing call`.echo) { client, port in
      let request = get(port)
      let codes: [OutboundError.Code?] = await passedValue { completion in
        client.send(request) { first in
          client.send(request) { second in
            client.close()
            client.send(request) { third in
              completion([first, second, third].map(code(of:)))
            }
          }
        }
      }
      #expect(codes == [nil, nil, .cancelled])
    }
  }

  @Test func `an outbound client that is released ends by itself`() async throws {
    try await withServer { _ in
      .later(Deferred { _ in })
    } run: { _, port in
      let outcome = await passedValue { completion in
        OutboundClient().send(get(port)) { completion(code(of: $0)) }
      }
      #expect(outcome == .cancelled)
    }
  }

  @Test func `an outbound client survives calls of many threads and a close`() async throws {
    try await withServer(`An outgoing call`.echo) { client, port in
      let request = get(port)
      let codes = await withTaskGroup(of: [OutboundError.Code?].self) { group in
        for _ in 0..<8 {
          group.addTask {
            var codes: [OutboundError.Code?] = []
            for _ in 0..<50 { codes.append(await failure(of: request, client)?.code) }
            return codes
          }
        }
        group.addTask {
          try? await Task.sleep(for: .milliseconds(20))
          client.close()
          return []
        }
        return await group.reduce(into: []) { $0 += $1 }
      }
      #expect(codes.count == 400)
      #expect(codes.allSatisfy { $0 == nil || $0 == .cancelled })
    }
  }
}

private func code(of result: Result<OutboundResponse, OutboundError>) -> OutboundError.Code? {
  if case .failure(let error) = result { error.code } else { nil }
}
