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
