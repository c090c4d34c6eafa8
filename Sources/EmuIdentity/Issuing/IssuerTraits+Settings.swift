package import EmuModel

extension IssuerTraits {
  /// The traits as the user has set them.
  package func changed(by settings: IssuerOptions) -> IssuerTraits {
    var traits = self
    if let algorithms = settings.algorithms { traits.algorithms = algorithms }
    if let seconds = settings.idTokenLifetimeSeconds { traits.idTokenLifetime = .seconds(seconds) }
    if let seconds = settings.accessTokenLifetimeSeconds {
      traits.accessTokenLifetime = .seconds(seconds)
      traits.frontTokenLifetime = .seconds(seconds)
    }
    if let seconds = settings.codeLifetimeSeconds { traits.codeLifetime = .seconds(seconds) }
    return traits
  }
}

extension IdentityProvider {
  /// Returns the lifetime of a person's ID token, by the user's options.
  package func idTokenLifetime(for person: Person, _ settings: IssuerOptions) -> Duration {
    settings.idTokenLifetimeSeconds.map(Duration.seconds) ?? idTokenLifetime(for: person)
  }
}
