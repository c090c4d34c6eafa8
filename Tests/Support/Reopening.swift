internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuServer
internal import EmuStore
internal import Foundation
internal import Testing

/// The end of every test with a data file: the file is closed, checked for damage, opened again,
/// and must respond as before.
enum Reopening {
  /// Stops the emulator and checks its file, if it has one.
  static func check(_ emulator: Emulator, _ machine: Timestamp) {
    do {
      guard let path = emulator.configuration.location.path else { return try emulator.stop() }
      let before = try answersUnlessStopped(of: emulator)
      try emulator.stop()
      if let damage = try Store.damage(ofFileAt: path) {
        Issue.record("The data file is damaged after the test: \(damage)")
      }
      let again = try Emulator(
        reopened(emulator.configuration), machine: { machine })
      defer { try? again.stop() }
      guard let before else { return }
      for (call, (old, new)) in zip(before.keys, zip(before.values, try answers(of: again).values))
      where old != new {
        Issue.record(
          "\(call) answers differently after reopening.\n--- before\n\(old)\n--- now\n\(new)")
      }
    } catch {
      Issue.record("The data file cannot be opened again: \(error)")
    }
  }

  /// nil where the test has stopped the emulator itself.
  private static func answersUnlessStopped(of emulator: Emulator) throws -> Answers? {
    do {
      return try answers(of: emulator)
    } catch let error as StoreError where error.code == .closed {
      return nil
    }
  }

  /// Returns the configuration without actions at a start and without external calls.
  private static func reopened(_ configuration: Configuration) -> Configuration {
    var same = configuration
    same.seeds = []
    same.functions = nil
    same.tls = nil
    same.onMessage = { _ in }
    same.onNotice = { _ in }
    same.requestPrinter = nil
    return same
  }
}

// MARK: - Answers

extension Reopening {
  /// The calls and their responses, in the same order.
  private struct Answers {
    var keys: [String] = []
    var values: [String] = []
  }

  /// Returns the responses of reading calls about all stored data.
  private static func answers(of emulator: Emulator) throws -> Answers {
    var found = Answers()
    func ask(_ path: String) -> Reply {
      let reply = reply(to: path, of: emulator)
      found.keys.append(path)
      found.values.append("\(reply.status) " + String(decoding: reply.bytes, as: UTF8.self))
      return reply
    }
    _ = ask("/emulator/v1/clock")
    _ = ask("/emulator/v1/faults")
    for project in try emulator.store.read({ try $0.projectIDs() }) {
      let control = "/emulator/v1/projects/\(project)"
      for path in ["settings", "config", "oobCodes", "verificationCodes"] {
        _ = ask("\(control)/\(path)")
      }
      let api = "/identitytoolkit.googleapis.com/v2/projects/\(project)"
      let tenants = ask("\(api)/tenants?pageSize=1000")["tenants"]?.array ?? []
      for tenant in [""] + tenants.compactMap({ $0["tenantId"]?.string }).map({ "/tenants/\($0)" })
      {
        _ = ask("/identitytoolkit.googleapis.com/v1/projects/\(project)\(tenant)/accounts:batchGet")
        for path in ["oauthIdpConfigs", "inboundSamlConfigs", "defaultSupportedIdpConfigs"] {
          _ = ask("\(api)\(tenant)/\(path)")
        }
      }
      _ = ask("\(api)/config")
      for issuer in try issuers(of: emulator) {
        _ = ask("/emulator/v1/issuers/\(issuer)/accounts?project=\(project)")
      }
    }
    return found
  }

  private static func issuers(of emulator: Emulator) throws -> [String] {
    reply(to: "/emulator/v1/issuers", of: emulator)["issuers"]?.array?
      .compactMap { $0["id"]?.string } ?? []
  }

  private static func reply(to target: String, of emulator: Emulator) -> Reply {
    let (path, query) = Request.split(target: target)
    let request = Request(
      method: .get, path: path, rawQuery: query,
      headers: ["Host": "localhost:9099", "Authorization": "Bearer owner"], body: [])
    return PendingReply(emulator.respond(to: request)).reply()
  }
}
