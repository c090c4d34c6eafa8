package import EmuModel

/// The ability to assign accounts to tenants, each with its own issuer string.
package protocol Tenancy: Sendable {
  /// Returns the tenant's id that replaces `{tenant}` in the issuer string of a person's tokens.
  ///
  /// - Parameter person: nil where no person is known.
  func issuerTenant(of person: Person?) -> String

  /// Returns true for the name of one tenant, to which an app may belong.
  func isTenant(_ name: String) -> Bool

  /// The label of the field for a new person's tenant, with its valid values.
  var fieldLabel: String { get }
}
