package import EmuJSON
package import EmuModel
internal import EmuIdentity

/// A person in Twitter's two formats.
package enum TwitterUser {
  private static let defaultPicture =
    "//abs.twimg.com/sticky/default_profile_images/default_profile_normal.png"

  /// Returns the flat object of version 1.1 with its nulls; `claims` override or add members, such
  /// as `screen_name` and `status`.
  package static func document(of person: Person) -> JSONObject {
    let handle = screenName(of: person)
    var user: JSONObject = [
      "id": person.numericSubject, "id_str": .string(person.subject),
      "name": .string(person.name.display ?? handle), "screen_name": .string(handle),
      "location": "", "description": "", "url": .null,
      "entities": ["description": ["urls": []]], "protected": false,
    ]
    for name in ["followers_count", "friends_count", "listed_count"] { user[name] = 0 }
    user["created_at"] = "Sat Apr 11 08:34:08 +0000 2020"
    user["favourites_count"] = 0
    user["utc_offset"] = .null
    user["time_zone"] = .null
    user["geo_enabled"] = false
    user["verified"] = false
    user["statuses_count"] = 0
    user["lang"] = .null
    for name in ["contributors_enabled", "is_translator", "is_translation_enabled"] {
      user[name] = false
    }
    user["profile_image_url"] = .string(person.picture ?? "http:" + defaultPicture)
    user["profile_image_url_https"] = .string(person.picture ?? "https:" + defaultPicture)
    user["default_profile"] = true
    user["default_profile_image"] = .bool(person.picture == nil)
    for name in ["following", "follow_request_sent", "notifications"] { user[name] = false }
    user["translator_type"] = "none"
    user["withheld_in_countries"] = []
    user["suspended"] = false
    user["needs_phone_verification"] = false
    user.setText("email", person.email)
    user.merge(person.moreClaims)
    return user
  }

  /// Returns all fields of version 2 that an app may request with `user.fields`.
  package static func secondDocument(of person: Person) -> JSONObject {
    let first = document(of: person)
    var user: JSONObject = ["id": .string(person.subject)]
    user["name"] = first["name"]
    user["username"] = first["screen_name"]
    user["created_at"] = "2020-04-11T08:34:08.000Z"
    user["description"] = first["description"]
    user["protected"] = first["protected"]
    user["verified"] = first["verified"]
    user["profile_image_url"] = first["profile_image_url_https"]
    user["public_metrics"] = [
      "followers_count": 0, "following_count": 0, "tweet_count": 0, "listed_count": 0,
    ]
    user["confirmed_email"] = first["email"]
    return user
  }

  package static func screenName(of person: Person) -> String {
    SocialUserName.of(person, claim: "screen_name", marks: "_", limit: 15)
  }
}
