internal import CMalloc

/// What the process returns to the system of the memory that it has freed.
package enum SystemMemory {
  /// Returns large blocks at once, for the whole process; called before the first thread starts.
  ///
  /// A password hash takes 16 MB in Firebase's usual form. glibc would keep as much for each thread
  /// that has computed one. An answer with 1,000 users is smaller than the limit of 4 MB, so its
  /// memory is used again.
  package static func returnLargeBlocks() { emu_return_blocks_from(4 << 20) }

  /// Returns all that was freed: some milliseconds.
  package static func returnFreed() { emu_return_freed_memory() }
}
