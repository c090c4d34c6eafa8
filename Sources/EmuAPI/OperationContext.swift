internal import EmuModel
internal import EmuStore

/// What an operation knows of its request beyond the input: no socket, no header, no raw body.
///
/// A class, since each step of an operation holds it: a copy of its parts would cost a reference count
/// for every text.
final class OperationContext: Sendable {
  let services: Services
  let project: Project
  /// Nil for the project itself.
  let tenant: Tenant?
  let caller: Caller
  /// The ID token of the input, if there is one that can be read.
  let idToken: UncheckedIDToken?
  /// The moment of the request; one for the whole operation.
  let now: Timestamp
  /// The address under which the caller reached us, such as `http://localhost:9099`.
  let baseURL: String
  let explanation: Explanation
  /// The language of messages (BCP 47), from the request.
  let languageCode: String
  /// Who called, as a blocking function is told; empty where no client called.
  let origin: RequestOrigin
  /// The bundle id that an Apple app gives in a header.
  let iosBundleID: String?
  /// What came of the questions that earlier runs of the operation have asked.
  let answers: [CallOut.Key: CallOut.Outcome]
  /// Where identifiers come from while the operation may have to be run again; nil for the usual.
  let recording: RandomRecording?
  private let newUID: Once<String>
  /// What the user has set to go wrong at our issuers, as far as this request has met it.
  let metFaults: MetFaults

  init(
    services: Services, project: Project, tenant: Tenant?, caller: Caller,
    idToken: UncheckedIDToken?, now: Timestamp, baseURL: String, explanation: Explanation,
    languageCode: String = "en", origin: RequestOrigin = RequestOrigin(),
    iosBundleID: String? = nil
  ) {
    self.services = services
    self.project = project
    self.tenant = tenant
    self.caller = caller
    self.idToken = idToken
    self.now = now
    self.baseURL = baseURL
    self.explanation = explanation
    self.languageCode = languageCode
    self.origin = origin
    self.iosBundleID = iosBundleID
    answers = [:]
    recording = nil
    newUID = Once()
    metFaults = MetFaults()
  }

  /// The same request, with something of it changed.
  private init(
    _ other: OperationContext, project: Project? = nil, tenant: Tenant? = nil,
    answers: [CallOut.Key: CallOut.Outcome]? = nil, recording: RandomRecording? = nil
  ) {
    services = other.services
    self.project = project ?? other.project
    self.tenant = tenant ?? other.tenant
    caller = other.caller
    idToken = other.idToken
    now = other.now
    baseURL = other.baseURL
    explanation = other.explanation
    languageCode = other.languageCode
    origin = other.origin
    iosBundleID = other.iosBundleID
    self.answers = answers ?? other.answers
    self.recording = recording ?? other.recording
    newUID = other.newUID
    metFaults = other.metFaults
  }

  var scope: AccountScope { AccountScope(project: project, tenant: tenant) }
  var ids: IDGenerator { recording?.ids ?? services.ids }
  var settings: Settings { project.settings }
  /// What the project's profile makes different where no switch does.
  var rules: ProfileRules { settings.profile.rules }

  /// The id of the user that the request makes, if it makes one; the same however often it is run.
  var newLocalID: String { newUID.value { services.ids.localID() } }

  /// The same request, which knows what came of a question.
  func knowing(_ outcome: CallOut.Outcome, of key: CallOut.Key) -> OperationContext {
    OperationContext(self, answers: answers.merging([key: outcome]) { _, new in new })
  }

  /// The same request, whose identifiers are the same however often it is run.
  func recorded(by recording: RandomRecording) -> OperationContext {
    OperationContext(self, recording: recording)
  }

  /// The same request in the tenant that a token names.
  ///
  /// - Throws: `TENANT_ID_MISMATCH` when the request names another, `USER_NOT_FOUND` when it is gone,
  ///   `PROJECT_DISABLED`.
  func inTenant(_ id: String?, _ store: Reader) throws -> OperationContext {
    guard id != tenant?.id else { return self }
    guard tenant == nil, let id else { throw APIError.tenantIDMismatch }
    guard let tenant = try store.tenant(id, in: project) else { throw APIError.userNotFound }
    guard !tenant.config.isDisabled else { throw APIError.projectDisabled }
    return OperationContext(self, project: project.scoped(to: tenant), tenant: tenant)
  }
}

extension OperationContext {
  /// Tells why something came out as it did.
  func explain(
    _ rule: RuleName, _ outcome: Decision.Outcome, _ because: @autoclosure () -> Sentence
  ) {
    explanation.add(rule, outcome, because())
  }

  /// Makes a check of production's that no switch governs: in compatible the log alone has it.
  func checkStrictly(
    _ passes: Bool, because: @autoclosure () -> Sentence,
    otherwise error: @autoclosure () -> APIError
  ) throws(APIError) {
    guard !passes else { return }
    guard rules.isStrict else {
      return explain(
        .profile, .warned, "\(because()); production answers \(error().ofProduction.message)")
    }
    explain(.profile, .refused, because())
    throw error()
  }

  /// Makes a check of production's, as far as the project's switch wants it.
  ///
  /// - Parameters:
  ///   - name: the switch that governs the check.
  ///   - passes: whether the request is good.
  ///   - because: why it is not, as a sentence.
  ///   - error: what production answers then.
  func check(
    _ name: Switch, _ passes: Bool, because: @autoclosure () -> Sentence,
    otherwise error: @autoclosure () -> APIError
  ) throws(APIError) {
    guard !passes else { return }
    switch settings[name] {
    case .off: return
    case .warn:
      explain(
        .switch(name), .warned, "\(because()); production answers \(error().ofProduction.message)")
    default:
      explain(.switch(name), .refused, because())
      throw error()
    }
  }
}
