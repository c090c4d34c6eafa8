import EmuHTTP

struct JoinedBody: StoredBody {
  let parts: [any StoredBody]

  var count: Int { parts.reduce(0) { $0 + $1.count } }

  func bytes(from offset: Int, count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var start = 0
    for part in parts {
      let end = start + part.count
      let position = offset + bytes.count
      if position < end, bytes.count < count {
        bytes += try part.bytes(from: position - start, count: count - bytes.count)
      }
      start = end
    }
    return bytes
  }
}

struct BodySuffix: StoredBody {
  let body: any StoredBody
  let start: Int

  var count: Int { body.count - start }

  func bytes(from offset: Int, count: Int) throws -> [UInt8] {
    try body.bytes(from: start + offset, count: count)
  }
}

/// A body that reports the progress of its reads.
struct MeteredBody: StoredBody {
  let body: any StoredBody
  let progress: ProgressBar

  var count: Int { body.count }

  func bytes(from offset: Int, count: Int) throws -> [UInt8] {
    let bytes = try body.bytes(from: offset, count: count)
    progress.reach(offset + bytes.count)
    return bytes
  }
}
