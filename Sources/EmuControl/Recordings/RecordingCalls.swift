internal import EmuControlCalls
internal import EmuHTTP
internal import EmuModel

struct NewRecording: Decodable {
  /// The project; by default the default one.
  var project: String?
  /// The start; by default `now`.
  var since: Since?

  enum Since: String, NamedChoice {
    /// The project's current state.
    case now
    /// The project's state after its last reset; the log must still have all requests since.
    case reset
  }
}

struct RecordingReport: Codable {
  var id: String
  var project: String
  /// RFC 3339.
  var startedAt: String
  var requests: Int

  init(_ recording: Recording) {
    id = recording.id
    project = recording.start.project
    startedAt = recording.start.at.rfc3339
    requests = recording.count
  }
}

struct RecordingPage: Codable {
  var recordings: [RecordingReport]
}

struct RecordingTitle: Decodable {
  var title: String?
  var why: String?
}

struct RecordedScenario: Codable {
  /// In the format of `seed-data/scenarios/`.
  var scenario: ScenarioDocument
  /// The possible gaps of the scenario, as sentences.
  var warnings: [String]
}

extension Control {
  func beginRecording(_ call: ControlCall) throws -> ControlAnswer<RecordingReport> {
    let input = try call.input(NewRecording.self)
    let project = input.project ?? services.facts.project
    try ControlError.check(project: project, "project: ")
    let services = services
    return onImportQueue {
      let beginning = RecordingStart(services: services, project: project)
      // Before the state is read: a request that is answered meanwhile may not be in it.
      let next = services.log.next
      let (start, first) =
        try input.since == .reset ? beginning.atReset() : (beginning.now(), next)
      let recording = Recording(id: services.ids.lowercaseLetters(12), start: start) {
        try? beginning.now()
      }
      try services.recordings.add(recording)
      recording.begin(from: first, of: services.log)
      return RecordingReport(recording)
    }
  }

  func listRecordings(_ call: ControlCall) throws -> ControlAnswer<RecordingPage> {
    try ControlAnswer(RecordingPage(recordings: services.recordings.list.map(RecordingReport.init)))
  }

  func finishRecording(_ call: ControlCall) throws -> ControlAnswer<RecordedScenario> {
    let title = try call.input(RecordingTitle.self)
    return onImportQueue {
      let recording = try removeRecording(call)
      let (entries, restored, lost) = recording.content
      var recorder = ScenarioRecorder(recording.start, restored: restored)
      recorder.record(entries)
      if lost > 0 {
        recorder.warn(
          "The recording was full: \(lost) later requests are not in it. It has at most "
            + "\(Recording.limits.count) requests; record a shorter course of events.")
      }
      return recorder.scenario(title: title.title, why: title.why)
    }
  }

  func deleteRecording(_ call: ControlCall) throws -> ControlAnswer<EmptyAnswer> {
    _ = try removeRecording(call)
    return try ControlAnswer(EmptyAnswer())
  }

  private func removeRecording(_ call: ControlCall) throws(ControlError) -> Recording {
    let id = call.parameters["recording"] ?? ""
    guard let recording = services.recordings.remove(id) else {
      throw .notFound(
        "There is no recording \(id.prefix(64)); it may be finished, or the emulator was started "
          + "since. GET /emulator/v1/recordings lists them.")
    }
    return recording
  }
}
