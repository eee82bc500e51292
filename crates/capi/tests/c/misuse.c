/* What is no handle, no pointer, no struct or no number of an enum is an error, and changes nothing. */
#include <math.h>
#include <string.h>

#include "voxnav.h"

#include "check.h"

static const VoxnavPoint HERE = {1, 1, 1}, THERE = {6, 1, 1};

/* One object of every type. */
typedef struct {
    VoxnavNavigator navigator;
    VoxnavAgent drone;
    VoxnavView view;
    VoxnavRoute route;
    VoxnavSearch search;
    VoxnavPath path;
    VoxnavFollower follower;
    VoxnavReplanner replanner;
    VoxnavPathWatcher watch;
    VoxnavBatch batch;
    VoxnavField field;
    VoxnavWorld world;
    VoxnavBytes bytes;
    VoxnavCrowd crowd;
    VoxnavMapf together;
    VoxnavScheduler scheduler;
    VoxnavLifelongPlanner fleet;
    VoxnavTrajectory trajectory;
    VoxnavPlane plane;
} All;

static VoxnavDestination there(void) {
    VoxnavDestination to;
    memset(&to, 0, sizeof to);
    to.size = sizeof to;
    to.at = THERE;
    return to;
}

/* The even ground around a path of a walker, which is the floor of the world. */
static VoxnavPlane plane_of(VoxnavNavigator navigator) {
    VoxnavAgentSettings settings;
    VoxnavLocomotion legs;
    VoxnavDestination to = there();
    VoxnavAgent walker = {0};
    VoxnavView view = {0};
    VoxnavRoute route = {0};
    VoxnavSmoothLeg leg;
    VoxnavPlane plane = {0};
    size_t count = 0;
    memset(&settings, 0, sizeof settings);
    settings.size = sizeof settings;
    legs.size = sizeof legs;
    OK(voxnav_locomotion_preset(VOXNAV_PRESET_WALKER, &legs));
    settings.locomotion = &legs;
    OK(voxnav_agent_add(navigator, &settings, &walker));
    OK(voxnav_view_new(walker, NULL, &view));
    IS(VOXNAV_STATUS_FOUND, voxnav_view_find_route(view, HERE, &to, &route));
    OK(voxnav_path_legs(view, route, NULL, &leg, 1, &count));
    CHECK(count == 1);
    OK(voxnav_plane_new(view, leg.path, &plane));
    OK(voxnav_free(leg.path.id));
    OK(voxnav_free(route.id));
    OK(voxnav_free(view.id));
    OK(voxnav_free(walker.id));
    return plane;
}

static All made(void) {
    All all;
    VoxnavRegion region = {sizeof region, 1, {0, 0, 0}, {0, 0, 0}, {7, 7, 7}};
    VoxnavAgentSettings settings;
    VoxnavMotionLimits limits;
    VoxnavDestination to = there();
    memset(&all, 0, sizeof all);
    memset(&settings, 0, sizeof settings);
    settings.size = sizeof settings;
    OK(voxnav_navigator_new(&region, &all.navigator));
    OK(voxnav_agent_add(all.navigator, &settings, &all.drone));
    OK(voxnav_view_new(all.drone, NULL, &all.view));
    IS(VOXNAV_STATUS_FOUND, voxnav_find_route_to(all.drone, HERE, THERE, &all.route));
    OK(voxnav_search_new(all.view, HERE, &to, &all.search));
    OK(voxnav_path_new(all.view, all.route, NULL, &all.path));
    OK(voxnav_follower_new(all.path, &all.follower));
    OK(voxnav_replanner_new(all.view, &to, NULL, &all.replanner));
    OK(voxnav_path_watcher_new(all.view, &all.watch));
    OK(voxnav_batch_new(all.view, &HERE, &THERE, 1, &all.batch));
    OK(voxnav_field_new(all.view, &THERE, 1, 0, &all.field));
    OK(voxnav_world_new(all.navigator, &all.world));
    OK(voxnav_navigator_to_bytes(all.navigator, &all.bytes));
    OK(voxnav_crowd_new(all.navigator, NULL, &all.crowd));
    OK(voxnav_mapf_new((VoxnavSpace){all.view.id}, &HERE, &THERE, 1, NULL, &all.together));
    OK(voxnav_scheduler_new(all.view, 0, 0, &all.scheduler));
    OK(voxnav_lifelong_new((VoxnavSpace){all.view.id}, &HERE, 1, NULL, &all.fleet));
    memset(&limits, 0, sizeof limits);
    limits.size = sizeof limits;
    limits.speed = 1;
    OK(voxnav_trajectory_along((VoxnavSpace){all.drone.id}, all.path, &limits, &all.trajectory));
    all.plane = plane_of(all.navigator);
    return all;
}

/* A call for each type of handles. */
static VoxnavStatus used(int type, uint64_t handle) {
    double number;
    size_t count;
    uint64_t version;
    VoxnavCells cells;
    VoxnavAgentSize size;
    VoxnavRoute route = {0};
    VoxnavProgress progress;
    VoxnavMotion motion;
    VoxnavDestination to = there();
    VoxnavCells none = {{0, 0, 0}, {0, 0, 0}};
    size.size = sizeof size;
    progress.size = sizeof progress;
    motion.size = sizeof motion;
    switch (type) {
    case 0:
        return voxnav_navigator_bounds((VoxnavNavigator){handle}, &cells);
    case 1:
        return voxnav_agent_size((VoxnavAgent){handle}, &size);
    case 2: {
        VoxnavStatus status = voxnav_view_find_route((VoxnavView){handle}, HERE, &to, &route);
        if (route.id != 0) {
            OK(voxnav_free(route.id));
        }
        return status == VOXNAV_STATUS_FOUND ? VOXNAV_STATUS_OK : status;
    }
    case 3:
        return voxnav_route_length((VoxnavRoute){handle}, &number);
    case 4:
        return voxnav_search_progress((VoxnavSearch){handle}, NULL, &number);
    case 5:
        return voxnav_path_length((VoxnavPath){handle}, &number);
    case 6:
        return voxnav_follower_progress((VoxnavFollower){handle}, &progress);
    case 7: {
        VoxnavStatus status = voxnav_replanner_next((VoxnavReplanner){handle}, &version, NULL);
        return status == VOXNAV_STATUS_NOTHING ? VOXNAV_STATUS_OK : status;
    }
    case 8:
        return voxnav_path_watcher_update((VoxnavPathWatcher){handle}, (VoxnavView){handle}, NULL, 0, NULL) == VOXNAV_STATUS_ERROR_WRONG_HANDLE &&
                       voxnav_path_watcher_remove((VoxnavPathWatcher){handle}, 1) == VOXNAV_STATUS_ERROR_UNKNOWN_ID
                   ? VOXNAV_STATUS_OK
                   : voxnav_path_watcher_remove((VoxnavPathWatcher){handle}, 1);
    case 9:
        return voxnav_batch_outcomes((VoxnavBatch){handle}, NULL, 0, &count);
    case 10:
        return voxnav_field_length((VoxnavField){handle}, HERE, &number);
    case 11:
        return voxnav_world_set((VoxnavWorld){handle}, none, VOXNAV_STATE_FREE);
    case 12:
        return voxnav_bytes_read((VoxnavBytes){handle}, NULL, 0, &count);
    case 13:
        return voxnav_crowd_events((VoxnavCrowd){handle}, NULL, 0, &count);
    case 14: {
        VoxnavMapfInfo info;
        info.size = sizeof info;
        return voxnav_mapf_info((VoxnavMapf){handle}, &info);
    }
    case 15:
        return voxnav_scheduler_step((VoxnavScheduler){handle}, 0);
    case 16:
        return voxnav_lifelong_step((VoxnavLifelongPlanner){handle});
    case 17:
        return voxnav_trajectory_at((VoxnavTrajectory){handle}, 0, &motion);
    default: {
        /* A space of any type is taken here: views and agents are not wrong. */
        VoxnavStatus status = voxnav_is_clear((VoxnavSpace){handle}, HERE, HERE);
        return status == VOXNAV_STATUS_WAY_BLOCKED ? VOXNAV_STATUS_OK : status;
    }
    }
}

enum { TYPES = 19, PLANE = 18 };

static void handles(void) {
    All all = made();
    uint64_t handles[TYPES];
    int type, other;
    memcpy(handles, &all, sizeof handles);
    for (type = 0; type < TYPES; type++) {
        OK(used(type, handles[type]));
        IS(VOXNAV_STATUS_ERROR_NULL_HANDLE, used(type, 0));
        CHECK(strstr(voxnav_last_error(), "null") != NULL);
        IS(VOXNAV_STATUS_ERROR_WRONG_HANDLE, used(type, UINT64_MAX));
        IS(VOXNAV_STATUS_ERROR_WRONG_HANDLE, used(type, 42));
        /* The next generation, and a slot that was never given out. */
        IS(VOXNAV_STATUS_ERROR_WRONG_HANDLE, used(type, handles[type] + ((uint64_t)1 << 32)));
        IS(VOXNAV_STATUS_ERROR_WRONG_HANDLE, used(type, handles[type] + 1000));
        for (other = 0; other < TYPES; other++) {
            if (other != type && !(type == PLANE && (other == 1 || other == 2))) {
                IS(VOXNAV_STATUS_ERROR_WRONG_HANDLE, used(type, handles[other]));
            }
        }
    }
    IS(VOXNAV_STATUS_ERROR_WRONG_HANDLE, used(1, all.view.id));
    CHECK(strstr(voxnav_last_error(), "`view`") != NULL && strstr(voxnav_last_error(), "`agent`") != NULL);
    IS(VOXNAV_STATUS_ERROR_NULL_HANDLE, voxnav_free(0));
    IS(VOXNAV_STATUS_ERROR_WRONG_HANDLE, voxnav_free(UINT64_MAX));
    /* The navigator last: it takes its agents along. */
    for (type = TYPES - 1; type >= 0; type--) {
        OK(voxnav_free(handles[type]));
        IS(VOXNAV_STATUS_ERROR_STALE_HANDLE, voxnav_free(handles[type]));
        IS(VOXNAV_STATUS_ERROR_STALE_HANDLE, used(type, handles[type]));
    }
}

/* Agents die with their navigator, and views live on. */
static void lives(void) {
    All all = made();
    VoxnavRoute route = all.route;
    VoxnavDestination to = there();
    VoxnavPoint next;
    OK(voxnav_free(all.navigator.id));
    IS(VOXNAV_STATUS_ERROR_STALE_HANDLE, voxnav_free(all.drone.id));
    IS(VOXNAV_STATUS_ERROR_STALE_HANDLE, voxnav_find_route_to(all.drone, HERE, THERE, &route));
    IS(VOXNAV_STATUS_FOUND, voxnav_view_find_route(all.view, HERE, &to, &route));
    IS(VOXNAV_STATUS_FOUND, voxnav_batch_take(all.batch, 0, &route));
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_batch_take(all.batch, 0, &route));
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_batch_take(all.batch, 1, &route));
    OK(voxnav_field_next(all.field, HERE, &next));
    CHECK(next.x == 2);
    OK(voxnav_free(all.view.id));
    OK(voxnav_free(all.route.id));
    OK(voxnav_free(all.search.id));
    OK(voxnav_free(all.path.id));
    OK(voxnav_free(all.follower.id));
    OK(voxnav_free(all.replanner.id));
    OK(voxnav_free(all.watch.id));
    OK(voxnav_free(all.batch.id));
    OK(voxnav_free(all.field.id));
    OK(voxnav_free(all.world.id));
    OK(voxnav_free(all.bytes.id));
    IS(VOXNAV_STATUS_ERROR_STALE_HANDLE, voxnav_crowd_update(all.crowd, 0));
    OK(voxnav_free(all.crowd.id));
    OK(voxnav_free(all.together.id));
    OK(voxnav_free(all.scheduler.id));
    OK(voxnav_free(all.fleet.id));
    OK(voxnav_free(all.trajectory.id));
    OK(voxnav_free(all.plane.id));
}

/* A struct of a later version: one field more. */
typedef struct {
    VoxnavRegion known;
    double unknown;
} LaterRegion;

static void arguments(void) {
    All all = made();
    VoxnavNavigator navigator = {0};
    LaterRegion later = {{sizeof later, 1, {0, 0, 0}, {0, 0, 0}, {7, 7, 7}}, 0};
    VoxnavRouteOptions options;
    VoxnavObstacle obstacle;
    VoxnavShape shape;
    VoxnavObstacleId id = 0;
    VoxnavPoint nowhere = {0, 0, 0}, far_away = {1e30, 0, 0};
    VoxnavRoute route = {0};
    VoxnavDestination to = there();
    uint32_t triangle[3] = {0, 1, 3};
    float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    size_t count = 77;

    nowhere.x = nan("");
    /* Structs. */
    OK(voxnav_navigator_new(&later.known, &navigator));
    OK(voxnav_free(navigator.id));
    later.unknown = 1;
    IS(VOXNAV_STATUS_ERROR_STRUCT_SIZE, voxnav_navigator_new(&later.known, &navigator));
    later.known.size = 8;
    IS(VOXNAV_STATUS_ERROR_STRUCT_SIZE, voxnav_navigator_new(&later.known, &navigator));
    later.known.size = (size_t)-1;
    IS(VOXNAV_STATUS_ERROR_STRUCT_SIZE, voxnav_navigator_new(&later.known, &navigator));
    /* Pointers. */
    IS(VOXNAV_STATUS_ERROR_POINTER, voxnav_navigator_new(NULL, &navigator));
    later.known.size = sizeof(VoxnavRegion);
    IS(VOXNAV_STATUS_ERROR_POINTER, voxnav_navigator_new(&later.known, NULL));
    IS(VOXNAV_STATUS_ERROR_POINTER, voxnav_find_route_to(all.drone, HERE, THERE, NULL));
    IS(VOXNAV_STATUS_ERROR_POINTER, voxnav_route_waypoints(all.route, NULL, 3, &count));
    CHECK(count == 77);
    OK(voxnav_route_waypoints(all.route, NULL, 0, NULL));
    IS(VOXNAV_STATUS_ERROR_POINTER, voxnav_navigator_load(NULL, &navigator));
    IS(VOXNAV_STATUS_ERROR_TEXT, voxnav_navigator_load("\xff\xfe", &navigator));
    IS(VOXNAV_STATUS_ERROR_FILE, voxnav_navigator_load("/nowhere/at.all", &navigator));
    /* A handle that is to be replaced, of another type. */
    route.id = all.view.id;
    IS(VOXNAV_STATUS_ERROR_WRONG_HANDLE, voxnav_find_route_to(all.drone, HERE, THERE, &route));
    CHECK(route.id == all.view.id);
    route.id = 0;
    /* Numbers. */
    IS(VOXNAV_STATUS_ERROR_POSITION, voxnav_find_route_to(all.drone, nowhere, THERE, &route));
    IS(VOXNAV_STATUS_ERROR_POSITION, voxnav_find_route_to(all.drone, HERE, far_away, &route));
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.algorithm = (VoxnavAlgorithm)99;
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_find_route(all.drone, HERE, &to, &options, &route));
    CHECK(strstr(voxnav_last_error(), "99") != NULL);
    options.algorithm = VOXNAV_ALGORITHM_AUTO;
    options.snap_goal = -1;
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_find_route(all.drone, HERE, &to, &options, &route));
    options.snap_goal = 0;
    options.within = 0.5;
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_find_route(all.drone, HERE, &to, &options, &route));
    to.kind = (VoxnavDestinationKind)-1;
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_find_route(all.drone, HERE, &to, NULL, &route));
    CHECK(route.id == 0);
    /* Shapes. */
    memset(&shape, 0, sizeof shape);
    shape.size = sizeof shape;
    memset(&obstacle, 0, sizeof obstacle);
    obstacle.size = sizeof obstacle;
    obstacle.shapes = &shape;
    IS(VOXNAV_STATUS_ERROR_OBSTACLE, voxnav_obstacle_insert(all.navigator, &obstacle, &id)); /* no shapes */
    obstacle.shape_count = 1;
    shape.a = -1;
    IS(VOXNAV_STATUS_ERROR_OBSTACLE, voxnav_obstacle_insert(all.navigator, &obstacle, &id));
    shape.kind = VOXNAV_SHAPE_KIND_CYLINDER;
    shape.b = 1;
    IS(VOXNAV_STATUS_ERROR_OBSTACLE, voxnav_obstacle_insert(all.navigator, &obstacle, &id));
    shape.a = nan("");
    IS(VOXNAV_STATUS_ERROR_OBSTACLE, voxnav_obstacle_insert(all.navigator, &obstacle, &id));
    shape.a = -0.0; /* as flat as one of 0 */
    OK(voxnav_obstacle_insert(all.navigator, &obstacle, &id));
    OK(voxnav_obstacle_remove(all.navigator, id));
    shape.a = 1;
    OK(voxnav_obstacle_insert(all.navigator, &obstacle, &id));
    shape.kind = VOXNAV_SHAPE_KIND_MESH;
    shape.points = corners;
    shape.point_count = 3;
    shape.indices = triangle;
    shape.index_count = 3;
    IS(VOXNAV_STATUS_ERROR_OBSTACLE, voxnav_obstacle_insert(all.navigator, &obstacle, &id));
    triangle[2] = 2;
    OK(voxnav_obstacle_insert(all.navigator, &obstacle, &id));
    shape.index_count = 2;
    IS(VOXNAV_STATUS_ERROR_OBSTACLE, voxnav_obstacle_insert(all.navigator, &obstacle, &id));
    obstacle.material = 9;
    shape.index_count = 3;
    IS(VOXNAV_STATUS_ERROR_OBSTACLE, voxnav_obstacle_insert(all.navigator, &obstacle, &id));
    IS(VOXNAV_STATUS_ERROR_UNKNOWN_ID, voxnav_obstacle_remove(all.navigator, 4711));
    IS(VOXNAV_STATUS_ERROR_UNKNOWN_ID, voxnav_link_remove(all.navigator, 4711));
    OK(voxnav_obstacle_ids(all.navigator, NULL, 0, &count));
    CHECK(count == 2);
    CHECK(strcmp(voxnav_status_name(4711), "") == 0);
    OK(voxnav_free(all.navigator.id));
}

/* Every shape is taken. */
static void shapes(void) {
    VoxnavNavigator navigator = {0};
    VoxnavRegion region = {sizeof region, 1, {0, 0, 0}, {-20, -20, -20}, {20, 20, 20}};
    float corners[12] = {0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4};
    float heights[6] = {0, 1, 0, 1, 0, 2};
    uint32_t triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    VoxnavShape both[2];
    VoxnavObstacle obstacle;
    VoxnavObstacleId id = 0;
    int kind;

    OK(voxnav_navigator_new(&region, &navigator));
    memset(&obstacle, 0, sizeof obstacle);
    obstacle.size = sizeof obstacle;
    obstacle.shapes = both;
    obstacle.position.x = 3;
    for (kind = 0; kind <= VOXNAV_SHAPE_KIND_HEIGHT_FIELD; kind++) {
        memset(both, 0, sizeof both);
        both[0].size = sizeof both[0];
        both[0].kind = (VoxnavShapeKind)kind;
        both[0].a = 2;
        both[0].b = 1;
        both[0].c = 3;
        both[0].border = 0.25;
        both[0].points = corners;
        both[0].point_count = kind == VOXNAV_SHAPE_KIND_SEGMENT ? 2 : kind == VOXNAV_SHAPE_KIND_TRIANGLE ? 3 : 4;
        if (kind == VOXNAV_SHAPE_KIND_MESH) {
            both[0].indices = triangles;
            both[0].index_count = 12;
            both[0].solid = 1;
        }
        both[0].heights = heights;
        both[0].rows = 2;
        both[0].columns = 3;
        obstacle.shape_count = 1;
        OK(voxnav_obstacle_insert(navigator, &obstacle, &id));
        /* The same as a part of two; half spaces and height fields may not be parts. */
        both[1] = both[0];
        both[1].solid = 0;
        both[1].position.y = 5;
        both[0].solid = 0;
        obstacle.shape_count = 2;
        if (voxnav_obstacle_insert(navigator, &obstacle, &id) < 0) {
            IS(VOXNAV_STATUS_ERROR_OBSTACLE, voxnav_obstacle_insert(navigator, &obstacle, &id));
        }
    }
    OK(voxnav_free(navigator.id));
}

int main(void) {
    handles();
    lives();
    arguments();
    shapes();
    puts("every misuse is an error");
    return 0;
}
