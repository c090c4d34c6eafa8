internal import EmuControlCalls
internal import EmuHTTP
internal import EmuModel

/// A request with its response in the format of the log, with or without its secrets.
struct ShownRequest {
  /// The path with its query.
  private(set) var target: String
  private(set) var headers: [(name: String, value: String)]
  private(set) var request: LoggedBody
  private(set) var response: LoggedBody
  private(set) var annotations: Annotations
  /// True if a part of the request is masked, so that it cannot be repeated.
  private(set) var isRequestMasked = false
  private(set) var isMasked = false

  init(_ entry: LoggedRequest, showsSecrets: Bool) {
    var mask = showsSecrets ? nil : SecretMask()
    self.init(entry, &mask)
    if let mask { sweep(mask) }
    isMasked = isMasked || isRequestMasked
  }

  /// - Parameter mask: masks the values of secret names and records them; nil to show them.
  private init(_ entry: LoggedRequest, _ mask: inout SecretMask?) {
    let path = entry.request.path
    target = mask?.masked(text: path) ?? path
    if let query = entry.request.rawQuery, !query.isEmpty {
      target += "?" + (mask?.masked(form: query) ?? query)
    }
    headers = []
    for field in entry.request.headers {
      let value = mask?.masked(header: field.name, field.value) ?? field.value
      headers.append((field.name, value))
    }
    request = LoggedBody(
      entry.request.body, size: entry.bodySize, contentType: entry.request.contentType,
      isUpload: entry.request.path.hasPrefix(ControlEntry.root), mask: &mask)
    isRequestMasked = mask?.hasHidden ?? false
    response = LoggedBody(
      entry.answer ?? [], size: entry.answerSize, contentType: entry.responseType, mask: &mask)
    isMasked = mask?.hasHidden ?? false
    annotations = entry.annotations
  }

  /// Masks known secrets at all other positions.
  private mutating func sweep(_ found: SecretMask) {
    let sweep = KnownSecrets(found.values)
    let before = (target, headers.map(\.value), request.document)
    target = sweep.swept(target)
    for index in headers.indices { headers[index].value = sweep.swept(headers[index].value) }
    request.sweep(sweep)
    if (target, headers.map(\.value), request.document) != before { isRequestMasked = true }
    response.sweep(sweep)
    var mask = found
    for index in annotations.decisions.indices {
      let reason = mask.masked(text: annotations.decisions[index].reason.text)
      annotations.decisions[index].reason.text = sweep.swept(reason)
    }
    for index in annotations.unknownFields.indices {
      let name = mask.masked(text: annotations.unknownFields[index])
      annotations.unknownFields[index] = sweep.swept(name)
    }
  }
}
