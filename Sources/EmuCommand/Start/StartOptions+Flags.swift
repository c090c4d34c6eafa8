import EmuModel
import EmuServer

extension StartOptions {
  /// The flags that `exec` has beside those of `start`.
  static let execFlags: [Flag<StartOptions>] = [
    .value(
      "--production-report", .reportFile,
      "writes what production would have answered differently, as text, JSON or JUnit XML"
    ) { $0.productionReport = $1 },
    .toggle(
      "--fail-on-production-difference",
      "exits with 76 if the command succeeds and production would have answered differently"
    ) { $0.failsOnProductionDifference = true },
  ]

  /// The flags of `start` without a meaning for `exec`, whose output is that of its command.
  static let notOfExec = ["--detach", "--json", "--log-file", "--log-format"]

  static var flagsOfExec: [Flag<StartOptions>] {
    flags.filter { !notOfExec.contains($0.name) }
  }

  static let flags: [Flag<StartOptions>] = [
    .value(
      "--project", .project, standard: "demo-project",
      "the project of requests that name no project, by its id or its alias in .firebaserc"
    ) { $0.configuration.project = $1 },
    .value(
      "--host", .host,
      "where to listen; 0.0.0.0 for every address (default: 127.0.0.1 and ::1)"
    ) { $0.configuration.host = $1 },
    .value(
      "--port", .port, standard: "9099", "the port; 0 picks a free one and prints it"
    ) { $0.configuration.port = $1 },
    .value(
      "--tls-port", .port, "also serves https; 0 picks a free port and prints it"
    ) { $0.tlsPort = $1 },
    .value(
      "--tls-cert", .file, requires: ["--tls-key", "--tls-port"],
      "your certificate for https, as PEM (default: one from a local CA, created at the first start)"
    ) { $0.tlsCertificate = $1 },
    .value(
      "--tls-key", .file, requires: ["--tls-cert", "--tls-port"],
      "its private key, as PEM without a passphrase"
    ) { $0.tlsKey = $1 },
    .value(
      "--public-url", .webURL, "the base of links and issuers, for use behind a proxy"
    ) { $0.configuration.publicURL = $1 },
    .value(
      "--data", .dataFile, standard: DataFolder.defaultFile, "the file in which all data are stored"
    ) { $0.configuration.dataFile = $1 },
    .toggle(
      "--ephemeral", excludes: ["--data"], "stores nothing beyond the end of the process"
    ) { $0.configuration.dataFile = nil },
    .toggle(
      "--recover", excludes: ["--ephemeral"],
      "renames the data file if it is damaged, and starts with a new one"
    ) { $0.recoversDamagedFile = true },
    .toggle(
      "--fsync",
      "waits for the disk at every commit, so that no committed data are lost when power fails"
    ) { $0.configuration.syncsEveryCommit = true },
    .list(
      "--seed", .file, "seed documents with users and issuers to load at start"
    ) { $0.configuration.seeds.append($1) },
    .value(
      "--import", .text("DIR", "an export folder or a file with users"),
      "stores the users of an export folder or a file at start, in place of those of the project; a state "
        + "with more than them is kept as a snapshot"
    ) { $0.importPath = $1 },
    .toggle(
      "--replace", requires: ["--import"],
      "removes the users of the project before --import, without a snapshot"
    ) { $0.replacesUsers = true },
    .toggle(
      "--strict-import", requires: ["--import"],
      "ends the start where --import finds nothing, or would leave something out with a warning"
    ) { $0.isImportStrict = true },
    .optionalValue(
      "--export-on-exit", .exportFolder, bare: "",
      "writes the users to an export folder at the end, in place of an older export (without a value: the "
        + "folder of --import)"
    ) { $0.exportPath = $1 },
    .value(
      "--config", .file,
      "the firebase.json with host, port and singleProjectMode (default: the nearest one from this folder "
        + "upwards; the project is that of the .firebaserc beside it)"
    ) { $0.configPath = $1 },
    .value(
      "--profile", ValueKind<Profile>.choice, standard: "compatible",
      "checks requests as the official emulator or as production, for projects without settings"
    ) { $0.configuration.profile = $1 },
    .toggle(
      "--sign-id-tokens",
      "signs ID tokens with RS256 (default: unsigned, as Node's Admin SDK requires)"
    ) { $0.configuration.signsIDTokens = true },
    .optionalValue(
      "--single-project", ValueKind<SingleProjectMode>.choice(of: [.warn, .refuse]),
      bare: "refuse",
      "warns about or refuses requests for another project; refuses if no value is given"
    ) { $0.configuration.singleProject = $1 },
    .list(
      "--allowed-host", .hostPattern, "further Host headers to accept: names, .suffixes or *"
    ) { $0.configuration.allowedHosts.append($1) },
    .list(
      "--allowed-origin", .origin,
      "further origins of web pages that may make privileged requests, or *"
    ) { $0.configuration.allowedOrigins.append($1) },
    .value(
      "--functions-host", .hostAndPort,
      "the Functions emulator that receives events of new and deleted users (default: the one that "
        + "the hub at FIREBASE_EMULATOR_HUB lists)"
    ) { $0.configuration.functions = .functions($1) },
    .value(
      "--log-format", ValueKind<LogFormat>.choice, standard: "text",
      "how requests are logged on standard error"
    ) { $0.logFormat = $1 },
    .value(
      "--log-file", .file,
      "appends to a file what goes to standard error, from when the emulator is ready"
    ) { $0.logFile = $1 },
    .toggle(
      "--log-secrets", "does not mask passwords and tokens in the request log"
    ) { $0.configuration.logsSecrets = true },
    .toggle(
      "--detach",
      "starts in the background, and returns when it is ready; `auth-emulator stop` ends it"
    ) { $0.isDetached = true },
    .toggle("--quiet", "prints nothing but errors") { $0.isQuiet = true },
    .toggle(
      "--json", "prints one line of JSON on standard output when ready, and no banner"
    ) { $0.printsJSON = true },
  ]
}
