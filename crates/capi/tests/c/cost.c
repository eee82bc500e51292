/* The time that calls take, from C: medians of rounds, in nanoseconds of the thread. Checks nothing.
 *
 * gcc -O2 crates/capi/tests/c/cost.c $(pkg-config --cflags --libs voxnav) -o cost && ./cost
 */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <time.h>

#include "world.h"

enum { ROUNDS = 301, CALLS = 1000 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

#define TIMED(name, call)                                                       \
    do {                                                                        \
        double times[ROUNDS];                                                   \
        int round_, number_;                                                    \
        for (round_ = 0; round_ < ROUNDS; round_++) {                           \
            double began = now();                                               \
            for (number_ = 0; number_ < CALLS; number_++) {                     \
                CHECK((call) >= 0);                                             \
            }                                                                   \
            times[round_] = (now() - began) / CALLS;                            \
        }                                                                       \
        qsort(times, ROUNDS, sizeof times[0], ascending);                       \
        printf("%-28s %6.1f ns\n", name, times[ROUNDS / 2]);                    \
    } while (0)

int main(void) {
    VoxnavRegion region = {sizeof region, 0.5, {0, 0, 0}, {-10, 0, -10}, {10, 4, 10}};
    VoxnavAgentSettings settings;
    VoxnavCrowdAgent agent;
    VoxnavCrowdAgentState states[100];
    VoxnavNavigator navigator = {0};
    VoxnavAgent drone = {0};
    VoxnavRoute route = {0};
    VoxnavView view = {0};
    VoxnavPath path = {0};
    VoxnavFollower follower = {0};
    VoxnavCrowd crowd = {0};
    VoxnavCrowdAgentId id = 0;
    VoxnavPoint target;
    VoxnavCells bounds;
    size_t count;
    double length;
    int number;
    memset(&settings, 0, sizeof settings);
    settings.size = sizeof settings;
    settings.half_extents = at(0.3, 0.3, 0.3);
    OK(voxnav_navigator_new(&region, &navigator));
    OK(voxnav_agent_add(navigator, &settings, &drone));
    CHECK(voxnav_find_route_to(drone, at(-8, 2, 0), at(8, 2, 3), &route) >= 0);
    OK(voxnav_view_new(drone, NULL, &view));
    OK(voxnav_path_new(view, route, NULL, &path));
    OK(voxnav_follower_new(path, &follower));
    OK(voxnav_crowd_new(navigator, NULL, &crowd));
    memset(&agent, 0, sizeof agent);
    agent.size = sizeof agent;
    for (number = 0; number < 100; number++) {
        agent.position = at(-8 + number % 10, 2, number / 10);
        OK(voxnav_crowd_add(crowd, drone, &agent, &id));
    }
    TIMED("route length", voxnav_route_length(route, &length));
    TIMED("bounds", voxnav_navigator_bounds(navigator, &bounds));
    TIMED("advance by nothing", voxnav_follower_advance(follower, 0, NULL));
    TIMED("look ahead", voxnav_follower_look_ahead(follower, 1, &target));
    TIMED("update", voxnav_follower_update(follower, at(0, 2, 1), NULL));
    TIMED("straight way", voxnav_is_clear((VoxnavSpace){view.id}, at(-8, 2, 0), at(-8, 2, 0)));
    TIMED("put an agent of a crowd", voxnav_crowd_set_position(crowd, id, at(0, 2, 0)));
    TIMED("state of an agent", voxnav_crowd_state(crowd, id, states));
    TIMED("states of 100 agents", voxnav_crowd_states(crowd, states, 100, &count));
    return 0;
}
