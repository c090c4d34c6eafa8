internal import EmuControlCalls
internal import EmuCrypto
internal import EmuHTTP
internal import EmuJOSE
internal import EmuModel
internal import EmuStore

struct NewSnapshot: Decodable {
  var name: String
  /// The project; everything if absent.
  var project: String?
}

struct SnapshotList: Codable {
  var snapshots: [Snapshot]
}

extension Control {
  func makeSnapshot(_ call: ControlCall) throws -> ControlAnswer<Snapshot> {
    let input = try call.input(NewSnapshot.self)
    if let problem = SnapshotName.problem(with: input.name) {
      throw ControlError.invalid("name: \(problem).")
    }
    return onImportQueue {
      do {
        return try services.store.makeSnapshot(
          input.name, of: input.project, at: services.clock.now)
      } catch is MissingTarget {
        throw ControlError.invalid(
          "project: there is no project \"\((input.project ?? "").prefix(64))\"; a project is made by "
            + "the first call that names it.")
      }
    }
  }

  func listSnapshots(_ call: ControlCall) throws -> ControlAnswer<SnapshotList> {
    onImportQueue { SnapshotList(snapshots: try services.store.snapshots()) }
  }

  /// The clock and the signing keys are part of the store, so they are restored too.
  func restoreSnapshot(_ call: ControlCall) throws -> ControlAnswer<Snapshot> {
    let name = try Self.name(of: call)
    let services = services
    return onImportQueue {
      try services.store.restoreSnapshot(name, isReadable: Self.isReadable) {
        services.clock.restore(try services.store.read { try $0.clockState() })
        try services.keys.reload()
      }
    }
  }

  func deleteSnapshot(_ call: ControlCall) throws -> ControlAnswer<EmptyAnswer> {
    let name = try Self.name(of: call)
    return onImportQueue {
      try services.store.deleteSnapshot(name)
      return EmptyAnswer()
    }
  }

  static let snapshotType = "application/vnd.sqlite3"

  func exportSnapshot(_ call: ControlCall) throws -> ControlAnswer<Never> {
    let name = try Self.name(of: call)
    let answer = onImportQueue { () throws -> Answer in
      let next = try services.store.snapshotFile(name)
      let stream = ResponseStream(pulling: {
        let piece = try next()
        return piece.isEmpty ? nil : piece
      })
      var response = Response.stream(stream, type: Self.snapshotType)
      response.headers["Content-Disposition"] = "attachment; filename=\"\(name).sqlite\""
      return .ready(response)
    }
    return ControlAnswer(answer)
  }

  func importSnapshot(_ call: ControlCall) throws -> ControlAnswer<Snapshot> {
    let name = call.parameters["snapshot"] ?? ""
    if let problem = SnapshotName.problem(with: name) {
      throw ControlError.invalid("A snapshot cannot have this name: \(problem).")
    }
    return onImportQueue {
      let body = call.request.storedBody ?? BytesBody(call.request.body)
      return try services.store.importSnapshot(
        name, isReadable: Self.isReadable, from: body.pieces())
    }
  }

  /// Returns true if a stored key can sign, or has an algorithm of a newer version, which is not
  /// read.
  private static func isReadable(_ key: StoredSigningKey) -> Bool {
    guard let algorithm = JWSAlgorithm(rawValue: key.algorithm),
      let state = SigningKey.State(rawValue: key.state)
    else { return true }
    let parsed = try? SigningKey(
      kid: key.kid, algorithm: algorithm, privateKey: PrivateKey(der: key.privateKey), state: state)
    return parsed != nil
  }

  /// Returns the name of a snapshot. An invalid name is reported as not found.
  static func name(of call: ControlCall) throws(ControlError) -> String {
    let name = call.parameters["snapshot"] ?? ""
    if let problem = SnapshotName.problem(with: name) {
      throw .notFound("There is no such snapshot: \(problem).")
    }
    return name
  }
}
