// Writes the work of each statement of the emulator, for a process that is started with this library in
// LD_PRELOAD: a line for each run in the file COUNTED_STEPS, with the steps of SQLite's virtual machine
// (https://sqlite.org/c3ref/c_stmtstatus_counter.html) and the statement.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int sqlite3_reset(void *statement) {
  static int (*next)(void *), (*status)(void *, int, int);
  static const char *(*text)(void *);
  static int file = -1;
  if (!next) {
    status = dlsym(RTLD_NEXT, "sqlite3_stmt_status");
    text = dlsym(RTLD_NEXT, "sqlite3_sql");
    file = open(getenv("COUNTED_STEPS"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    next = dlsym(RTLD_NEXT, "sqlite3_reset");
  }
  enum { vm_step = 4 };
  int steps = statement ? status(statement, vm_step, 1) : 0;
  if (steps) {
    char *line = NULL;
    int length = asprintf(&line, "%d\t%s", steps, text(statement));
    for (int one = 0; one < length; one++) if (line[one] == '\n') line[one] = ' ';
    if (length > 0) {
      line[length] = '\n';
      if (write(file, line, length + 1) < 0) abort();
    }
    free(line);
  }
  return next(statement);
}
