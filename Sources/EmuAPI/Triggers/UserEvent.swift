internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// The event of a created or deleted account.
struct UserEvent: Sendable {
  enum Kind: Sendable {
    case created, deleted
  }

  let kind: Kind
  /// The account as it was stored: after creation, or before deletion.
  let user: User
  let projectID: String
  let tenantID: String?
  let time: Timestamp
  /// An id for each form of the event.
  let ids: [String]
}

extension OperationContext {
  /// Sends an event to functions after the commit.
  func send(_ kind: UserEvent.Kind, _ user: User, after store: WriteTransaction) {
    guard let triggers = services.triggers else { return }
    let event = UserEvent(
      kind: kind, user: user, projectID: project.id, tenantID: tenant?.id, time: now,
      ids: [services.ids.uuid(), services.ids.uuid()])
    store.afterCommit { triggers.send(event) }
  }
}

extension UserEvent {
  /// The two forms of the event for the Functions emulator, each with its content type: the first
  /// for functions of the 1st generation, the other for the 2nd.
  var messages: [(contentType: String, body: [UInt8])] {
    [
      ("application/json", firstGeneration.serializedBytes()),
      ("application/cloudevents+json", secondGeneration.serializedBytes()),
    ]
  }

  /// `{"eventId","eventType","resource":{"service","name"},"params","timestamp","data":<user>}`.
  var firstGeneration: JSON {
    var data = record(created: "createdAt", signedIn: "lastSignedInAt")
    data["tenantId"] = tenantID.map { .string($0) }
    return [
      "eventId": .string(ids[0]),
      "eventType": kind == .created
        ? "providers/firebase.auth/eventTypes/user.create"
        : "providers/firebase.auth/eventTypes/user.delete",
      "resource": [
        "service": "firebaseauth.googleapis.com", "name": .string("projects/\(projectID)"),
      ],
      "params": [:],
      "timestamp": .string(time.rfc3339),
      "data": .object(data),
    ]
  }

  /// A CloudEvent with `google.events.firebase.auth.v2.AuthEventData`: `{"value":<user>}` for a
  /// created account, `{"oldValue":<user>}` for a deleted one.
  var secondGeneration: JSON {
    let scope = tenantID.map { "/tenants/\($0)" } ?? ""
    var event: JSONObject = [
      "specversion": "1.0", "id": .string(ids[1]),
      "source": .string("//firebaseauth.googleapis.com/projects/\(projectID)\(scope)"),
      "type": kind == .created
        ? "google.firebase.auth.user.v2.created" : "google.firebase.auth.user.v2.deleted",
      "subject": .string("users/\(user.uid)"), "time": .string(time.rfc3339),
      "datacontenttype": "application/json", "project": .string(projectID),
      "data": [
        kind == .created ? "value" : "oldValue":
          .object(record(created: "createTime", signedIn: "lastSignInTime"))
      ],
    ]
    event["tenantid"] = tenantID.map { .string($0) }
    return .object(event)
  }

  /// Returns the user with the times under the names of a form.
  private func record(created: String, signedIn: String) -> JSONObject {
    var record = FunctionRecord.members(of: user, .camelCase)
    var metadata: JSONObject = [created: .string(user.createdAt.rfc3339)]
    metadata[signedIn] = user.lastLoginAt.map { .string($0.rfc3339) }
    record["metadata"] = .object(metadata)
    return record
  }
}
