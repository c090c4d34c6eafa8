internal import EmuHTTP
internal import EmuModel

/// A generated person for the page's form, for browsers without JavaScript; `form.js` generates the
/// same.
enum GeneratedPerson {
  /// - Parameter domain: the domain of the address.
  static func fields(_ ids: IDGenerator, domain: String) -> FormFields {
    let number = ids.digits(6)
    return [
      "email": "person.\(number)@\(domain)", "emailVerified": "1",
      "displayName": "Person \(number)", "screenName": "person_\(number)",
    ]
  }
}
