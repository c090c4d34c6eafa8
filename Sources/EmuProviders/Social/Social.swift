/// A provider that has no rules of its own here, and no issuer.
package struct Social: IdentityProvider {
  package let id: String

  package init(id: String) { self.id = id }
}
