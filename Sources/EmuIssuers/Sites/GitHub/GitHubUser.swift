package import EmuJSON
package import EmuModel
internal import EmuIdentity

/// The `/user` response of GitHub, which production returns as `rawUserInfo`.
package enum GitHubUser {
  /// The date of all accounts, because a person's record has none; `claims` may override it.
  private static let createdAt = "2020-04-11T08:34:08Z"

  /// Returns the public profile. `email` is null, as for a private address; `claims` may set it and
  /// every other member.
  package static func document(of person: Person) -> JSONObject {
    let login = SocialUserName.of(person, claim: "login", marks: "-", limit: 39)
    let url = "https://api.github.com/users/\(login)"
    var user: JSONObject = [
      "login": .string(login), "id": person.numericSubject, "node_id": .string(person.subject),
      "avatar_url": .string(
        person.picture ?? "https://avatars.githubusercontent.com/u/\(person.subject)?v=4"),
      "gravatar_id": "", "url": .string(url), "html_url": .string("https://github.com/\(login)"),
    ]
    for name in [
      "followers", "following{/other_user}", "gists{/gist_id}", "starred{/owner}{/repo}",
      "subscriptions", "orgs", "repos", "events{/privacy}", "received_events",
    ] {
      let member = name == "orgs" ? "organizations" : String(name.prefix { $0 != "{" })
      user["\(member)_url"] = .string("\(url)/\(name)")
    }
    user["type"] = "User"
    user["site_admin"] = false
    user["name"] = person.name.display.map(JSON.string) ?? .null
    user["company"] = .null
    user["blog"] = ""
    for name in ["location", "email", "hireable", "bio", "twitter_username"] { user[name] = .null }
    for name in ["public_repos", "public_gists", "followers", "following"] { user[name] = 0 }
    user["created_at"] = .string(createdAt)
    user["updated_at"] = .string(createdAt)
    user.merge(person.moreClaims)
    return user
  }
}
