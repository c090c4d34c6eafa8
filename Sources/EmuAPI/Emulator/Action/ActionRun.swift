internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// One request of an action link: the operation, and the meaning of its response.
struct ActionRun: Sendable {
  let context: OperationContext
  let action: ActionRequest
  let code: String

  typealias Show = @Sendable (ActionOutcome, Annotations?) -> Response

  /// - Throws: errors of the link that are found before the code is read.
  func answer(_ show: @escaping Show) throws -> Answer {
    let continueURL = try continueURL()
    guard let mode = action.mode,
      let kind = OobCode.Kind.allCases.first(where: { $0.linkMode == mode })
    else { return .ready(show(.failed(.unknownMode(action.mode)), nil)) }
    if kind == .emailSignIn {
      guard let continueURL else { return .ready(show(.failed(.noContinueURL), nil)) }
      return .ready(show(.redirect(continueURL.carrying(action.fields)), nil))
    }
    // A code works only with a link of its kind.
    if let stored = try context.services.store.read({ try $0.oobCode(code, in: context.scope) }),
      stored.kind != kind
    {
      throw context.refused(
        .oobCode, "The link says \(mode), the code is of type \(stored.kind.rawValue).",
        as: .invalidOobCode)
    }
    var body: JSONObject = ["oobCode": .string(code)]
    if kind == .passwordReset, let password = action.newPassword {
      body["newPassword"] = .string(password)
    }
    let operation: any Operation.Type = kind == .passwordReset ? ResetPassword.self : Update.self
    let endpoint = operation.endpoint(ActionHandler.name, access: .client, input: .body)
    let call = Endpoint.Call(tree: .object(body), context: context, endpoint: endpoint)
    return endpoint.answer(call).map { response in
      show(outcome(of: response, kind, continueURL), response.annotations)
    }
  }

  /// Returns the address after the action. That of production's page for apps is what a browser gets
  /// there, because the page itself is on the internet.
  private func continueURL() throws -> AbsoluteURL? {
    guard let text = action.continueURL else { return nil }
    let page = AppLinkHandler.hostingLink(of: context.project)
    let target = text.hasPrefix(page) ? String(text.dropFirst(page.count)) : text
    guard let url = AbsoluteURL(target) else { throw APIError.notAnAbsoluteURL }
    try url.checkAuthorized(in: context)
    return url
  }

  private func outcome(
    of response: Response, _ kind: OobCode.Kind, _ continueURL: AbsoluteURL?
  ) -> ActionOutcome {
    let answer = (try? JSON(parsing: response.bytes ?? [])) ?? .null
    let email = answer["email"]?.string ?? ""
    guard response.status == .ok else { return refusal(answer, kind) }
    if kind == .passwordReset, action.newPassword == nil {
      return .requestsPassword(email: email, problem: nil)
    }
    // A browser does not follow a form's redirect to another origin (form-action of the page's
    // policy), so the page shows a link. A recovery ends here, as on the official emulator.
    if let continueURL, !action.isForm, !kind.revertsChange {
      return .redirect(continueURL.location)
    }
    return .done(
      sentence: sentence(kind, email), email: email, newEmail: answer["newEmail"]?.string,
      continueURL: kind.revertsChange ? nil : continueURL?.location)
  }

  private func refusal(_ answer: JSON, _ kind: OobCode.Kind) -> ActionOutcome {
    let message = answer["error"]?["message"]?.string ?? ""
    let code = message.firstRange(of: " : ").map { String(message[..<$0.lowerBound]) } ?? message
    let failure = ActionFailure.refused(code, message, unmet: unmet)
    let isAboutPassword = [APIError.weakPassword.code, APIError.passwordTooLong.code].contains(code)
    guard kind == .passwordReset, isAboutPassword, action.acceptsPage,
      let stored = try? context.services.store.read({ try $0.oobCode(self.code, in: context.scope) }
      )
    else { return .failed(failure) }
    return .requestsPassword(
      email: stored.email, problem: "\(failure.sentence) \(failure.nextStep)")
  }

  /// The requirements of the project's policy that the new password does not meet.
  private var unmet: [String] {
    guard let password = action.newPassword,
      AccountLimits.fits(password, AccountLimits.password)
    else { return [] }
    return (context.project.passwordPolicy?.shortcomings(of: password) ?? []).map(\.sentence)
  }

  private func sentence(_ kind: OobCode.Kind, _ email: String) -> String {
    switch kind {
    case .passwordReset: "The password of \(email) is changed."
    case .verifyEmail: "The e-mail address \(email) is verified."
    case .verifyAndChangeEmail: "The e-mail address is changed to \(email) and verified."
    case .recoverEmail: "The e-mail address is \(email) again."
    case .revertSecondFactorAddition:
      "The second factor is removed from \(email), and every session ended."
    case .emailSignIn: ""
    }
  }
}

extension AbsoluteURL {
  /// The URL for a `Location` header: bytes outside ASCII are escaped.
  fileprivate var location: String {
    guard !text.utf8.allSatisfy({ $0 < 128 }) else { return text }
    return text.unicodeScalars.map { scalar in
      scalar.isASCII ? String(scalar) : PercentEncoding.queryComponent(String(scalar))
    }.joined()
  }

  /// Returns the URL with fields of the link in its query, in place of fields with the same names.
  fileprivate func carrying(_ fields: FormFields) -> String {
    let (base, fragment) = location.cut(at: "#")
    let (path, query) = base.cut(at: "?")
    let carried = fields.filter { $0.name != "continueUrl" }
    let names = Set(carried.map(\.name))
    var merged = FormFields()
    for field in FormFields(parsing: query ?? "") where !names.contains(field.name) {
      merged.add(field.name, field.value)
    }
    for field in carried { merged.add(field.name, field.value) }
    return "\(path)?\(merged.encoded)" + (fragment.map { "#" + $0 } ?? "")
  }
}

extension String {
  /// Splits the text at the first such character; the second part is nil without one.
  fileprivate func cut(at mark: Character) -> (String, String?) {
    guard let index = firstIndex(of: mark) else { return (self, nil) }
    return (String(self[..<index]), String(self[self.index(after: index)...]))
  }
}
