/* Checks of the test programs: the first that does not hold ends a program. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(holds)                                                                                       \
    do {                                                                                                   \
        if (!(holds)) {                                                                                    \
            fprintf(stderr, "%s:%d: %s\n(last error: %s)\n", __FILE__, __LINE__, #holds, voxnav_last_error()); \
            exit(1);                                                                                       \
        }                                                                                                  \
    } while (0)

/* The call has this status. */
#define IS(expected, call)                                                                                \
    do {                                                                                                   \
        VoxnavStatus status_ = (call);                                                                     \
        if (status_ != (expected)) {                                                                       \
            fprintf(stderr, "%s:%d: %s is \"%s\", not \"%s\" (%s)\n", __FILE__, __LINE__, #call,            \
                    voxnav_status_name(status_), voxnav_status_name(expected), voxnav_last_error());       \
            exit(1);                                                                                       \
        }                                                                                                  \
    } while (0)

#define OK(call) IS(VOXNAV_STATUS_OK, call)

#endif
