internal import EmuSQLite

/// Every migration in order; a released one is never edited, a new one is appended.
let migrations: [Migration] = [.firstSchema]
