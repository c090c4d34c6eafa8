#ifndef EMU_CYAML_SHIM_H
#define EMU_CYAML_SHIM_H
#include "yaml.h"
#endif
