internal import CMalloc

package enum SystemMemory {
  /// Returns large blocks as soon as they are freed, for the entire process; called before the
  /// first thread starts.
  ///
  /// A password hash takes 16 MB in Firebase's usual form. glibc would keep as much for each thread
  /// that has computed one. A response with 1,000 users is smaller than the limit of 4 MB, so its
  /// memory is reused.
  package static func returnLargeBlocks() { emu_return_blocks_from(4 << 20) }

  /// Limits the addresses that threads reserve, for the entire process; called before the first
  /// thread starts.
  ///
  /// A stack of 4 MB is many times what the deepest value of JSON takes.
  package static func limitReservedAddresses() { emu_limit_reserved_addresses(4 << 20) }

  /// Returns all that was freed: some milliseconds.
  package static func returnFreed() { emu_return_freed_memory() }
}
