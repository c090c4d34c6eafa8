// Replaces fsync(2) and fdatasync(2), which then block while the file HANG exists, for a process that is
// started with this library in LD_PRELOAD.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>
static int hang(const char *name, int file) {
  while (access(getenv("HANG"), F_OK) == 0) sleep(1);
  return ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
}
int fsync(int file) { return hang("fsync", file); }
int fdatasync(int file) { return hang("fdatasync", file); }
