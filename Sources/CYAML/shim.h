#ifndef EMU_CYAML_SHIM_H
#define EMU_CYAML_SHIM_H
#if __has_include(<yaml.h>)
#include <yaml.h>
#else
// A compiler for another system, as that of the check for macOS on Linux, does not search this folder.
#include "/usr/include/yaml.h"
#endif
#endif
