#ifndef EMU_CMalloc_SHIM_H
#define EMU_CMalloc_SHIM_H
#ifdef __linux__
#include <malloc.h>
#endif

/* glibc's header belongs to no module. Elsewhere than with glibc there is nothing to do. */

/* Returns to the system what was freed. */
static inline void emu_return_freed_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

/* Blocks from this size on are returned to the system when they are freed. Without it, glibc raises
   the limit to the largest block that was freed, up to 32 MB: mallopt(3), M_MMAP_THRESHOLD. */
static inline void emu_return_blocks_from(int bytes) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, bytes);
  /* As glibc does it itself when it raises the limit; otherwise it stays at 128 KB. */
  mallopt(M_TRIM_THRESHOLD, 2 * bytes);
#endif
}
#endif
