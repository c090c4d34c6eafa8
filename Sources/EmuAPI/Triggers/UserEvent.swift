internal import EmuModel
internal import EmuStore

/// An account that was made or deleted, as functions receive it.
struct UserEvent: Sendable {
  enum Kind: Sendable {
    case created, deleted
  }

  let kind: Kind
  /// The account as it was stored: after it was made, before it was deleted.
  let user: User
  let projectID: String
  let tenantID: String?
  let time: Timestamp
  /// One for each form in which the event is sent.
  let ids: [String]
}

extension OperationContext {
  /// Sends an event to functions once the transaction is durable.
  func send(_ kind: UserEvent.Kind, _ user: User, after store: Writer) {
    guard let triggers = services.triggers else { return }
    let event = UserEvent(
      kind: kind, user: user, projectID: project.id, tenantID: tenant?.id, time: now,
      ids: [services.ids.uuid(), services.ids.uuid()])
    store.afterCommit { triggers.tell(event) }
  }
}
