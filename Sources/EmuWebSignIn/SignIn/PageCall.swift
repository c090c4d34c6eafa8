internal import EmuControlCalls
internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// A request to the web sign-in page: the start of a visit, a choice, or a provider's answer.
struct PageCall: Sendable {
  let signIn: WebSignIn
  let request: Request
  let explanation = Explanation()

  static let operation = "webSignIn.page"

  func answer() -> Answer {
    let base = request.baseURL(publicURL: signIn.publicURL)
    let returned = ProviderAnswer(request)
    do throws(VisitProblem) {
      // An answer without the context of a visit is the app's.
      if request.path == WebSignIn.callbackPath, returned?.session.appContext == nil {
        throw .appDidNotOpen
      }
      if let returned {
        let visit = try returned.visit(path: request.path, baseURL: base)
        let cancel = signIn.signInPage(visit.providerID)?.cancel
        return finish(visit, returned.outcome(for: visit, cancel: cancel))
      }
      return begin(try Visit(request.query, path: request.path, baseURL: base))
    } catch {
      explanation.add(.webSignIn, .refused, "\(error.sentence) \(error.nextStep)")
      let project =
        returned?.session.project ?? (try? signIn.projectID(of: request.query.first("apiKey")))
      return .ready(annotated(error.response(to: request), project: project))
    }
  }

  /// Starts a visit. The backend's checks of the API key and the app's address come first.
  private func begin(_ visit: Visit) -> Answer {
    let inner = InnerRequests(visit: visit, request: request)
    return signIn.inner.send(inner.projectConfiguration) { response in
      guard response.status == .ok else {
        return finish(visit, .failed(WebSignInError(response)))
      }
      do {
        let project = try project(of: visit)
        if let error = unauthorized(visit, project) { return finish(visit, .failed(error)) }
        guard visit.authType != .verifyApp else { return verify(visit) }
        let tenant = try visit.tenantID.flatMap { try signIn.store.tenant($0, in: project) }
        let scoped = tenant.map(project.scoped) ?? project
        var visit = visit
        visit.providerID = scoped.providerID(visit.providerID)
        return try ProviderFlow(call: self, visit: visit, project: scoped, tenant: tenant).answer()
      } catch {
        return fail(visit, error)
      }
    }
  }

  private func project(of visit: Visit) throws -> Project {
    try signIn.store.project(signIn.projectID(of: visit.apiKey) ?? signIn.defaultProject)
  }

  /// Returns the error of an app whose domain is not authorized in the project, as production does.
  private func unauthorized(_ visit: Visit, _ project: Project) -> WebSignInError? {
    guard visit.opener == .web, let address = visit["redirectUrl"] else { return nil }
    let url = AbsoluteURL(address)
    let domains = project.authorizedDomains
    let setting = project.switches[.authorizedDomains]
    guard setting != .off, url?.isAuthorized(by: domains) != true else { return nil }
    let host = url?.host ?? String(address.prefix(256))
    let reason = "\(host) is not one of the project's authorized domains (\(domains))"
    let error = WebSignInError(code: "auth/unauthorized-domain", message: "\(reason).")
    guard setting == .on else {
      explanation.add(
        .switch(.authorizedDomains), .warned, "\(reason); production answers \(error.code)",
        production: ProductionDifference(.check(.authorizedDomains), .refusal(error.code)))
      return nil
    }
    explanation.add(.switch(.authorizedDomains), .refused, Reason(error.message))
    return error
  }

  // MARK: Verification

  /// Answers `verifyApp`: a button replaces the reCAPTCHA.
  private func verify(_ visit: Visit) -> Answer {
    switch (visit.automation, request.method == .post ? request.form.first("action") : nil) {
    case (.failure, _), (_, "cancel"): finish(visit, .failed(.cancelled))
    case (.person, _), (_, "verify"):
      finish(visit, .verified(token: signIn.ids.urlSafe(43)))
    default: .ready(annotated(VerificationPage(visit: visit).response, of: visit))
    }
  }

  // MARK: Ends

  /// Returns the outcome to the app, as the SDK that opened the page expects it.
  func finish(_ visit: Visit, _ outcome: WebSignInResult) -> Answer {
    if case .failed(let error) = outcome {
      explanation.add(.webSignIn, .refused, "The app receives \(error.code): \(error.message)")
    } else {
      explanation.add(
        .webSignIn, .allowed,
        "The answer goes back to the app, which sends it to accounts:signInWithIdp next.")
    }
    if visit.opener == .web, !visit.authType.isPopup {
      let key = PendingRedirects.Key(
        apiKey: visit.apiKey, appName: visit["appName"] ?? "",
        origin: RedirectURI.origin(of: visit["redirectUrl"] ?? ""),
        userAgent: request.headers["User-Agent"] ?? "")
      signIn.redirects.keep(
        AuthEvent.json(visit, outcome).serialized(), for: key, at: signIn.clock.now)
    }
    return .ready(annotated(ReturnPage(visit: visit, outcome: outcome).response, of: visit))
  }

  /// Returns the failure of the emulator itself, such as of its store, to the app.
  func fail(_ visit: Visit, _ error: any Error) -> Answer {
    finish(visit, .failed(WebSignInError(code: "auth/internal-error", message: "\(error)")))
  }

  func annotated(_ response: Response, of visit: Visit) -> Response {
    annotated(response, project: try? signIn.projectID(of: visit.apiKey))
  }

  private func annotated(_ response: Response, project: String?) -> Response {
    var response = response
    response.annotations = Annotations(
      Self.operation, project: project, explainedBy: explanation)
    return response
  }
}

extension RedirectURI {
  /// Returns the origin of a web address in the browsers' form; empty for any other text.
  static func origin(of address: String) -> String {
    guard let scheme = scheme(of: address), let authority = authority(of: address) else {
      return ""
    }
    return "\(scheme)://\(authority.lowercased())"
  }
}
