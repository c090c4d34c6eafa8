internal import EmuControlCalls
internal import EmuHTTP
internal import EmuModel
internal import EmuStore

/// The page on which a person completes the sign-in of a device (RFC 8628 §3.3).
struct DevicePage: AnsweringEndpoint, Sendable {
  let issuer: any FakeIssuer
  let call: IssuerCall

  /// Requests the code, or the choice of a person; `emulator_auto` signs in without a page.
  func answer() throws -> Answer {
    let parameters = call.request.query
    guard let typed = parameters.filled("user_code") else {
      return .ready(try question(problem: nil))
    }
    guard let device = try find(typed) else {
      return .ready(try question(problem: "There is no such code, or it is no longer good."))
    }
    if let name = parameters.filled("emulator_auto") { return try finish(device, by: .named(name)) }
    if parameters.filled("emulator_fail") != nil { return deny(device) }
    return .ready(try page(device))
  }

  /// Answers the form of the page.
  func choice() throws -> Answer {
    let form = call.request.form
    guard let device = try call.opened(Self.seal(issuer, call))?.first("user_code").flatMap(find)
    else { return .ready(try question(problem: "This page is too old. Type the code again.")) }
    let choice: SignInChoice
    do { choice = try SignInChoice(form, issuer: issuer) } catch {
      return .ready(try page(device, typed: form, problem: error.message))
    }
    return switch choice {
    case .consent(let person): try finish(device, by: person)
    case .cancel, .deny, .fail: deny(device)
    }
  }

  static func seal(_ issuer: any FakeIssuer, _ call: IssuerCall) -> SealedForm {
    call.sealedForm("device \(issuer.id)")
  }

  /// Finds the sign-in of a typed code. Dashes, spaces and case are ignored (RFC 8628 §6.1).
  static func device(
    _ typed: String, at issuer: any FakeIssuer, _ reader: ReadTransaction
  ) throws -> DeviceCode? {
    let letters = typed.uppercased().filter { $0.isLetter }
    guard letters.count == 8 else { return nil }
    return try reader.deviceCode(
      userCode: "\(letters.prefix(4))-\(letters.suffix(4))", issuer: issuer.id)
  }

  /// Finds a waiting sign-in.
  private func find(_ typed: String) throws -> DeviceCode? {
    let device = try call.services.store.read { try Self.device(typed, at: issuer, $0) }
    guard let device, call.now < device.expiresAt, !device.isDenied, device.consentKey == nil,
      device.usedAt == nil
    else { return nil }
    return device
  }

  private func finish(_ device: DeviceCode, by who: ConsentingPerson) throws -> Answer {
    var fields: FormFields = ["emulator_project": device.project]
    if let tenant = device.tenant { fields.add("emulator_tenant", tenant) }
    let client = try AuthorizeClient(device.clientID, fields, issuer.id, call)
    let scopes = Scopes(device.scope)
    return call.write { writer in
      let people = call.people(issuer, in: client.project, writer)
      let person = try people.find(who.completed(by: issuer, call))
      if let refusal = issuer.refusal(of: person, for: client, scopes, call) {
        let translated = issuer.translated(authorization: refusal, call)
        throw issuer.pageError(
          translated.code.name, translated.description ?? "", translated.problem)
      }
      let (consent, _) = try writer.authorize(person, client: device.clientID, at: call.now)
      try writer.add(scopes, to: consent) {
        issuer.pageError("invalid_scope", $0)
      }
      // The device may have polled in the meantime.
      var device = try writer.reader.deviceCode(device.code) ?? device
      device.consentKey = consent.key
      device.authTime = call.now
      try writer.update(device)
    } then: { _ in
      notice("You are signed in", "Go back to your device.", ["user_code": device.userCode])
    }
  }

  private func deny(_ device: DeviceCode) -> Answer {
    call.write { writer in
      var device = try writer.reader.deviceCode(device.code) ?? device
      device.isDenied = true
      try writer.update(device)
    } then: { _ in
      notice(
        "You denied the sign-in", "The device is informed.",
        ["user_code": device.userCode, "error": "access_denied"])
    }
  }

  /// - Parameter fields: the result, for a caller without a browser.
  private func notice(_ title: String, _ text: String, _ fields: FormFields) -> Response {
    call.requestsDescription
      ? IssuerCall.description(fields)
      : Page(title, of: issuer.words).response("<p>\(text)</p>")
  }

  /// - Throws: `PageError` for a caller without a browser.
  private func question(problem: String?) throws -> Response {
    guard !call.requestsDescription else {
      throw issuer.pageError(
        "invalid_request", problem ?? "The parameter user_code is missing.",
        problem == nil ? .missing("user_code") : nil)
    }
    let action = IssuerSite(issuer, call).url(issuer.paths.devicePage)
    let complaint: HTML? = problem.map { #"<p class="error" role="alert">\#($0)</p>"# }
    return Page("Type the code of your device", of: issuer.words).response(
      """
      \(complaint)
      <form action="\(action)">
      <label for="user_code">Code</label>
      <input id="user_code" name="user_code" autocomplete="off" autofocus required>
      <button class="main">Continue</button>
      </form>
      """, status: call.statusOfPage(with: problem))
  }

  private func page(
    _ device: DeviceCode, typed: FormFields = FormFields(), problem: String? = nil
  ) throws -> Response {
    let forms = PersonForms(
      issuer: issuer, call: call, project: try call.services.store.project(device.project),
      path: issuer.paths.devicePage,
      sealed: Self.seal(issuer, call).seal(["user_code": device.userCode]),
      typed: typed, problem: problem)
    return try Page("Sign in on your device", of: issuer.words).response(
      """
      <p>Does your device show <strong>\(device.userCode)</strong>? It signs in to \
      <strong>\(device.clientID)</strong>.</p>
      \(forms.content())
      """, status: call.statusOfPage(with: problem))
  }
}
