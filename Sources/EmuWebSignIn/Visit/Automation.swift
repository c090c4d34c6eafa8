/// The decision of a test in place of a person: parameters of the page's address, or custom
/// parameters of the provider, which every SDK can set.
enum Automation: Sendable, Hashable {
  /// `emulator_auto`: a person of the issuer, by subject or address, or `new`.
  case person(String)
  /// `emulator_fail`: a failure of the provider.
  case failure(String)
  /// `emulator_page=issuer`: the person uses the issuer's sign-in page.
  case issuerPage

  static let names: Set<String> = ["emulator_auto", "emulator_fail", "emulator_page"]

  /// - Parameter value: returns the value of a parameter.
  init?(_ value: (String) -> String?) {
    if let name = value("emulator_fail") {
      self = .failure(name)
    } else if let name = value("emulator_auto") {
      self = .person(name)
    } else if value("emulator_page") == "issuer" {
      self = .issuerPage
    } else {
      return nil
    }
  }
}
