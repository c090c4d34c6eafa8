internal import EmuModel
internal import EmuStore

/// The data of a request beyond its input, without socket, headers and raw body.
///
/// A class, because every step of an operation holds it: a copy would cost a reference count for
/// each text.
final class OperationContext: Sendable {
  let services: Services
  let project: Project
  /// Nil for the project itself.
  let tenant: Tenant?
  /// The reason why the request has no target, in production after the mistakes of its input.
  let targetRefusal: APIError?
  let caller: Caller
  /// The ID token of the input, if it can be parsed.
  let idToken: UncheckedIDToken?
  /// The time of the request, the same for the whole operation.
  let now: Timestamp
  /// The address that the client used, such as `http://localhost:9099`.
  let baseURL: String
  let explanation: Explanation
  /// The caller's data; empty without a client.
  let origin: RequestOrigin
  let runs: RunState

  init(
    services: Services, project: Project, tenant: Tenant?, targetRefusal: APIError? = nil,
    caller: Caller, idToken: UncheckedIDToken?, now: Timestamp, baseURL: String,
    explanation: Explanation, origin: RequestOrigin = RequestOrigin(), runs: RunState = RunState()
  ) {
    self.services = services
    self.project = project
    self.tenant = tenant
    self.targetRefusal = targetRefusal
    self.caller = caller
    self.idToken = idToken
    self.now = now
    self.baseURL = baseURL
    self.explanation = explanation
    self.origin = origin
    self.runs = runs
  }

  var scope: AccountScope { AccountScope(project: project, tenant: tenant) }
  /// The source of identifiers, which are the same in every run of a transaction that may call
  /// functions.
  var ids: IDGenerator { runs.recording?.ids ?? services.ids }
  /// The language of messages (BCP 47): that of the request, or the project's.
  var languageCode: String {
    origin.language ?? project.config.notification?.defaultLocale ?? "en"
  }
  var switches: Switches { project.switches }
  /// The profile's differences that no switch governs.
  var rules: ProfileRules { switches.profile.rules }

  /// The id of the user that the request creates; the same in every run.
  var newLocalID: String { runs.newUID.value { services.ids.localID() } }

  /// - Throws: `TENANT_ID_MISMATCH` if the request names another tenant; `USER_NOT_FOUND`, or
  ///   `TENANT_DELETED` as in production, if the tenant is gone; `PROJECT_DISABLED`.
  func inTenant(_ id: String?, _ store: ReadTransaction) throws -> OperationContext {
    guard id != tenant?.id else { return self }
    guard tenant == nil, let id else { throw APIError.tenantIDMismatch }
    guard let tenant = try store.tenant(id, in: project, withProviders: true) else {
      let isDeleted = try rules.namesDeletedTenants && store.isDeletedTenant(id, in: project)
      throw isDeleted ? APIError.tenantDeleted : .userNotFound
    }
    guard !tenant.isDisabled else { throw APIError.projectDisabled }
    return OperationContext(
      services: services, project: project.scoped(to: tenant), tenant: tenant,
      targetRefusal: targetRefusal, caller: caller, idToken: idToken, now: now, baseURL: baseURL,
      explanation: explanation, origin: origin, runs: runs)
  }
}

extension OperationContext {
  /// Adds a decision to the explanation of the response.
  func explain(
    _ rule: RuleName, _ outcome: Decision.Outcome, _ reason: @autoclosure () -> Reason,
    production: ProductionDifference? = nil
  ) {
    explanation.add(rule, outcome, reason(), production: production)
  }

  /// Adds the decision that refuses the request, and returns the error of the response.
  func refused(_ rule: RuleName, _ reason: Reason, as error: APIError) -> APIError {
    explain(rule, .refused, reason)
    return error
  }

  /// Records production's way, where the profile's is another and the request meets the difference.
  func explain(
    _ difference: ProfileDifference, _ reason: @autoclosure () -> Reason,
    production answer: ProductionDifference.Answer
  ) {
    explain(
      .profile, .warned, reason(),
      production: ProductionDifference(.profile(difference), answer))
  }

  /// Records a request that production refuses, and the profile accepts.
  func explain(
    _ difference: ProfileDifference, _ reason: @autoclosure () -> Reason,
    otherwise error: APIError
  ) {
    let production = error.ofProduction
    explain(
      difference, "\(reason()); production answers \(production.message)",
      production: .refusal(production.code))
  }

  /// Production's answer where it hides which users there are, as new projects do, and not their
  /// tenants; nil where the project has set that by itself.
  func whereUsersAreHidden(_ answer: ProductionDifference.Answer) -> ProductionDifference? {
    guard tenant == nil, switches.overrides[.emailEnumerationProtection] == nil,
      !switches.isOn(.emailEnumerationProtection)
    else { return nil }
    return ProductionDifference(.check(.emailEnumerationProtection), answer)
  }

  /// Records production's answer where it hides which users there are.
  func explainWhereUsersAreHidden(
    _ reason: Reason, production answer: ProductionDifference.Answer
  ) {
    guard let difference = whereUsersAreHidden(answer) else { return }
    explain(
      .switch(.emailEnumerationProtection), .warned, reason, production: difference)
  }

  /// Makes a check of production that no switch governs. In the profile compatible, a failure is
  /// only logged.
  func checkStrictly(
    _ passes: Bool, reason: @autoclosure () -> Reason,
    otherwise error: @autoclosure () -> APIError
  ) throws(APIError) {
    guard !passes else { return }
    guard rules.isStrict else { return explain(.inputCheck, reason(), otherwise: error()) }
    explain(.profile, .refused, reason())
    throw error()
  }

  /// Makes a check of production, as the project's switch requires.
  ///
  /// - Parameters:
  ///   - passes: true if the request is valid.
  ///   - reason: the reason for a failure, as a sentence.
  ///   - isDecisive: false if the request fails without the check too, so that no advice names the
  ///     switch.
  ///   - error: production's error.
  func check(
    _ name: Switch, _ passes: Bool, reason: @autoclosure () -> Reason,
    isDecisive: @autoclosure () -> Bool = true, otherwise error: @autoclosure () -> APIError
  ) throws(APIError) {
    guard !passes else { return }
    switch switches[name] {
    case .off: return
    case .warn:
      let production = error().ofProduction
      explain(
        .switch(name), .warned, "\(reason()); production answers \(production.message)",
        production: ProductionDifference(.check(name), .refusal(production.code)))
    default:
      explain(isDecisive() ? .switch(name) : .credential, .refused, reason())
      throw error()
    }
  }
}
