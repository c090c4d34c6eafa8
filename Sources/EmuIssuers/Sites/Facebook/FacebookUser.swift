package import EmuJSON
package import EmuModel
internal import EmuIdentity

/// A person in the format of Graph's `/me`.
package enum FacebookUser {
  /// Returns all fields that an app may request with `fields`; `claims` override or add some.
  package static func document(of person: Person) -> JSONObject {
    var user: JSONObject = ["id": .string(person.subject)]
    user.setText("name", person.name.display)
    user.setText("first_name", person.name.given)
    user.setText("last_name", person.name.family)
    user.setText("email", person.email)
    user["picture"] = [
      "data": [
        "height": 50, "is_silhouette": .bool(person.picture == nil),
        "url": .string(person.picture ?? Self.silhouette), "width": 50,
      ]
    ]
    user.merge(person.moreClaims)
    return user
  }

  private static let silhouette =
    "https://scontent.xx.fbcdn.net/v/t1.30497-1/84628273_176159830277856_972693363922829312_n.jpg"
}
