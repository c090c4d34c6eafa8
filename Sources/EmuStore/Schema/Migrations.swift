internal import EmuSQLite

/// Every migration in order; a released one is never edited, a new one is appended.
let migrations: [Migration] = [.firstSchema, .keyThumbprints]

/// The first migrations of builds before the first release, whose files are rejected.
let unreleasedMigrations: Set<String> = ["0001_first", "1_first_release", "1_first_schema"]
