/// A provider that has no rules of its own here, and no issuer: Play Games, and unknown ids.
package struct Social: IdentityProvider {
  package let id: String

  package init(id: String) { self.id = id }
}
