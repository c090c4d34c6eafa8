package import EmuModel

/// A provider that has no token rules of its own here: the social networks and unknown ids.
package struct Social: IdentityProvider {
  package let id: String
  package let standing: TrustRule.Standing
  package let checksNonce: Bool

  package init(id: String, standing: TrustRule.Standing = .untrusted, checksNonce: Bool = false) {
    self.id = id
    self.standing = standing
    self.checksNonce = checksNonce
  }
}
