#ifndef EMU_CMalloc_SHIM_H
#define EMU_CMalloc_SHIM_H
#include <stddef.h>
#ifdef __linux__
#include <malloc.h>
#include <pthread.h>
#include <sys/resource.h>
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

/* Makes the addresses that threads reserve small and known: a stack has by default what `ulimit -s` says, and
   glibc reserves 64 MB for the blocks of each thread, which counts where addresses are limited. */
static inline void emu_limit_reserved_addresses(size_t stack) {
#ifdef __linux__
  /* Declared under _GNU_SOURCE only, without which Swift's Glibc module is built. */
  extern int pthread_setattr_default_np(const pthread_attr_t *);
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes)) return;
  if (!pthread_attr_setstacksize(&attributes, stack)) pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
#endif
#ifdef __GLIBC__
  struct rlimit limit;
  if (!getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY) mallopt(M_ARENA_MAX, 2);
#endif
}
#endif
