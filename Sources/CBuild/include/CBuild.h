#ifndef EMU_CBuild_H
#define EMU_CBuild_H
/// The commit that the program is built from, or an empty text.
const char *emu_commit(void);
#endif
