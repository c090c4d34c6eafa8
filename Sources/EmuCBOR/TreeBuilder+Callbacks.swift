import CCBOR

extension TreeBuilder {
  /// Reads one head with libcbor, and the string that belongs to it.
  ///
  /// - Parameter bytes: from the head to the end of the input.
  func step(
    through bytes: UnsafeBufferPointer<UInt8>
  ) -> (bytesRead: Int, problem: Problem?) {
    bytesLeft = bytes.count
    var callbacks = Self.callbacks
    // The callbacks run within this call only, so the builder outlives them.
    let result = cbor_stream_decode(
      bytes.baseAddress, bytes.count, &callbacks, Unmanaged.passUnretained(self).toOpaque())
    switch result.status {
    case CBOR_DECODER_FINISHED: return (result.read, problem)
    case CBOR_DECODER_NEDATA:
      return (0, Problem(code: .truncated, message: "the bytes end within an item"))
    default:
      return (0, Problem(code: .malformed, message: "no item begins with this byte"))
    }
  }

  private static func builder(_ context: UnsafeMutableRawPointer?) -> TreeBuilder {
    guard let context else { preconditionFailure("libcbor passes on the context it was given") }
    return Unmanaged<TreeBuilder>.fromOpaque(context).takeUnretainedValue()
  }

  private static let callbacks: cbor_callbacks = {
    var calls = cbor_callbacks()
    calls.uint8 = { builder($0).add(.unsigned(UInt64($1))) }
    calls.uint16 = { builder($0).add(.unsigned(UInt64($1))) }
    calls.uint32 = { builder($0).add(.unsigned(UInt64($1))) }
    calls.uint64 = { builder($0).add(.unsigned($1)) }
    calls.negint8 = { builder($0).add(.negative(UInt64($1))) }
    calls.negint16 = { builder($0).add(.negative(UInt64($1))) }
    calls.negint32 = { builder($0).add(.negative(UInt64($1))) }
    calls.negint64 = { builder($0).add(.negative($1)) }
    calls.byte_string = {
      builder($0).add(.bytes(Array(UnsafeBufferPointer(start: $1, count: Int($2)))))
    }
    calls.byte_string_start = { builder($0).begin(.bytes) }
    calls.string = { builder($0).add(text: UnsafeBufferPointer(start: $1, count: Int($2))) }
    calls.string_start = { builder($0).begin(.text) }
    // A count is a size_t in older versions of libcbor, which Swift imports as an Int, and has 64
    // bits in later ones.
    calls.array_start = { builder($0).begin(.array, sentCount: UInt64(truncatingIfNeeded: $1)) }
    calls.indef_array_start = { builder($0).begin(.array) }
    calls.map_start = { builder($0).begin(.map, sentCount: UInt64(truncatingIfNeeded: $1)) }
    calls.indef_map_start = { builder($0).begin(.map) }
    calls.tag = { builder($0).begin(.tag($1), count: 1) }
    calls.float2 = { builder($0).add(.float(Double($1))) }
    calls.float4 = { builder($0).add(.float(Double($1))) }
    calls.float8 = { builder($0).add(.float($1)) }
    calls.undefined = { builder($0).add(.undefined) }
    calls.null = { builder($0).add(.null) }
    calls.boolean = { builder($0).add(.bool($1)) }
    calls.indef_break = { builder($0).end() }
    return calls
  }()
}
