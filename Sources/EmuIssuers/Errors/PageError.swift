internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuPages

/// A refusal that stays on the issuer's own page, because there is no address that could be trusted
/// with it.
struct PageError: AnsweringError {
  var words: IssuerWords
  /// The value of `error`, such as `invalid_client`.
  var code: String
  /// A sentence that names the next step.
  var message: String
  var status = Status.badRequest
  /// What is wrong, for providers with words of their own.
  var problem: RequestProblem?
  /// What stands below the message, by name.
  var details: [(name: String, value: String)] = []

  var because: String? { message }

  var response: Response {
    PageLayout(words: words, title: "\(words.brand) cannot sign you in").response(
      """
      <p class="error">\(message)</p>
      <dl><dt>Error</dt><dd><code>\(code)</code></dd>
      \(details.map { "<dt>\($0.name)</dt><dd>\($0.value)</dd>" as HTML })</dl>
      """, status: status)
  }
}

extension PageError {
  /// The same for a caller that has no browser, in the form of RFC 6749 §5.2.
  var description: Response {
    let body: JSON = ["error": .string(code), "error_description": .string(message)]
    return .json(body.serializedBytes(), status: status)
  }
}

extension IssuerCall {
  /// Whether a page's request asks to have the answer described as JSON: `emulator_answer=json`.
  var wantsDescription: Bool {
    request.method == .get && request.query.first("emulator_answer") == "json"
  }

  /// The status of a page that comes back with what is wrong with its form, which the log explains.
  func statusOfPage(with problem: String?) -> Status {
    guard let problem else { return .ok }
    explanation.add(.operation(operation), .refused, Sentence(problem))
    return .badRequest
  }
}

/// A fault of the emulator's own, on a page.
struct PageFault: AnsweringError {
  /// Whether it may be gone when the page is opened again.
  var isPassing: Bool
  var because: String?

  var response: Response {
    let reason = isPassing ? because : nil
    return PageLayout(words: IssuerWords(brand: "provider"), title: "The emulator failed").response(
      "<p class=\"error\">\(reason ?? "The emulator's log has the cause.")</p>",
      status: isPassing ? .serviceUnavailable : .internalServerError)
  }
}
