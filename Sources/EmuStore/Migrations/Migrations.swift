internal import EmuSQLite

/// Every migration in order; a released one is never edited, a new one is appended.
let migrations: [Migration] = [
  .first,
  .codes,
  .signInPages,
  .passkeys,
  .issuerSettings,
  .signedRequests,
  .appleLife,
  .secondFactors,
  .peopleInOrder,
  .consentRounds,
  .providerOrder,
  .endedSessions,
]
