internal import EmuAPI
internal import EmuConsole
internal import EmuControl
internal import EmuControlCalls
internal import EmuHTTP
internal import EmuIssuers
internal import EmuJOSE
internal import EmuModel
internal import EmuOutbound
internal import EmuStore
internal import EmuThread
internal import EmuWebSignIn

/// The domains of an emulator, each with its dependencies: the mount list.
struct Composition {
  let configuration: Configuration
  let store: Store
  let clock: EmulatorClock
  let ids: IDGenerator
  let keys: KeyRing
  let log: RequestLog
  /// The time since the start.
  let stopwatch: @Sendable () -> Duration
  let outbound: OutboundClient
  let workers: Workers
  let triggers: UserTriggers?
  let seeds: [Seed]
  /// The addresses, once it listens.
  let running: Monitor<Emulator.Running?>
  /// Handles a part's request to another as if a client had sent it.
  let inner: InnerClient
  let instance: String
  /// Set once every route is known.
  let operations = OperationNames()

  /// Every path, and the one that describes them all.
  var routes: [Route<Handler>] {
    let (control, issuers) = (control, issuers)
    let routes =
      Readiness.routes + [HubList.route(publicURL: configuration.publicURL)] + backend.routes
      + issuers.routes + webSignIn.routes + control.routes
      + Console(project: configuration.project).routes
    return routes + [
      APIDescription.route(
        over: routes, calls: control.entries + issuers.controlEntries, version: emulatorVersion,
        publicURL: configuration.publicURL)
    ]
  }

  /// Outermost first.
  var middleware: [any Middleware] {
    var list: [any Middleware] =
      [HostGuard(hosts, refusal: Self.hostRefusal), CORS()] + innerMiddleware
    if let printer = configuration.requestPrinter {
      list.insert(
        RequestPrinting(
          clock: clock, stopwatch: stopwatch, showsSecrets: configuration.logsSecrets,
          printer: printer),
        at: 0)
    }
    return list
  }

  /// Returns the rejection of a host name, as JSON to a client that sends or accepts JSON.
  private static func hostRefusal(_ request: Request) -> Response {
    let message = """
      This host name is not served, because any web site could point its own name at this machine. \
      If it is yours, start the emulator with --allowed-host and the name.
      """
    let types = [request.headers["Accept"], request.headers["Content-Type"]]
    guard types.contains(where: { $0?.contains("json") == true }) else {
      return .text(message + "\n", status: .forbidden)
    }
    return ControlError(.forbidden, message).response
  }

  var innerMiddleware: [any Middleware] {
    [RequestLogMiddleware(log: log, clock: clock, stopwatch: stopwatch)]
  }

  var seeder: Seeder { Seeder(store: store, clock: clock, ids: ids) }

  /// A proxy in front passes its own public name on.
  private var hosts: HostRule {
    HostRule(
      allowed: configuration.allowedHosts + (configuration.publicHost.map { [$0] } ?? []))
  }

  private var origins: OriginRule {
    OriginRule(
      hosts: hosts,
      allowed: configuration.allowedOrigins + (configuration.publicOrigin.map { [$0] } ?? []))
  }

  private var backend: Dispatcher {
    Dispatcher(
      services: Services(
        store: store, clock: clock, ids: ids, keys: keys, origins: origins,
        providers: configuration.sites.providers, outbound: outbound, workers: workers,
        onMessage: configuration.onMessage, triggers: triggers,
        defaultProject: configuration.project, singleProject: configuration.singleProject,
        signsIDTokens: configuration.signsIDTokens,
        keepsKeys: configuration.dataFile != nil, publicURL: configuration.publicURL,
        functionTimeLimit: configuration.functionTimeLimit))
  }

  private var issuers: Issuers {
    Issuers(
      services: IssuerServices(
        store: store, clock: clock, ids: ids, keys: keys, origins: origins,
        outbound: outbound, workers: workers, sites: configuration.sites,
        defaultProject: configuration.project,
        singleProject: configuration.singleProject,
        keepsKeys: configuration.dataFile != nil,
        publicURL: configuration.publicURL, deliverySchedule: configuration.deliverySchedule))
  }

  private var webSignIn: WebSignIn {
    WebSignIn(
      store: store, clock: clock, ids: ids, providers: configuration.sites.providers,
      defaultProject: configuration.project, publicURL: configuration.publicURL,
      signInPage: { [sites = configuration.sites] id in sites.signInPage(of: id) }, inner: inner)
  }

  private var control: Control {
    Control(
      ControlServices(
        store: store, clock: clock, ids: ids, keys: keys, origins: origins, log: log,
        workers: workers,
        facts: HealthReport(
          version: emulatorVersion, instance: instance, folder: LocalFile.absolute("."),
          project: configuration.project, dataFile: configuration.dataFile,
          profile: configuration.profile),
        addVariableFacts: { [stopwatch, running] report in
          report.uptimeSeconds = stopwatch().wholeMilliseconds / 1000
          let running = running.withLock { $0 }
          report.tlsUrl = running?.tlsURL
          report.caFile = running?.tlsURL == nil ? nil : running?.caFile
        },
        publicURL: configuration.publicURL, providers: configuration.sites.providers,
        faults: configuration.sites.faultLocations(among: operations), operations: operations,
        inner: inner, startUpSeeds: seeds))
  }
}
