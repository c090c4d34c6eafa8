// Lets calls of the file system fail, for a process that is started with this library in LD_PRELOAD.
//
// FAILING_FILES names a file of eight 32-bit integers that another process writes at any time:
//   0  the calls that fail: 1 write, 2 sync, 4 open, 8 truncate, 16 rename and unlink; 0 for none
//   1  the calls of these kinds that succeed before the next failure; it counts down
//   2  the successes between two failures, from which 1 begins again
//   3  the value of errno
//   4  1 for a failing write that stores the first half of its bytes
//   5  the number of failures, which this library counts
// Only files whose path contains FAILING_FILES_PART fail.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum { WRITE = 1, SYNC = 2, OPEN = 4, TRUNCATE = 8, RENAME = 16 };
enum { KINDS, REST, EVERY, ERROR, HALF, FAILURES };

static _Atomic int *plan;
static const char *part;

#define NEXT(name) \
  static __typeof__(name) *next; \
  if (!next) next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAILING_FILES");
  part = getenv("FAILING_FILES_PART");
  if (!path || !part) return;
  int descriptor = open(path, O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return;
  void *shared = mmap(NULL, 32, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  if (shared != MAP_FAILED) plan = shared;
}

static int fails(int kind, const char *path) {
  if (!plan || !(plan[KINDS] & kind) || !strstr(path, part)) return 0;
  if (atomic_fetch_sub(&plan[REST], 1) > 0) return 0;
  plan[REST] = plan[EVERY];
  atomic_fetch_add(&plan[FAILURES], 1);
  errno = plan[ERROR];
  return 1;
}

static int fails_on(int kind, int descriptor) {
  if (!plan || !(plan[KINDS] & kind)) return 0;
  char name[64], path[PATH_MAX];
  snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(name, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return fails(kind, path);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  NEXT(write);
  if (!fails_on(WRITE, descriptor)) return next(descriptor, bytes, count);
  return plan[HALF] && count > 1 ? next(descriptor, bytes, count / 2) : -1;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t place) {
  NEXT(pwrite);
  if (!fails_on(WRITE, descriptor)) return next(descriptor, bytes, count, place);
  return plan[HALF] && count > 1 ? next(descriptor, bytes, count / 2, place) : -1;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t place) {
  NEXT(pwrite64);
  if (!fails_on(WRITE, descriptor)) return next(descriptor, bytes, count, place);
  return plan[HALF] && count > 1 ? next(descriptor, bytes, count / 2, place) : -1;
}

int fsync(int descriptor) {
  NEXT(fsync);
  return fails_on(SYNC, descriptor) ? -1 : next(descriptor);
}

int fdatasync(int descriptor) {
  NEXT(fdatasync);
  return fails_on(SYNC, descriptor) ? -1 : next(descriptor);
}

int ftruncate(int descriptor, off_t size) {
  NEXT(ftruncate);
  return fails_on(TRUNCATE, descriptor) ? -1 : next(descriptor, size);
}

int ftruncate64(int descriptor, off64_t size) {
  NEXT(ftruncate64);
  return fails_on(TRUNCATE, descriptor) ? -1 : next(descriptor, size);
}

int rename(const char *from, const char *to) {
  NEXT(rename);
  return fails(RENAME, from) ? -1 : next(from, to);
}

int unlink(const char *path) {
  NEXT(unlink);
  return fails(RENAME, path) ? -1 : next(path);
}

static mode_t mode_of(int flags, va_list list) {
  return flags & (O_CREAT | O_TMPFILE) ? (mode_t)va_arg(list, int) : 0;
}

#define OPENING(name) \
  int name(const char *path, int flags, ...) { \
    NEXT(name); \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = mode_of(flags, list); \
    va_end(list); \
    return fails(OPEN, path) ? -1 : next(path, flags, mode); \
  }

OPENING(open)
OPENING(open64)

#define OPENING_IN(name) \
  int name(int folder, const char *path, int flags, ...) { \
    NEXT(name); \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = mode_of(flags, list); \
    va_end(list); \
    return fails(OPEN, path) ? -1 : next(folder, path, flags, mode); \
  }

OPENING_IN(openat)
OPENING_IN(openat64)
