package import EmuHTTP
package import EmuModel
package import EmuProviders
package import EmuStore
package import EmuThread

/// What the web sign-in needs of the emulator.
package final class WebSignInServices: Sendable {
  let store: Store
  let clock: EmulatorClock
  let ids: IDGenerator
  let workers: Workers
  let providers: ProviderRegistry
  let defaultProject: String
  let publicURL: String?
  /// What an issuer's own sign-in page offers; nil for a provider without an issuer.
  let signInPage: @Sendable (_ providerID: String) -> SignInPageFacts?
  /// Answers a request as if a client had sent it.
  let send: @Sendable (Request) -> Answer

  package init(
    store: Store, clock: EmulatorClock, ids: IDGenerator, workers: Workers,
    providers: ProviderRegistry, defaultProject: String, publicURL: String?,
    signInPage: @escaping @Sendable (String) -> SignInPageFacts?,
    send: @escaping @Sendable (Request) -> Answer
  ) {
    self.store = store
    self.clock = clock
    self.ids = ids
    self.workers = workers
    self.providers = providers
    self.defaultProject = defaultProject
    self.publicURL = publicURL
    self.signInPage = signInPage
    self.send = send
  }
}

extension WebSignInServices {
  /// Sends a request and goes on with its answer.
  func send(_ request: Request, then next: @escaping @Sendable (Response) -> Answer) -> Answer {
    switch send(request) {
    case .ready(let response): return next(response)
    case .later(let deferred):
      return .made { [workers] deliver in
        deferred.start { response in
          workers.resumptions.submit {
            deliver(next(response()))
          } refused: { refusal in
            deliver(.ready(.text(refusal.message + "\n", status: .serviceUnavailable)))
          }
        }
      }
    }
  }
}
