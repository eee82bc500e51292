/* What is called in every frame takes no memory where the library takes none: malloc is counted. With glibc alone.
 *
 * The library takes some to count the legs of a route (voxnav_route_info), to check a straight way (voxnav_is_clear), and
 * to search.
 */
#include <errno.h>
#include <stddef.h>

#include "world.h"

/* The functions of glibc under their other names; those of this program are taken by the library, too. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *known, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *known);

/* Of this thread alone: those of the pool begin when they please. */
__extension__ static __thread unsigned long taken;

void *malloc(size_t size) {
    taken++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    taken++;
    return __libc_calloc(count, size);
}

void *realloc(void *known, size_t size) {
    taken++;
    return __libc_realloc(known, size);
}

int posix_memalign(void **place, size_t alignment, size_t size) {
    taken++;
    *place = __libc_memalign(alignment, size);
    return *place == NULL ? ENOMEM : 0;
}

void free(void *known) { __libc_free(known); }

typedef struct {
    VoxnavNavigator navigator;
    VoxnavAgent drone;
    VoxnavView view;
    VoxnavRoute route;
    VoxnavPath path;
    VoxnavFollower follower;
    VoxnavReplanner replanner;
    VoxnavPathWatcher watch;
    VoxnavField field;
    VoxnavCrowd crowd;
    VoxnavCrowdAgentId ids[8];
} All;

static All made(void) {
    VoxnavRegion region = {sizeof region, 0.5, {0, 0, 0}, {-10, 0, -10}, {10, 4, 10}};
    VoxnavAgentSettings settings;
    VoxnavDestination to;
    VoxnavCrowdAgent agent;
    VoxnavPoint goal = at(8, 2, 0);
    VoxnavObstacleId wall = 0;
    uint64_t path = 0;
    int number;
    All all;
    memset(&all, 0, sizeof all);
    OK(voxnav_navigator_new(&region, &all.navigator));
    OK(voxnav_obstacle_insert_box(all.navigator, at(-0.5, -1, -10), at(0.5, 5, 6), &wall));
    memset(&settings, 0, sizeof settings);
    settings.size = sizeof settings;
    settings.half_extents = at(0.3, 0.3, 0.3);
    OK(voxnav_agent_add(all.navigator, &settings, &all.drone));
    OK(voxnav_view_new(all.drone, NULL, &all.view));
    IS(VOXNAV_STATUS_FOUND, voxnav_find_route_to(all.drone, at(-8, 2, 0), goal, &all.route));
    OK(voxnav_path_new(all.view, all.route, NULL, &all.path));
    OK(voxnav_follower_new(all.path, &all.follower));
    memset(&to, 0, sizeof to);
    to.size = sizeof to;
    to.at = goal;
    OK(voxnav_replanner_new(all.view, &to, NULL, &all.replanner));
    OK(voxnav_path_watcher_new(all.view, &all.watch));
    OK(voxnav_path_watcher_insert(all.watch, all.route, &path));
    OK(voxnav_field_new(all.view, &goal, 1, 0, &all.field));
    OK(voxnav_crowd_new(all.navigator, NULL, &all.crowd));
    memset(&agent, 0, sizeof agent);
    agent.size = sizeof agent;
    agent.moved_by = VOXNAV_MOVED_BY_OTHERS;
    for (number = 0; number < 8; number++) {
        agent.position = at(-8, 2, number);
        OK(voxnav_crowd_add(all.crowd, all.drone, &agent, &all.ids[number]));
        OK(voxnav_crowd_send_to(all.crowd, all.ids[number], at(8, 2, number)));
    }
    OK(voxnav_crowd_update(all.crowd, 0.1));
    return all;
}

/* All that asks and tells, and changes nothing of the world. */
static void frame(const All *all, VoxnavPoint position) {
    VoxnavPoint point, points[64];
    VoxnavProgress progress;
    VoxnavBlockage blockage;
    VoxnavCrowdAgentState states[8];
    VoxnavCrowdEvent events[64];
    VoxnavEvent changes[8];
    VoxnavPlanningStats work;
    VoxnavCell cell;
    VoxnavHit hit;
    uint64_t version;
    double length;
    size_t count, number;
    progress.size = sizeof progress;
    blockage.size = sizeof blockage;
    work.size = sizeof work;
    hit.size = sizeof hit;
    CHECK(voxnav_follower_steer(all->follower, (VoxnavSpace){all->view.id}, position, 1, &point) >= 0);
    CHECK(voxnav_follower_steer(all->follower, (VoxnavSpace){all->drone.id}, position, 1, &point) >= 0);
    OK(voxnav_follower_update(all->follower, position, &progress));
    IS(VOXNAV_STATUS_NOTHING, voxnav_follower_check(all->follower, (VoxnavSpace){all->drone.id}, &blockage));
    OK(voxnav_follower_look_ahead(all->follower, 1, &point));
    CHECK(voxnav_follower_has_arrived(all->follower, 0.1) >= 0);
    OK(voxnav_route_waypoints(all->route, points, 64, &count));
    OK(voxnav_route_length(all->route, &length));
    OK(voxnav_path_waypoints(all->path, points, 64, &count));
    CHECK(voxnav_replanner_next(all->replanner, &version, &count) >= 0);
    OK(voxnav_path_watcher_update(all->watch, all->view, changes, 8, &count));
    OK(voxnav_field_length(all->field, position, &length));
    CHECK(voxnav_field_next(all->field, position, &point) >= 0);
    CHECK(voxnav_ray((VoxnavSpace){all->view.id}, position, at(8, 2, 0), &hit) >= 0);
    CHECK(voxnav_nearest((VoxnavSpace){all->view.id}, position, 2, NULL, &point) >= 0);
    OK(voxnav_cell_at(all->navigator, position, &cell));
    OK(voxnav_cell_center(all->navigator, cell, &point));
    OK(voxnav_crowd_states(all->crowd, states, 8, &count));
    CHECK(count == 8);
    OK(voxnav_crowd_state(all->crowd, all->ids[0], states));
    OK(voxnav_crowd_events(all->crowd, events, 64, &count));
    OK(voxnav_crowd_work(all->crowd, &work));
    for (number = 0; number < 8; number++) {
        points[number] = states[number].position;
    }
    OK(voxnav_crowd_move_all(all->crowd, all->ids, points, 8));
    OK(voxnav_crowd_set_position(all->crowd, all->ids[0], points[0]));
}

int main(void) {
    All all = made();
    unsigned long before;
    int number;
    frame(&all, at(-8, 2, 0));
    frame(&all, at(-8, 2, 0));
    before = taken;
    CHECK(before > 100); /* it is counted */
    for (number = 0; number < 1000; number++) {
        frame(&all, at(-8 + number * 0.005, 2, 0));
    }
    if (taken != before) {
        fprintf(stderr, "%lu times in 1000 frames\n", taken - before);
        return 1;
    }
    puts("frames take no memory");
    return 0;
}
