package import EmuModel

extension IssuerTraits {
  /// The traits as the user has set them.
  package func changed(by settings: IssuerSettings) -> IssuerTraits {
    var traits = self
    if let algorithms = settings.algorithms { traits.algorithms = algorithms }
    if let seconds = settings.idTokenLifetimeSeconds { traits.idTokenLifetime = .seconds(seconds) }
    if let seconds = settings.accessTokenLifetimeSeconds {
      traits.accessTokenLifetime = .seconds(seconds)
    }
    if let seconds = settings.codeLifetimeSeconds { traits.codeLifetime = .seconds(seconds) }
    return traits
  }
}

extension IdentityProvider {
  /// How long an ID token of a person is good for, as the user has set it.
  package func idTokenLifetime(for person: Person, _ settings: IssuerSettings) -> Duration {
    settings.idTokenLifetimeSeconds.map(Duration.seconds) ?? idTokenLifetime(for: person)
  }
}
