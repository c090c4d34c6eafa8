internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// An error that stays on the issuer's page, because no trusted redirect URI exists.
struct PageError: AnsweringError {
  var words: IssuerWords
  /// The value of `error`, such as `invalid_client`.
  var code: String
  /// A sentence with the next step.
  var message: String
  var status = Status.badRequest
  /// The problem, for providers with their own messages.
  var problem: RequestProblem?
  /// True if the provider shows the page to the person, who may choose another account there.
  var isForPerson = false
  /// The title, after the provider's name.
  var refusedAct = "sign you in"
  /// Details below the message, by name.
  var details: [(name: String, value: String)] = []
  /// The emulator's sentence beside the provider's message.
  var advice: String?

  var reason: String? { message }

  var response: Response {
    let advised = advice.map { [(name: "Emulator", value: $0)] } ?? []
    let list = (details + advised).map { "<dt>\($0.name)</dt><dd>\($0.value)</dd>" as HTML }
    return Page("\(words.brand) cannot \(refusedAct)", of: words).response(
      """
      <p class="error">\(message)</p>
      <dl><dt>Error</dt><dd><code>\(code)</code></dd>
      \(list)</dl>
      """, status: status)
  }

  /// The same error for a caller without a browser, in the form of RFC 6749 §5.2.
  var description: Response {
    let text = [message, advice].compactMap(\.self).joined(separator: " ")
    var body: JSONObject = ["error": .string(code), "error_description": .string(text)]
    // An error of the emulator's own parameters is on no page of the provider.
    if problem != .unknownFailure { body["stays_on_page"] = true }
    if isForPerson { body["another_account"] = true }
    return .json(JSON.object(body), status: status)
  }
}

extension FakeIssuer {
  /// Returns an error that stays on the issuer's page.
  func pageError(
    _ code: String, _ message: String, _ problem: RequestProblem? = nil
  ) -> PageError {
    PageError(words: words, code: code, message: message, problem: problem)
  }
}

extension IssuerCall {
  /// True if a page's request asks for a JSON description of the response: `emulator_answer=json`,
  /// or another value, which is an error.
  var requestsDescription: Bool {
    request.method == .get && request.query.first("emulator_answer")?.isEmpty == false
  }

  /// Returns the status of a page, and logs the problem of its form, if any.
  func statusOfPage(with problem: String?) -> Status {
    guard let problem else { return .ok }
    explanation.add(.operation(route.name), .refused, Reason(problem))
    return .badRequest
  }
}

/// An internal error, on a page.
struct PageFault: AnsweringError {
  /// True if a retry may succeed.
  var isPassing: Bool
  var reason: String?

  var response: Response {
    let reason = isPassing ? reason : nil
    return Page("The emulator failed", of: IssuerWords(brand: "provider")).response(
      "<p class=\"error\">\(reason ?? "The emulator's log has the cause.")</p>",
      status: isPassing ? .serviceUnavailable : .internalServerError)
  }
}
