internal import EmuSQLite

/// Every migration in order; a released one is never edited, a new one is appended.
let migrations: [Migration] = [.firstRelease, .linksInRows, .lookupTables]

/// The first migrations of builds before the first release, whose files are refused.
let unreleasedMigrations: Set<String> = ["0001_first", "1_first_release"]
