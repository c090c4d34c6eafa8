/// What happens when another project than the default one is named.
package enum SingleProjectMode: String, Sendable, CaseIterable {
  case off, warn, refuse
}
