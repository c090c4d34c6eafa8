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
      guard let path = emulator.configuration.dataFile else { return try emulator.stop() }
      let before = try answersUnlessStopped(of: emulator)
      try emulator.stop()
      if let damage = try Store.damage(ofFileAt: path) {
        Issue.record("The data file is damaged after the test: \(damage)")
      }
      let again = try Emulator(reopened(emulator.configuration), machine: { machine })
      defer { try? again.stop() }
      guard let before else { return }
      for (old, new) in zip(before, try answers(of: again)) where old.text != new.text {
        Issue.record(
          "\(old.call) answers differently after reopening.\n--- before\n\(old.text)\n--- now\n\(new.text)"
        )
      }
    } catch {
      Issue.record("The data file cannot be opened again: \(error)")
    }
  }

  /// nil where the test has stopped the emulator itself.
  private static func answersUnlessStopped(of emulator: Emulator) throws -> [Reading]? {
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
  private typealias Reading = (call: String, text: String)

  /// Returns the responses of reading calls about all stored data.
  private static func answers(of emulator: Emulator) throws -> [Reading] {
    var found: [Reading] = []
    @discardableResult func ask(_ path: String) -> Reply {
      let reply = emulator.read(path)
      found.append((path, "\(reply.status) \(reply.text)"))
      return reply
    }
    ask("/emulator/v1/clock")
    ask("/emulator/v1/faults")
    let issuers = emulator.read("/emulator/v1/issuers")["issuers"]?.array ?? []
    for project in try emulator.store.read({ try $0.projectIDs() }) {
      let control = "/emulator/v1/projects/\(project)"
      for path in ["settings", "config", "oobCodes", "verificationCodes"] {
        ask("\(control)/\(path)")
      }
      let api = "/identitytoolkit.googleapis.com/v2/projects/\(project)"
      let tenants = ask("\(api)/tenants?pageSize=1000")["tenants"]?.array ?? []
      for tenant in [""] + tenants.compactMap({ $0["tenantId"]?.string }).map({ "/tenants/\($0)" })
      {
        ask("/identitytoolkit.googleapis.com/v1/projects/\(project)\(tenant)/accounts:batchGet")
        for path in ["oauthIdpConfigs", "inboundSamlConfigs", "defaultSupportedIdpConfigs"] {
          ask("\(api)\(tenant)/\(path)")
        }
      }
      ask("\(api)/config")
      for issuer in issuers.compactMap({ $0["id"]?.string }) {
        ask("/emulator/v1/issuers/\(issuer)/accounts?project=\(project)")
      }
    }
    return found
  }
}

extension Emulator {
  /// Makes an administrator's reading call.
  func read(_ target: String) -> Reply {
    let (path, query) = Request.split(target: target)
    let request = Request(
      method: .get, path: path, rawQuery: query,
      headers: ["Host": "localhost:9099", "Authorization": "Bearer owner"], body: [])
    return PendingReply(respond(to: request)).reply()
  }
}
