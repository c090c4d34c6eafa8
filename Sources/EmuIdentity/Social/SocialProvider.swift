/// A provider without its own rules and issuer.
package struct SocialProvider: IdentityProvider {
  package let id: String

  package init(id: String) { self.id = id }
}
