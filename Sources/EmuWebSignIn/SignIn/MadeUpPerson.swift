internal import EmuHTTP
internal import EmuModel

/// A person for the page's form, for browsers without JavaScript; `form.js` makes the same.
enum MadeUpPerson {
  static func fields(_ ids: IDGenerator) -> FormFields {
    let number = ids.digits(6)
    return [
      "email": "person.\(number)@example.com", "emailVerified": "1",
      "displayName": "Person \(number)", "screenName": "person_\(number)",
    ]
  }
}
