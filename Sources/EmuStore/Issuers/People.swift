package import EmuModel
internal import EmuSQLite

/// The people of a project, with those that all projects share.
package struct PeopleScope: Sendable, Hashable {
  /// 0 for the shared ones.
  package var projectKey: Int64
  package var issuer: String
  private var includesShared = true

  package init(projectKey: Int64, issuer: String) {
    self.projectKey = projectKey
    self.issuer = issuer
  }

  /// The same scope without the people that all projects share, unless it is theirs.
  package var own: PeopleScope {
    var own = self
    own.includesShared = false
    return own
  }

  /// The keys of the projects whose people it has, the project's own first.
  fileprivate var projectKeys: [Int64] {
    includesShared && projectKey != 0 ? [projectKey, 0] : [projectKey]
  }
}

extension PeopleScope: Parameter {
  /// Adds the values of `project_id IN (?, ?) AND issuer = ?`.
  func add(to values: inout [Value]) {
    values.append(.integer(projectKey))
    values.append(.integer(includesShared ? 0 : projectKey))
    values.append(.text(issuer))
  }
}

extension Table where Entity == Person {
  /// Accounts at issuers. `project_id` is 0 for those that all projects share.
  static let people = Table(
    "people", empty: Person(issuer: "", subject: ""), owner: ["project_id"],
    [
      .read("id") { $0.key = $1 },
      Column("issuer", isFixed: true, { $0.issuer }, { $0.issuer = $1 }),
      Column("subject", isFixed: true, { $0.subject }, { $0.subject = $1 }),
      Column("email", { $0.email }, { $0.email = $1 }),
      Column("email_verified", { $0.emailVerified }, { $0.emailVerified = $1 }),
      Column("full_name", { $0.name.full }, { $0.name.full = $1 }),
      Column("given_name", { $0.name.given }, { $0.name.given = $1 }),
      Column("family_name", { $0.name.family }, { $0.name.family = $1 }),
      Column("picture", { $0.picture }, { $0.picture = $1 }),
      Column("hide_email", { $0.hideEmail }, { $0.hideEmail = $1 }),
      Column("relay_email", { $0.relayEmail }, { $0.relayEmail = $1 }),
      Column("relay_forwards", { $0.relayForwards }, { $0.relayForwards = $1 }),
      Column("tenant", { $0.tenant }, { $0.tenant = $1 }),
      Column("claims", { $0.claims }, { $0.claims = $1 }),
      Column("deleted_at", { $0.deletedAt }, { $0.deletedAt = $1 }),
      Column(
        "transfer_subject", { $0.transfer?.subject },
        { person, subject in
          person.transfer = subject.map { PersonTransfer(subject: $0, at: .epoch) }
        }),
      Column("transferred_at", { $0.transfer?.at }, { $0.transfer?.at = $1 ?? .epoch }),
    ])

  fileprivate static let peopleOfIssuer = people.select(
    "WHERE project_id IN (?, ?) AND issuer = ? ORDER BY project_id DESC, id")
  fileprivate static let firstPeople = people.select(
    "WHERE project_id = ? AND issuer = ? AND deleted_at IS NULL ORDER BY id LIMIT ?")
  /// Whole subjects and addresses first, so that each can be found behind a list of any length.
  fileprivate static let foundPeople = people.select(
    """
    WHERE project_id = ?1 AND issuer = ?2 AND deleted_at IS NULL
      AND (subject GLOB ?5 OR email GLOB ?5 OR full_name GLOB ?5
        OR ifnull(given_name || ' ', '') || ifnull(family_name, '') GLOB ?5)
    ORDER BY subject = ?4 OR ifnull(email = lower(?4), 0) DESC, id LIMIT ?3
    """)
  fileprivate static let personBySubject = people.select(
    "WHERE project_id IN (?, ?) AND issuer = ? AND subject = ? ORDER BY project_id DESC LIMIT 1")
  fileprivate static let personByEmail = people.select(
    "WHERE project_id IN (?, ?) AND issuer = ? AND email = ? ORDER BY project_id DESC, id LIMIT 1")
  fileprivate static let personByKey = people.select("WHERE id = ?")
}

extension SQL {
  fileprivate static let upsertPerson = Table.people.upsert(
    onConflict: "project_id, issuer, subject", then: "RETURNING id")
}

extension ReadTransaction {
  /// Returns the people that a project sees at an issuer, its own before the shared ones.
  package func people(in scope: PeopleScope) throws -> [Person] {
    try connection.all(Table.peopleOfIssuer, scope)
  }

  /// Returns the first of the people that a project sees at an issuer and that can sign in. Its own
  /// come before the shared ones, each in the order of creation.
  ///
  /// - Parameter text: in the subject, address or name, in any case; nil for everybody.
  package func people(
    in scope: PeopleScope, with text: String? = nil, limit: Int
  ) throws -> [Person] {
    var found: [Person] = []
    for project in scope.projectKeys {
      let left = limit - found.count
      if let text {
        found += try connection.all(
          Table.foundPeople, project, scope.issuer, left, text, text.globOfContaining)
      } else {
        found += try connection.all(Table.firstPeople, project, scope.issuer, left)
      }
    }
    return found
  }

  /// Returns the issuers at which a project, or with 0 the shared scope, has people; sorted.
  package func issuersWithPeople(projectKey: Int64) throws -> [String] {
    try connection.column(
      "SELECT DISTINCT issuer FROM people WHERE project_id = ? ORDER BY issuer", projectKey)
  }

  package func person(subject: String, in scope: PeopleScope) throws -> Person? {
    try connection.first(Table.personBySubject, scope, subject)
  }

  package func person(email: String, in scope: PeopleScope) throws -> Person? {
    try connection.first(Table.personByEmail, scope, email)
  }

  package func person(key: Int64) throws -> Person? {
    try connection.first(Table.personByKey, key)
  }
}

extension ReadTransaction {
  /// Returns the id of the project that a person belongs to; nil for one that all projects share.
  package func projectID(ofPerson key: Int64) throws -> String? {
    try connection.value(
      """
      SELECT name FROM projects JOIN people ON people.project_id = projects.id
      WHERE people.id = ?
      """, key)
  }
}

extension WriteTransaction {
  /// Stores a person, replacing one of the same subject.
  ///
  /// - Returns: the person with its key.
  package func upsert(_ person: Person, in scope: PeopleScope) throws -> Person {
    var stored = person
    stored.issuer = scope.issuer
    stored.key =
      try connection.first(
        .upsertPerson, values: [.integer(scope.projectKey)] + Table.people.values(of: stored)
      ) { row in row.integer(0) } ?? 0
    return stored
  }

  /// Updates a person; the subject never changes.
  package func update(_ person: Person) throws {
    try connection.update(person, in: .people, key: person.key)
  }

  package func delete(_ person: Person) throws {
    try connection.run("DELETE FROM people WHERE id = ?", person.key)
  }
}
