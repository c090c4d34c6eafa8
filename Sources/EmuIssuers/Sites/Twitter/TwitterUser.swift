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
    let picture = person.picture ?? "http:" + defaultPicture
    let securePicture = person.picture ?? "https:" + defaultPicture
    var user: JSONObject = [
      "id": person.numericSubject, "id_str": .string(person.subject),
      "name": .string(person.name.display ?? handle), "screen_name": .string(handle),
      "location": "", "description": "", "url": .null,
      "entities": ["description": ["urls": []]], "protected": false, "followers_count": 0,
      "friends_count": 0, "listed_count": 0, "created_at": "Sat Apr 11 08:34:08 +0000 2020",
      "favourites_count": 0, "utc_offset": .null, "time_zone": .null, "geo_enabled": false,
      "verified": false, "statuses_count": 0, "lang": .null, "contributors_enabled": false,
      "is_translator": false, "is_translation_enabled": false,
      "profile_image_url": .string(picture), "profile_image_url_https": .string(securePicture),
      "default_profile": true, "default_profile_image": .bool(person.picture == nil),
      "following": false, "follow_request_sent": false, "notifications": false,
      "translator_type": "none", "withheld_in_countries": [], "suspended": false,
      "needs_phone_verification": false,
    ]
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
