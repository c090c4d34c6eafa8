internal import EmuModel
internal import EmuStore

/// `accounts:batchDelete`: deletes many accounts; unknown ids are skipped.
enum BatchDelete: WriteOperation {
  private static let mostIDs = 1000

  static func run(
    _ input: BatchDeleteRequest, in context: OperationContext, _ store: WriteTransaction
  ) throws -> BatchDeleteResponse {
    let ids = input.localIds ?? []
    guard !ids.isEmpty, ids.count <= mostIDs else { throw APIError("LOCAL_ID_LIST_EXCEEDS_LIMIT") }
    var failures: [BatchDeleteResponse.Failure] = []
    for (index, uid) in ids.enumerated() {
      guard let user = try store.reader.user(uid: uid, in: context.scope) else { continue }
      if user.disabled || input.force == true {
        // Production sends no events to functions for batch deletions.
        try context.delete(user, sendsEvent: context.rules.reportsBatchDeletion, store)
      } else {
        failures.append(
          BatchDeleteResponse.Failure(
            index: index, localId: uid,
            message: "NOT_DISABLED : Disable the account before batch deletion."))
      }
    }
    return BatchDeleteResponse(errors: failures.isEmpty ? nil : failures)
  }
}
