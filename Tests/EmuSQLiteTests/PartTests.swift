import Dispatch
import EmuSQLite
import Synchronization
import Testing

@Suite struct `Parts of a long change` {
  private final class Events: Sendable {
    private let list = Mutex<[String]>([])
    func add(_ event: String) { list.withLock { $0.append(event) } }
    var all: [String] { list.withLock { $0 } }
  }

  @Test func `a part waits for earlier acknowledgements, and sees waiting writes`() throws {
    let events = Events()
    try withDatabase { database throws in
      let gate = DispatchSemaphore(value: 0)
      let done = DispatchSemaphore(value: 0)
      database.write({ _ in gate.wait() }) { _ in }
      database.write({ try $0.insert(1) }) { _ in events.add("the write before is answered") }
      database.write(
        as: .part,
        { connection in
          try connection.insert(2)
          events.add("the part runs, others wait: \(database.hasWaitingWrites)")
        }, completion: { _ in events.add("the part is answered") })
      database.write({ try $0.insert(3) }) { _ in events.add("the write behind is answered") }
      database.write(
        as: .part,
        { _ in events.add("the last part runs, others wait: \(database.hasWaitingWrites)") },
        completion: { _ in done.signal() })
      gate.signal()
      done.wait()
      #expect(try items(database) == [1, 2, 3])
    }
    #expect(
      events.all == [
        "the write before is answered", "the part runs, others wait: true", "the part is answered",
        "the write behind is answered", "the last part runs, others wait: false",
      ])
  }

  @Test func `a part that throws undoes nothing else`() throws {
    struct Refusal: Error {}
    let events = Events()
    try withDatabase { database throws in
      let done = DispatchSemaphore(value: 0)
      database.write({ try $0.insert(1) }) { _ in }
      database.write(
        as: .part,
        { connection in
          try connection.insert(2)
          throw Refusal()
        },
        completion: { result in
          if case .failure(let error) = result { events.add("\(error is Refusal)") }
          done.signal()
        })
      done.wait()
      #expect(try items(database) == [1])
    }
    #expect(events.all == ["true"])
  }

  @Test func `closing finishes writes queued after a part`() throws {
    let events = Events()
    try withPath { path in
      let database = try open(path)
      let gate = DispatchSemaphore(value: 0)
      database.write({ _ in gate.wait() }) { _ in }
      for number in 1...3 {
        database.write(
          as: .part, { try $0.insert(number) }, completion: { _ in events.add("\(number)") })
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { gate.signal() }
      try database.close()
    }
    #expect(events.all == ["1", "2", "3"])
  }

  /// Each part writes more than the threshold of a checkpoint, so that many of them overlap one.
  @Test(arguments: [false, true])
  func `parts and the writes of others end, however the log is copied`(closes: Bool) throws {
    let parts = 40
    let done = DispatchGroup()
    let database = try Database(.init(location: .temporary), migrations: schema)
    @Sendable func addPart(_ number: Int) {
      database.write(
        as: .part,
        { connection in
          for row in 1...1_200 {
            try connection.run(
              "INSERT INTO item VALUES (?, zeroblob(4000))",
              values: [.integer(number * 2_000 + row)])
          }
        },
        completion: { result in
          #expect(throws: Never.self) { try result.get() }
          if number < parts, !closes { addPart(number + 1) }
          done.leave()
        })
    }
    for _ in 0..<parts { done.enter() }
    for number in closes ? 1...parts : 1...1 { addPart(number) }
    for number in 0..<400 {
      try database.write {
        try $0.run("INSERT INTO named VALUES (?, 1)", values: [.text("n\(number)")])
      }
    }
    if !closes { done.wait() }
    if !closes { #expect(try items(database).count == parts * 1_200) }
    try database.close()
    // Closing runs queued and held jobs.
    done.wait()
  }
}
