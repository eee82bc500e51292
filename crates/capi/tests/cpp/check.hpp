// Checks of the test programs: the first that does not hold ends a program.
#ifndef CHECK_HPP
#define CHECK_HPP

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "voxnav.h"

#define CHECK(holds)                                                                                  \
    do {                                                                                              \
        if (!(holds)) {                                                                               \
            std::fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #holds, voxnav_last_error()); \
            std::exit(1);                                                                             \
        }                                                                                             \
    } while (0)

inline double apart(VoxnavPoint a, VoxnavPoint b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

#endif
