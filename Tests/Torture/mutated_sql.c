// Changes a statement of the emulator, for a process that is started with this library in LD_PRELOAD: in the
// text of each statement MUTATED_FROM1 is replaced by MUTATED_TO1, and MUTATED_FROM2 by MUTATED_TO2, once.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Returns a copy that is never freed, or the text itself: a statement is prepared once for a connection.
static const char *replaced(const char *text, size_t length, const char *from, const char *to) {
  const char *place = from && to ? memmem(text, length, from, strlen(from)) : NULL;
  if (!place) return text;
  const char *rest = place + strlen(from);
  char *copy = NULL;
  int size = asprintf(
      &copy, "%.*s%s%.*s", (int)(place - text), text, to, (int)(text + length - rest), rest);
  return size < 0 ? text : copy;
}

static const char *mutated(const char *text, size_t length) {
  const char *first = replaced(text, length, getenv("MUTATED_FROM1"), getenv("MUTATED_TO1"));
  if (first != text) length = strlen(first);
  return replaced(first, length, getenv("MUTATED_FROM2"), getenv("MUTATED_TO2"));
}

int sqlite3_prepare_v3(
    void *database, const char *text, int length, unsigned flags, void **statement, const char **tail) {
  static __typeof__(sqlite3_prepare_v3) *next;
  if (!next) next = (__typeof__(next))dlsym(RTLD_NEXT, "sqlite3_prepare_v3");
  const char *other = mutated(text, length);
  if (other == text) return next(database, text, length, flags, statement, tail);
  const char *end = NULL;
  int result = next(database, other, -1, flags, statement, &end);
  // The caller reads on from there: at the end, as all of the text was one statement.
  if (tail) *tail = text + length;
  return result;
}

int sqlite3_exec(void *database, const char *text, void *callback, void *value, char **message) {
  static __typeof__(sqlite3_exec) *next;
  if (!next) next = (__typeof__(next))dlsym(RTLD_NEXT, "sqlite3_exec");
  return next(database, mutated(text, strlen(text)), callback, value, message);
}
