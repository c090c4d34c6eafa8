internal import EmuModel
internal import EmuStore

/// What an operation knows of its request beyond the input: no socket, no header, no raw body.
struct OperationContext: Sendable {
  let services: Services
  private(set) var project: Project
  /// Nil for the project itself.
  private(set) var tenant: Tenant?
  let caller: Caller
  /// The ID token of the input, if there is one that can be read.
  let idToken: UncheckedIDToken?
  /// The moment of the request; one for the whole operation.
  let now: Timestamp
  /// The address under which the caller reached us, such as `http://localhost:9099`.
  let baseURL: String
  let explanation: Explanation
  /// The language of messages (BCP 47), from the request.
  var languageCode = "en"
  /// Who called, as a blocking function is told; empty where no client called.
  var origin = RequestOrigin()
  /// The bundle id that an Apple app gives in a header.
  var iosBundleID: String?
  /// What came of the questions that earlier runs of the operation have asked.
  var answers: [CallOut.Key: CallOut.Outcome] = [:]
  /// Where identifiers come from while the operation may have to be run again; nil for the usual.
  var recording: RandomRecording?
  private let newUID = Once<String>()
  /// What the user has set to go wrong at our issuers, as far as this request has met it.
  let metFaults = MetFaults()

  var scope: AccountScope { AccountScope(project: project, tenant: tenant) }
  var ids: IDGenerator { recording?.ids ?? services.ids }
  var settings: Settings { project.settings }

  /// The id of the user that the request makes, if it makes one; the same however often it is run.
  var newLocalID: String { newUID.value { services.ids.localID() } }
}

extension OperationContext {
  /// The same request in the tenant that a token names.
  ///
  /// - Throws: `TENANT_ID_MISMATCH` when the request names another, `USER_NOT_FOUND` when it is gone,
  ///   `PROJECT_DISABLED`.
  func inTenant(_ id: String?, _ store: Reader) throws -> OperationContext {
    guard id != tenant?.id else { return self }
    guard tenant == nil, let id else { throw APIError.tenantIDMismatch }
    guard let tenant = try store.tenant(id, in: project) else { throw APIError.userNotFound }
    guard !tenant.config.isDisabled else { throw APIError.projectDisabled }
    var scoped = self
    scoped.project = project.scoped(to: tenant)
    scoped.tenant = tenant
    return scoped
  }

  /// Tells why something came out as it did.
  func explain(
    _ rule: RuleName, _ outcome: Decision.Outcome, _ because: @autoclosure () -> String
  ) {
    explanation.add(rule, outcome, because())
  }

  /// Makes a check of production's, as far as the project's switch wants it.
  ///
  /// - Parameters:
  ///   - name: the switch that governs the check.
  ///   - passes: whether the request is good.
  ///   - because: why it is not, as a sentence.
  ///   - error: what production answers then.
  func check(
    _ name: Switch, _ passes: Bool, because: @autoclosure () -> String,
    otherwise error: @autoclosure () -> APIError
  ) throws(APIError) {
    guard !passes else { return }
    switch settings[name] {
    case .off: return
    case .warn:
      explain(
        .switch(name), .warned, "\(because()); production answers \(error().message)")
    default:
      explain(.switch(name), .refused, because())
      throw error()
    }
  }
}
