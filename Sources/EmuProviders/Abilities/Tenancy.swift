package import EmuModel

/// The ability to keep accounts in tenants, of which each has an issuer string of its own.
package protocol Tenancy: Sendable {
  /// The tenant's id that stands for `{tenant}` in the issuer string of a person's tokens.
  ///
  /// - Parameter person: nil where no person is meant.
  func issuerTenant(of person: Person?) -> String

  /// Whether a text names one tenant, to which an app may belong.
  func isTenant(_ name: String) -> Bool

  /// The label of the field for a new person's tenant, with what may be typed there.
  var fieldLabel: String { get }
}
