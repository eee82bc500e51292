/* From the first obstacle to agents that move, in flight and on the ground, through every part of the interface. */
#include <math.h>

#include "world.h"

static const VoxnavRotation NONE = {0, 0, 0, 0};

static double apart(VoxnavPoint a, VoxnavPoint b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

/* A hall of 20 x 4 x 20 units, y up, in cells of half a unit, with a wall that is open at one end. */
static VoxnavNavigator hall(VoxnavObstacleId *wall) {
    VoxnavNavigator navigator = {0};
    VoxnavRegion region = {sizeof region, 0.5, {0, 0, 0}, {-10, 0, -10}, {10, 4, 10}};
    OK(voxnav_navigator_new(&region, &navigator));
    OK(voxnav_obstacle_insert_box(navigator, at(-0.5, -1, -10), at(0.5, 5, 6), wall));
    return navigator;
}

static VoxnavAgent drone_of(VoxnavNavigator navigator) {
    VoxnavAgentSettings settings;
    VoxnavAgent drone = {0};
    memset(&settings, 0, sizeof settings);
    settings.size = sizeof settings;
    settings.half_extents = at(0.3, 0.3, 0.3);
    OK(voxnav_agent_add(navigator, &settings, &drone));
    return drone;
}

static VoxnavAgent walker_of(VoxnavNavigator navigator) {
    VoxnavAgentSettings settings;
    VoxnavLocomotion legs;
    VoxnavAgent walker = {0};
    memset(&settings, 0, sizeof settings);
    settings.size = sizeof settings;
    settings.half_extents = at(0.2, 0.9, 0.2);
    legs.size = sizeof legs;
    OK(voxnav_locomotion_preset(VOXNAV_PRESET_WALKER, &legs));
    CHECK(legs.walk == 1 && legs.jump < 0 && legs.step_up == 1);
    legs.up = VOXNAV_HEADING_PLUS_Y;
    settings.locomotion = &legs;
    OK(voxnav_agent_add(navigator, &settings, &walker));
    return walker;
}

static void routes(void) {
    VoxnavObstacleId wall = 0;
    VoxnavNavigator navigator = hall(&wall);
    VoxnavAgent drone = drone_of(navigator);
    VoxnavRoute route = {0}, same;
    VoxnavRouteInfo info;
    VoxnavPoint points[100];
    VoxnavDestination near;
    VoxnavRouteOptions options;
    size_t count = 0;
    double length = 0;

    IS(VOXNAV_STATUS_FOUND, voxnav_find_route_to(drone, at(-8, 2, 0), at(8, 2, 0), &route));
    OK(voxnav_route_length(route, &length));
    CHECK(length > 16 && length < 25);
    OK(voxnav_route_waypoints(route, NULL, 0, &count));
    CHECK(count > 2 && count < 100);
    OK(voxnav_route_waypoints(route, points, 100, NULL));
    CHECK(points[0].x == -8 && points[count - 1].x == 8);
    IS(VOXNAV_STATUS_CUT_SHORT, voxnav_route_waypoints(route, points, 2, &count));

    /* The variable is reused, and so is the handle. */
    same = route;
    OK(voxnav_obstacle_remove(navigator, wall));
    IS(VOXNAV_STATUS_FOUND, voxnav_find_route_to(drone, at(-8, 2, 0), at(8, 2, 0), &route));
    CHECK(route.id == same.id);
    info.size = sizeof info;
    IS(VOXNAV_STATUS_FOUND, voxnav_route_info(route, &info));
    CHECK(info.size == sizeof info && info.length == 16 && info.proved_factor == 1 && info.is_found == 1);
    CHECK(info.legs == 1 && info.start == VOXNAV_END_JOINED);

    memset(&near, 0, sizeof near);
    near.size = sizeof near;
    near.kind = VOXNAV_DESTINATION_KIND_WITHIN;
    near.at = at(8, 2, 0);
    near.radius = 3;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.algorithm = VOXNAV_ALGORITHM_HIERARCHICAL;
    IS(VOXNAV_STATUS_FOUND, voxnav_find_route(drone, at(-8, 2, 0), &near, &options, &route));
    OK(voxnav_route_length(route, &length));
    CHECK(length >= 13 && length < 16);
    OK(voxnav_free(route.id));
    OK(voxnav_free(navigator.id));
    IS(VOXNAV_STATUS_ERROR_STALE_HANDLE, voxnav_find_route_to(drone, at(-8, 2, 0), at(8, 2, 0), &route));
}

/* A drone in a frame loop; a door closes on its way. */
static void flying(void) {
    VoxnavObstacleId wall = 0, door = 0;
    VoxnavNavigator navigator = hall(&wall);
    VoxnavAgent drone = drone_of(navigator);
    VoxnavPoint position = at(-8, 2, 0), goal = at(8, 2, 0), target;
    VoxnavView view = {0};
    VoxnavRoute route = {0};
    VoxnavPath path = {0};
    VoxnavFollower follower = {0};
    int frames = 0, searches = 0, has_way = 0;

    OK(voxnav_obstacle_insert_box(navigator, at(-0.2, -1, 12), at(0.2, 5, 16), &door));
    while (follower.id == 0 || voxnav_follower_has_arrived(follower, 0.1) != VOXNAV_STATUS_OK) {
        VoxnavStatus status;
        double step;
        CHECK(frames++ < 2000);
        if (frames == 60) {
            /* Half of the gap is closed. */
            OK(voxnav_obstacle_move(navigator, door, at(0, 2, 6), NONE));
        }
        if (!has_way) {
            OK(voxnav_view_new(drone, NULL, &view));
            {
                VoxnavDestination to;
                memset(&to, 0, sizeof to);
                to.size = sizeof to;
                to.at = goal;
                IS(VOXNAV_STATUS_FOUND, voxnav_view_find_route(view, position, &to, &route));
            }
            OK(voxnav_path_new(view, route, NULL, &path));
            if (follower.id == 0) {
                OK(voxnav_follower_new(path, &follower));
            } else {
                OK(voxnav_follower_set_path(follower, path));
            }
            OK(voxnav_free(view.id));
            searches++;
        }
        status = voxnav_follower_steer(follower, (VoxnavSpace){drone.id}, position, 1.0, &target);
        CHECK(status >= 0);
        has_way = status == VOXNAV_STATUS_TOWARD;
        if (has_way) {
            step = apart(position, target);
            step = step > 0.1 ? 0.1 / step : 1.0;
            position = at(position.x + (target.x - position.x) * step, position.y + (target.y - position.y) * step,
                          position.z + (target.z - position.z) * step);
        }
        OK(voxnav_follower_update(follower, position, NULL));
        {
            size_t inside = 0;
            OK(voxnav_obstacles_overlapping(navigator, position, at(0.295, 0.295, 0.295), 0, NULL, 0, &inside));
            CHECK(inside == 0);
        }
    }
    CHECK(searches >= 2 && apart(position, goal) <= 0.1 + 1e-9);
    OK(voxnav_free(follower.id));
    OK(voxnav_free(path.id));
    OK(voxnav_free(route.id));
    OK(voxnav_free(navigator.id));
}

/* The time of a way over a ledge, and of its first leg. */
static void timed(VoxnavView view, VoxnavAgent walker, VoxnavRoute route, VoxnavPath path) {
    VoxnavMotionLimits limits;
    VoxnavTrajectory trajectory = {0};
    VoxnavTrajectoryInfo info;
    VoxnavMotion motion;
    VoxnavPlane plane = {0};
    double seconds;
    memset(&limits, 0, sizeof limits);
    limits.size = sizeof limits;
    info.size = sizeof info;
    motion.size = sizeof motion;
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_trajectory_new(view, route, at(2, 0.1, 5), NULL, &limits, &trajectory));
    limits.speed = 2;
    limits.acceleration = 1;
    limits.braking = 1;
    limits.climb_rate = 0.5;
    limits.end_speed = 0;
    OK(voxnav_trajectory_new(view, route, at(2, 0.1, 5), NULL, &limits, &trajectory));
    OK(voxnav_trajectory_info(trajectory, &info));
    CHECK(info.has_excess == 0 && info.length > 16 && info.duration > 10 && info.duration >= info.lower_bound);
    OK(voxnav_trajectory_at(trajectory, 1, &motion));
    CHECK(motion.leg == 0 && motion.velocity.x > 0.99 && motion.acceleration.x > 0.99);
    OK(voxnav_trajectory_time_near(trajectory, motion.position, 0.1, 0, &seconds));
    CHECK(seconds > 0.999 && seconds < 1.001);
    IS(VOXNAV_STATUS_NOTHING, voxnav_trajectory_time_near(trajectory, at(2, 3, 5), 0.1, 0, &seconds));
    OK(voxnav_trajectory_at(trajectory, info.duration, &motion));
    CHECK(motion.leg == 2 && motion.velocity.x == 0 && apart(motion.position, at(18, 0.5, 5)) < 0.5);
    OK(voxnav_plane_new(view, path, &plane));
    IS(VOXNAV_STATUS_ERROR_UNSUPPORTED, voxnav_trajectory_along((VoxnavSpace){walker.id}, path, &limits, &trajectory));
    OK(voxnav_trajectory_along((VoxnavSpace){plane.id}, path, &limits, &trajectory));
    limits.turning_radius = -1;
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_trajectory_along((VoxnavSpace){plane.id}, path, &limits, &trajectory));
    OK(voxnav_free(plane.id));
    OK(voxnav_free(trajectory.id));
}

/* A walker over a curb and a slab, among cells an eighth as high as wide. */
static void low_cells(void) {
    VoxnavNavigator navigator = {0};
    VoxnavRegion region = {sizeof region, 0, {0.25, 0.03125, 0.25}, {0.1, 0.01, 0.1}, {19.9, 3.9, 9.9}};
    VoxnavAgentSettings settings;
    VoxnavLocomotion legs;
    VoxnavAgent walker = {0};
    VoxnavObstacleId slab = 0;
    VoxnavRoute route = {0};
    VoxnavPoint floor, end[64];
    VoxnavDestination to;
    VoxnavRouteOptions options;
    size_t count = 0;

    IS(VOXNAV_STATUS_ERROR_POSITION, voxnav_navigator_with_sizes(&region, at(1, 65, 1), &navigator));
    OK(voxnav_navigator_with_sizes(&region, at(0.5, 0.0625, 0.5), &navigator));
    memset(&settings, 0, sizeof settings);
    settings.size = sizeof settings;
    settings.half_extents = at(0.2, 0.9, 0.2);
    legs.size = sizeof legs;
    OK(voxnav_locomotion_preset(VOXNAV_PRESET_WALKER, &legs));
    CHECK(legs.jump_arc == 1 && legs.slope == 0);
    legs.up = VOXNAV_HEADING_PLUS_Y;
    legs.step_up = 4;
    legs.drop = 16;
    settings.locomotion = &legs;
    OK(voxnav_agent_add(navigator, &settings, &walker));
    OK(voxnav_obstacle_insert_box(navigator, at(10, -1, 0), at(20, 0.2, 10), &slab));
    IS(VOXNAV_STATUS_FOUND, voxnav_find_route_to(walker, at(2, 0.1, 5), at(18, 0.25, 5), &route));
    OK(voxnav_free(route.id));
    OK(voxnav_floor_under(walker, at(18.1, 0.25, 5), &floor));
    CHECK(fabs(floor.y - 0.2) < 1e-3 && floor.x == 18.1);
    /* Waypoints are there, too, if asked. */
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.on_floor = 1;
    memset(&to, 0, sizeof to);
    to.size = sizeof to;
    to.at = at(18, 0.25, 5);
    route.id = 0;
    IS(VOXNAV_STATUS_FOUND, voxnav_find_route(walker, at(2, 0.1, 5), &to, &options, &route));
    OK(voxnav_route_waypoints(route, end, 64, &count));
    CHECK(count > 2 && end[0].y == 0 && fabs(end[count - 1].y - 0.2) < 1e-3);
    OK(voxnav_free(route.id));
    /* Higher than it steps. */
    OK(voxnav_obstacle_insert_box(navigator, at(14, -1, 0), at(20, 0.6, 10), &slab));
    route.id = 0;
    CHECK(voxnav_find_route_to(walker, at(2, 0.1, 5), at(18, 0.65, 5), &route) != VOXNAV_STATUS_FOUND);
    OK(voxnav_free(route.id));
    OK(voxnav_free(navigator.id));
}

/* Distances and keeping away among cells of three sizes: all in world units. */
static void flat_cells(void) {
    enum { X = 8, Y = 8, Z = 24, ALL = X * Y * Z };
    static float distances[ALL];
    VoxnavNavigator navigator = {0};
    VoxnavRegion region = {sizeof region, 0, {0, 0, 0}, {0, 0, 0}, {7, 3.5, 5.75}};
    VoxnavCells wall = {{3, 3, 12}, {4, 4, 13}};
    size_t count = 0, cell;
    double most = 0;

    OK(voxnav_navigator_with_sizes(&region, at(1, 0.5, 0.25), &navigator));
    OK(voxnav_cells_set(navigator, wall, VOXNAV_STATE_OCCUPIED));
    OK(voxnav_cells_distances(navigator, 0, distances, ALL, &count));
    CHECK(count == ALL);
    for (cell = 0; cell < ALL; cell++) {
        double x = (double)(cell % X) - 3, y = ((double)(cell / X % Y) - 3) * 0.5;
        double z = ((double)(cell / (X * Y)) - 12) * 0.25, off = fabs(distances[cell] - sqrt(x * x + y * y + z * z));
        most = off > most ? off : most;
    }
    CHECK(most < 1e-6);
    OK(voxnav_free(navigator.id));
}

/* A walker over a ledge, and a link. */
static void walking(void) {
    VoxnavObstacleId ledge = 0;
    VoxnavNavigator navigator = {0};
    VoxnavRegion region = {sizeof region, 0.5, {0.25, 0.25, 0.25}, {0.1, 0.1, 0.1}, {19.9, 7.9, 9.9}};
    VoxnavAgent walker;
    VoxnavRoute route = {0};
    VoxnavView view = {0};
    VoxnavLeg legs[8];
    VoxnavSmoothLeg smooth[8];
    VoxnavLink link;
    VoxnavLinkId id = 0;
    VoxnavAgentSize size;
    size_t count = 0, number;

    OK(voxnav_navigator_new(&region, &navigator));
    walker = walker_of(navigator);
    OK(voxnav_obstacle_insert_box(navigator, at(10, 0, 0), at(20, 0.5, 10), &ledge));
    IS(VOXNAV_STATUS_FOUND, voxnav_find_route_to(walker, at(2, 0.1, 5), at(18, 0.6, 5), &route));
    OK(voxnav_route_legs(route, legs, 8, &count));
    CHECK(count == 3 && legs[0].action == VOXNAV_ACTION_WALK && legs[1].action == VOXNAV_ACTION_STEP_UP);
    OK(voxnav_view_new(walker, NULL, &view));
    OK(voxnav_path_legs(view, route, NULL, smooth, 8, &count));
    CHECK(count == 3 && smooth[0].footing == VOXNAV_FOOTING_PLANE);
    {
        VoxnavPlane plane = {0};
        VoxnavFollower follower = {0};
        VoxnavPoint target;
        OK(voxnav_plane_new(view, smooth[0].path, &plane));
        OK(voxnav_follower_new(smooth[0].path, &follower));
        IS(VOXNAV_STATUS_TOWARD, voxnav_follower_steer(follower, (VoxnavSpace){plane.id}, at(2.2, 0, 5.1), 3, &target));
        IS(VOXNAV_STATUS_ERROR_UNSUPPORTED, voxnav_follower_steer(follower, (VoxnavSpace){walker.id}, at(2.2, 0, 5.1), 3, &target));
        OK(voxnav_free(follower.id));
        OK(voxnav_free(plane.id));
    }
    timed(view, walker, route, smooth[0].path);
    for (number = 0; number < count; number++) {
        OK(voxnav_free(smooth[number].path.id));
    }
    /* Too high to step up; then by a link. */
    OK(voxnav_obstacle_remove(navigator, ledge));
    OK(voxnav_obstacle_insert_box(navigator, at(10, 0, 0), at(20, 3, 10), &ledge));
    CHECK(voxnav_find_route_to(walker, at(2, 0.1, 5), at(18, 3.1, 5), &route) != VOXNAV_STATUS_FOUND);
    memset(&link, 0, sizeof link);
    link.size = sizeof link;
    link.from = link.from_end = at(9.2, 0.1, 5);
    link.to = at(10.7, 3.1, 5);
    link.label = 7;
    OK(voxnav_link_insert(navigator, &link, &id));
    IS(VOXNAV_STATUS_FOUND, voxnav_find_route_to(walker, at(2, 0.1, 5), at(18, 3.1, 5), &route));
    OK(voxnav_route_legs(route, legs, 8, &count));
    CHECK(count == 3 && legs[1].action == VOXNAV_ACTION_LINK && legs[1].label == 7);
    size.size = sizeof size;
    OK(voxnav_agent_size(walker, &size));
    CHECK(size.is_on_ground == 1);
    OK(voxnav_free(view.id));
    OK(voxnav_free(route.id));
    OK(voxnav_free(navigator.id));
}

/* What is saved is what is loaded, and an agent keeps its number. */
static void files(void) {
    VoxnavObstacleId wall = 0;
    VoxnavNavigator navigator = hall(&wall), loaded = {0};
    VoxnavAgent drone = drone_of(navigator), again = {0};
    VoxnavAgentSize size;
    VoxnavBytes bytes = {0};
    VoxnavRoute route = {0};
    uint8_t *copy;
    size_t count = 0;
    double before = 0, after = 0;

    OK(voxnav_navigator_to_bytes(navigator, &bytes));
    OK(voxnav_bytes_read(bytes, NULL, 0, &count));
    copy = malloc(count);
    CHECK(copy != NULL);
    OK(voxnav_bytes_read(bytes, copy, count, &count));
    OK(voxnav_navigator_from_bytes(copy, count, &loaded));
    IS(VOXNAV_STATUS_ERROR_FILE, voxnav_navigator_from_bytes(copy, count / 2, &loaded));
    free(copy);
    size.size = sizeof size;
    OK(voxnav_agent_size(drone, &size));
    OK(voxnav_agent_of_number(loaded, size.number, &again));
    CHECK(again.id != drone.id);
    IS(VOXNAV_STATUS_FOUND, voxnav_find_route_to(drone, at(-8, 2, 0), at(8, 2, 0), &route));
    OK(voxnav_route_length(route, &before));
    IS(VOXNAV_STATUS_FOUND, voxnav_find_route_to(again, at(-8, 2, 0), at(8, 2, 0), &route));
    OK(voxnav_route_length(route, &after));
    CHECK(before == after);
    OK(voxnav_obstacle_remove(loaded, wall));
    OK(voxnav_free(route.id));
    OK(voxnav_free(bytes.id));
    OK(voxnav_free(loaded.id));
    OK(voxnav_free(navigator.id));
}

/* An array of values with strides: two layers of a floor, turned. */
static void arrays(void) {
    enum { WIDE = 8 };
    VoxnavNavigator navigator = {0};
    VoxnavRegion region = {sizeof region, 1, {0, 0, 0}, {0, 0, 0}, {WIDE - 1, WIDE - 1, WIDE - 1}};
    VoxnavMaterial water;
    VoxnavArray array;
    uint16_t values[WIDE][WIDE][WIDE];
    int32_t meanings[3];
    uint32_t id = 0, material = 0;
    int32_t state = -1;
    VoxnavCell cell = {1, 2, 3};
    int x, y, z;

    OK(voxnav_navigator_new(&region, &navigator));
    memset(&water, 0, sizeof water);
    water.size = sizeof water;
    water.kind = VOXNAV_MATERIAL_KIND_LIQUID;
    OK(voxnav_material_add(navigator, "water", &water, &id));
    IS(VOXNAV_STATUS_ERROR_MATERIAL, voxnav_material_add(navigator, "water", &water, &id));
    meanings[0] = VOXNAV_STATE_FREE;
    meanings[1] = VOXNAV_STATE_OCCUPIED;
    meanings[2] = VOXNAV_OF_MATERIAL + (int32_t)id;
    /* Indexed z, x, y. */
    for (z = 0; z < WIDE; z++) {
        for (x = 0; x < WIDE; x++) {
            for (y = 0; y < WIDE; y++) {
                values[z][x][y] = (uint16_t)((x + 2 * y + 4 * z) % 3);
            }
        }
    }
    memset(&array, 0, sizeof array);
    array.size = sizeof array;
    array.data = values;
    array.extent.x = array.extent.y = array.extent.z = WIDE;
    array.stride_x = WIDE * sizeof(uint16_t);
    array.stride_y = sizeof(uint16_t);
    array.stride_z = WIDE * WIDE * sizeof(uint16_t);
    array.width = sizeof(uint16_t);
    array.meanings = meanings;
    array.meaning_count = 3;
    OK(voxnav_cells_set_array(navigator, &array));
    for (cell.z = 0; cell.z < WIDE; cell.z++) {
        for (cell.x = 0; cell.x < WIDE; cell.x++) {
            for (cell.y = 0; cell.y < WIDE; cell.y++) {
                int value = (cell.x + 2 * cell.y + 4 * cell.z) % 3;
                OK(voxnav_cell_state(navigator, cell, &state, &material));
                CHECK((state == VOXNAV_STATE_OCCUPIED) == (value == 1));
                CHECK((material == id) == (value == 2));
            }
        }
    }
    array.meaning_count = 2;
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_cells_set_array(navigator, &array));
    array.extent.x = WIDE + 1;
    array.meanings = NULL;
    array.meaning_count = 0;
    array.extent.x = 1;
    array.first.x = WIDE;
    IS(VOXNAV_STATUS_ERROR_BOUNDS, voxnav_cells_set_array(navigator, &array));
    OK(voxnav_free(navigator.id));
}

/* The body of a callback that calls the library is refused, and the call that called it goes on. */
static int32_t calls_back(void *user, VoxnavCell cell) {
    VoxnavNavigator navigator = *(VoxnavNavigator *)user;
    VoxnavCells bounds;
    CHECK(voxnav_navigator_bounds(navigator, &bounds) == VOXNAV_STATUS_ERROR_IN_CALLBACK);
    return cell.x == 0 ? VOXNAV_STATE_OCCUPIED : VOXNAV_STATE_FREE;
}

static int32_t gives_up(void *user, VoxnavCell cell) {
    int *left = user;
    (void)cell;
    return (*left)-- > 0 ? VOXNAV_STATE_OCCUPIED : -1;
}

static int32_t sums(void *user, VoxnavCell cell) {
    VoxnavCell *sum = user;
    sum->x += cell.x;
    sum->y += cell.y;
    sum->z += cell.z;
    return 0;
}

static int32_t is_far(void *user, VoxnavCell cell) {
    int *called = user;
    (*called)++;
    return cell.x >= 15;
}

enum { SIDE = 6, CELLS = SIDE * SIDE * SIDE };

/* The cheapest way from the first cell to every other in the open, by relaxing every move until none gets cheaper. */
static void cheapest(const float costs[CELLS], VoxnavCostConvention convention, double least[CELLS]) {
    int is_done = 0, from, to, place;
    for (place = 0; place < CELLS; place++) {
        least[place] = place == 0 ? 0 : INFINITY;
    }
    while (!is_done) {
        is_done = 1;
        for (from = 0; from < CELLS; from++) {
            for (to = 0; to < CELLS; to++) {
                int x = to % SIDE - from % SIDE, y = to / SIDE % SIDE - from / SIDE % SIDE;
                int z = to / SIDE / SIDE - from / SIDE / SIDE;
                double cost = costs[to], one = costs[from];
                if (x * x > 1 || y * y > 1 || z * z > 1) {
                    continue;
                }
                cost = convention == VOXNAV_COST_CONVENTION_MEAN ? (cost + one) / 2 : cost;
                cost = convention == VOXNAV_COST_CONVENTION_MAX && one > cost ? one : cost;
                cost = least[from] + cost * sqrt(x * x + y * y + z * z);
                if (cost < least[to]) {
                    least[to] = cost;
                    is_done = 0;
                }
            }
        }
    }
}

/* Costs of cells as floats, the cheapest routes over them, and distances to what blocks. */
static void costs(void) {
    VoxnavNavigator navigator = {0};
    VoxnavRegion region = {sizeof region, 0.5, {0, 0, 0}, {0, 0, 0}, {2.5, 2.5, 2.5}};
    VoxnavCosts all, bad;
    VoxnavCostScale scale;
    VoxnavAgent drone;
    VoxnavRoute route = {0};
    VoxnavCell cell = {0, 0, 0};
    float values[CELLS], distances[CELLS];
    double least[CELLS], cost, length;
    size_t count = 0;
    int32_t state = -1;
    int place, convention;
    unsigned drawn = 7;

    OK(voxnav_navigator_new(&region, &navigator));
    drone = agent_of(navigator, 0);
    scale.size = sizeof scale;
    OK(voxnav_cost_scale(navigator, &scale));
    CHECK(scale.unit == 1 && scale.rounding == 0);
    memset(&all, 0, sizeof all);
    all.size = sizeof all;
    all.data = values;
    all.extent.x = all.extent.y = all.extent.z = SIDE;
    all.stride_x = sizeof(float);
    all.stride_y = SIDE * all.stride_x;
    all.stride_z = SIDE * all.stride_y;
    for (convention = VOXNAV_COST_CONVENTION_ENTERED; convention <= VOXNAV_COST_CONVENTION_MAX; convention++) {
        for (place = 0; place < CELLS; place++) {
            drawn = drawn * 1103515245u + 12345u;
            values[place] = 0.25f + (float)(drawn >> 16 & 1023) / 64.0f * (place % 3 == 0);
        }
        all.convention = (VoxnavCostConvention)convention;
        OK(voxnav_costs_set(navigator, &all));
        OK(voxnav_cost_scale(navigator, &scale));
        CHECK(scale.convention == all.convention && scale.unit == 0.25 && scale.rounding < 1e-4);
        for (place = 0; place < CELLS; place++) {
            cell.x = place % SIDE;
            cell.y = place / SIDE % SIDE;
            cell.z = place / SIDE / SIDE;
            OK(voxnav_cost(navigator, cell, &cost));
            CHECK(fabs(cost - values[place]) <= scale.rounding * values[place]);
        }
        cheapest(values, all.convention, least);
        for (place = 1; place < CELLS; place += 7) {
            VoxnavPoint to = at(place % SIDE / 2.0, place / SIDE % SIDE / 2.0, place / SIDE / SIDE / 2.0);
            IS(VOXNAV_STATUS_FOUND, voxnav_find_route_to(drone, at(0, 0, 0), to, &route));
            OK(voxnav_route_cost(route, &cost));
            OK(voxnav_route_length(route, &length));
            cost *= scale.unit;
            CHECK(fabs(cost - least[place]) <= 2 * scale.rounding * least[place] + 1e-6);
            /* Every cell costs a quarter or more, and a cell is a half wide. */
            CHECK(length > 0 && length * 2 * 0.25 <= cost + 1e-6);
        }
    }

    /* What is refused changes nothing. */
    OK(voxnav_cost(navigator, cell, &cost));
    bad = all;
    bad.first.x = 1;
    IS(VOXNAV_STATUS_ERROR_BOUNDS, voxnav_costs_set(navigator, &bad));
    bad = all;
    bad.extent.z = -1;
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_costs_set(navigator, &bad));
    bad = all;
    bad.data = NULL;
    IS(VOXNAV_STATUS_ERROR_POINTER, voxnav_costs_set(navigator, &bad));
    bad = all;
    bad.size = 8;
    IS(VOXNAV_STATUS_ERROR_STRUCT_SIZE, voxnav_costs_set(navigator, &bad));
    bad = all;
    bad.convention = (VoxnavCostConvention)3;
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_costs_set(navigator, &bad));
    IS(VOXNAV_STATUS_ERROR_POINTER, voxnav_costs_set(navigator, NULL));
    values[CELLS - 1] = 0;
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_costs_set(navigator, &all));
    CHECK(strstr(voxnav_last_error(), "[5, 5, 5]") != NULL);
    values[CELLS - 1] = NAN;
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_costs_set(navigator, &all));
    values[CELLS - 1] = 1e9f;
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_costs_set(navigator, &all));
    values[CELLS - 1] = INFINITY;
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_costs_set(navigator, &all));
    OK(voxnav_cell_state(navigator, cell, &state, NULL));
    CHECK(state == VOXNAV_STATE_FREE);
    OK(voxnav_cost(navigator, cell, &length));
    CHECK(length == cost);
    IS(VOXNAV_STATUS_ERROR_POINTER, voxnav_cost(navigator, cell, NULL));
    IS(VOXNAV_STATUS_ERROR_POINTER, voxnav_cost_scale(navigator, NULL));
    IS(VOXNAV_STATUS_ERROR_POINTER, voxnav_route_cost(route, NULL));
    scale.size = 8;
    IS(VOXNAV_STATUS_ERROR_STRUCT_SIZE, voxnav_cost_scale(navigator, &scale));

    /* A cell of infinite cost blocks where that is asked for; distances are those from it. */
    OK(voxnav_cells_distances(navigator, 0, NULL, 0, &count));
    CHECK(count == CELLS);
    OK(voxnav_cells_distances(navigator, 0, distances, CELLS, &count));
    CHECK(count == CELLS && isinf(distances[0]));
    all.blocks_infinite = 1;
    OK(voxnav_costs_set(navigator, &all));
    OK(voxnav_cell_state(navigator, cell, &state, NULL));
    CHECK(state == VOXNAV_STATE_OCCUPIED);
    OK(voxnav_cells_distances(navigator, 0, distances, CELLS, &count));
    CHECK(distances[CELLS - 1] == 0 && distances[CELLS - 2] == 0.5f);
    CHECK(fabs(distances[0] - 2.5 * sqrt(3)) < 1e-6);
    IS(VOXNAV_STATUS_CUT_SHORT, voxnav_cells_distances(navigator, 0, distances, 1, NULL));
    IS(VOXNAV_STATUS_ERROR_POINTER, voxnav_cells_distances(navigator, 0, NULL, CELLS, &count));
    IS(VOXNAV_STATUS_GOAL_BLOCKED, voxnav_find_route_to(drone, at(0, 0, 0), at(2.5, 2.5, 2.5), &route));
    IS(VOXNAV_STATUS_NOTHING, voxnav_route_cost(route, &cost));
    OK(voxnav_free(route.id));
    OK(voxnav_free(navigator.id));
}

static void callbacks(void) {
    VoxnavObstacleId wall = 0;
    VoxnavNavigator navigator = hall(&wall);
    VoxnavAgent drone = drone_of(navigator);
    VoxnavCells cells = {{0, 0, 0}, {3, 3, 3}};
    VoxnavCell cell = {1, 1, 1};
    VoxnavDestination far_away;
    VoxnavRoute route = {0};
    int32_t state = 0;
    VoxnavCell sum = {0, 0, 0};
    int left = 5, seven = 7, called = 0;
    VoxnavPoint points[200];
    size_t count = 0;

    OK(voxnav_cells_set_by(navigator, cells, calls_back, &navigator));
    OK(voxnav_cell_state(navigator, cell, &state, NULL));
    CHECK(state == VOXNAV_STATE_FREE);
    IS(VOXNAV_STATUS_ERROR_CALLBACK, voxnav_cells_set_by(navigator, cells, gives_up, &left));
    OK(voxnav_cell_state(navigator, cell, &state, NULL));
    CHECK(state == VOXNAV_STATE_FREE);
    cells.min.x = 1;
    OK(voxnav_cells_set(navigator, cells, VOXNAV_STATE_OCCUPIED));
    OK(voxnav_cells_each(navigator, sums, &sum));
    CHECK(sum.x == 27 && sum.y == 27 && sum.z == 27); /* with those of x 0 */
    IS(VOXNAV_STATUS_CANCELLED, voxnav_cells_each(navigator, gives_up, &seven));
    CHECK(seven < 0);
    OK(voxnav_cells_each(navigator, calls_back, &navigator));
    IS(VOXNAV_STATUS_ERROR_POINTER, voxnav_cells_each(navigator, NULL, NULL));
    OK(voxnav_cells_set(navigator, cells, VOXNAV_STATE_FREE));
    OK(voxnav_cells_each(navigator, sums, &sum));
    CHECK(sum.x == 27 && sum.y == 36 && sum.z == 36);
    memset(&far_away, 0, sizeof far_away);
    far_away.size = sizeof far_away;
    far_away.kind = VOXNAV_DESTINATION_KIND_MATCHING;
    IS(VOXNAV_STATUS_ERROR_POINTER, voxnav_find_route(drone, at(-8, 2, 0), &far_away, NULL, &route));
    far_away.accepts = is_far;
    far_away.user = &called;
    IS(VOXNAV_STATUS_FOUND, voxnav_find_route(drone, at(-8, 2, 0), &far_away, NULL, &route));
    CHECK(called > 0);
    OK(voxnav_route_waypoints(route, points, 200, &count));
    CHECK(points[count - 1].x == 7.5);
    OK(voxnav_free(route.id));
    OK(voxnav_free(navigator.id));
}

/* First a route at once, then better ones, in slices. */
static void searching(void) {
    VoxnavObstacleId wall = 0;
    VoxnavNavigator navigator = hall(&wall);
    VoxnavAgent drone = drone_of(navigator);
    VoxnavRouteOptions options;
    VoxnavDestination to;
    VoxnavView view = {0};
    VoxnavSearch search = {0};
    VoxnavRoute route = {0};
    VoxnavRouteInfo info;
    double first = 0, least = 0;
    uint64_t expanded = 0;

    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.algorithm = VOXNAV_ALGORITHM_HIERARCHICAL;
    OK(voxnav_view_new(drone, &options, &view));
    memset(&to, 0, sizeof to);
    to.size = sizeof to;
    to.at = at(8, 2, 0);
    OK(voxnav_search_new(view, at(-8, 2, 0), &to, &search));
    OK(voxnav_free(view.id));
    while (voxnav_search_step(search, 20) == VOXNAV_STATUS_PENDING) {
    }
    IS(VOXNAV_STATUS_FOUND, voxnav_search_route(search, &route));
    OK(voxnav_route_length(route, &first));
    while (voxnav_search_improve_next(search) == VOXNAV_STATUS_OK) {
        while (voxnav_search_step(search, 20) == VOXNAV_STATUS_PENDING) {
        }
    }
    IS(VOXNAV_STATUS_FOUND, voxnav_search_route(search, &route));
    info.size = sizeof info;
    IS(VOXNAV_STATUS_FOUND, voxnav_route_info(route, &info));
    CHECK(info.length <= first && info.proved_factor == 1);
    OK(voxnav_search_progress(search, &expanded, &least));
    CHECK(expanded > 0 && least > 0 && least <= info.length + 1e-6);
    OK(voxnav_free(search.id));
    OK(voxnav_free(route.id));
    OK(voxnav_free(navigator.id));
}

/* An index of two rooms and the door between them is made once; an open world has none. */
static void indexed(void) {
    VoxnavRegion region = {sizeof region, 1, {0, 0, 0}, {0, 0, 0}, {24, 11, 3}};
    VoxnavCells wall = {{12, 0, 0}, {13, 12, 4}}, door = {{12, 5, 0}, {13, 6, 2}};
    VoxnavNavigator navigator = {0};
    VoxnavAgent drone, walker;
    VoxnavRoute route = {0};
    VoxnavRouteOptions options;
    VoxnavRouteInfo before, after;

    OK(voxnav_navigator_new(&region, &navigator));
    drone = agent_of(navigator, 0);
    walker = agent_of(navigator, 1);
    IS(VOXNAV_STATUS_NOTHING, voxnav_prepare_index(drone, NULL));
    OK(voxnav_cells_set(navigator, wall, VOXNAV_STATE_OCCUPIED));
    OK(voxnav_cells_set(navigator, door, VOXNAV_STATE_FREE));
    before.size = after.size = sizeof before;
    IS(VOXNAV_STATUS_FOUND, voxnav_find_route_to(drone, at(1, 1, 1), at(23, 1, 1), &route));
    IS(VOXNAV_STATUS_FOUND, voxnav_route_info(route, &before));
    OK(voxnav_prepare_index(drone, NULL));
    IS(VOXNAV_STATUS_FOUND, voxnav_find_route_to(drone, at(1, 1, 1), at(23, 1, 1), &route));
    IS(VOXNAV_STATUS_FOUND, voxnav_route_info(route, &after));
    CHECK(after.length > before.length - 1e-9 && after.length < before.length + 1e-9);
    CHECK(after.expanded < before.expanded);
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.moves = (VoxnavMoves)77;
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_prepare_index(drone, &options));
    IS(VOXNAV_STATUS_ERROR_UNSUPPORTED, voxnav_prepare_index(walker, NULL));
    OK(voxnav_free(route.id));
    OK(voxnav_free(navigator.id));
}

/* Returns the turns of the cells of a route that was found: changes of direction from one move to the next. */
static uint32_t turns_of(VoxnavRoute route) {
    VoxnavCell cells[100];
    size_t count = 0, move;
    uint32_t turns = 0;

    OK(voxnav_route_cells(route, cells, 100, &count));
    for (move = 2; move < count; move++) {
        const VoxnavCell *to = &cells[move];
        turns += to[0].x - to[-1].x != to[-1].x - to[-2].x || to[0].y - to[-1].y != to[-1].y - to[-2].y ||
                 to[0].z - to[-1].z != to[-1].z - to[-2].z;
    }
    return turns;
}

/* The fewest turns cost nothing more, whatever is in the way, and are counted. */
static void turning(void) {
    VoxnavRegion region = {sizeof region, 1, {0, 0, 0}, {0, 0, 0}, {19, 19, 3}};
    VoxnavNavigator navigator = {0};
    VoxnavAgent drone, walker;
    VoxnavRoute plain = {0}, straight = {0};
    VoxnavDestination to;
    VoxnavRouteOptions options;
    VoxnavRouteInfo info, fewest;
    VoxnavStatus found;
    double cost = 0, least = 0;
    uint32_t draw = 1, round, fewer = 0;

    OK(voxnav_navigator_new(&region, &navigator));
    drone = agent_of(navigator, 0);
    walker = agent_of(navigator, 1);
    memset(&info, 0, sizeof info);
    info.size = sizeof info;
    fewest = info;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.fewest_turns = 1;
    memset(&to, 0, sizeof to);
    to.size = sizeof to;
    for (round = 0; round < 30; round++) {
        int32_t x, y;
        draw = draw * 1103515245u + 12345u;
        x = (int32_t)(draw >> 16) % 19;
        y = (int32_t)(draw >> 22) % 20;
        VoxnavCells pillar = {{x, y, 1}, {x + 1, y + 1, 4}};
        OK(voxnav_cells_set(navigator, pillar, VOXNAV_STATE_OCCUPIED));
        to.at = at(18, (double)(draw >> 24) / 14, 2);
        found = voxnav_find_route_to(drone, at(0, 0, 2), to.at, &plain);
        CHECK(voxnav_find_route(drone, at(0, 0, 2), &to, &options, &straight) == found);
        IS(found, voxnav_route_info(plain, &info));
        IS(found, voxnav_route_info(straight, &fewest));
        if (found != VOXNAV_STATUS_FOUND) {
            CHECK(info.turns == 0 && fewest.turns == 0);
            continue;
        }
        OK(voxnav_route_cost(plain, &cost));
        OK(voxnav_route_cost(straight, &least));
        CHECK(cost == least && fewest.turns <= info.turns);
        CHECK(info.turns == turns_of(plain) && fewest.turns == turns_of(straight));
        fewer += fewest.turns < info.turns;
    }
    CHECK(fewer > 0);
    /* A walker that goes straight up a step turns nowhere, as seen from above. */
    {
        VoxnavCells all = {{0, 0, 1}, {20, 20, 4}}, step = {{5, 0, 0}, {20, 20, 1}};
        OK(voxnav_cells_set(navigator, all, VOXNAV_STATE_FREE));
        OK(voxnav_cells_set(navigator, step, VOXNAV_STATE_OCCUPIED));
    }
    to.at = at(12, 3, 0.5);
    IS(VOXNAV_STATUS_FOUND, voxnav_find_route(walker, at(1, 3, -0.5), &to, &options, &straight));
    IS(VOXNAV_STATUS_FOUND, voxnav_route_info(straight, &fewest));
    CHECK(fewest.turns == 0 && turns_of(straight) == 2);
    OK(voxnav_free(plain.id));
    OK(voxnav_free(straight.id));
    OK(voxnav_free(navigator.id));
}

/* Agents, options and crowds by their descriptions in JSON, which are those of every other language. */
static void described(void) {
    VoxnavRegion region = {sizeof region, 0.5, {0, 0, 0}, {0, 0, 0}, {9, 9, 9}};
    VoxnavNavigator navigator = {0};
    VoxnavAgent drone = {0}, walker = {0};
    VoxnavCrowd crowd = {0};
    VoxnavRouteOptions options;
    VoxnavAgentSize size;
    OK(voxnav_navigator_new(&region, &navigator));
    OK(voxnav_agent_add_json(navigator, "{ \"size\": 0.4 }", &drone));
    OK(voxnav_agent_add_json(navigator, "{ \"size\": [0.4, 1.6, 0.4], \"ground\": { \"up\": \"y\", \"step_up\": 2 } }",
                             &walker));
    size.size = sizeof size;
    OK(voxnav_agent_size(walker, &size));
    CHECK(size.is_on_ground == 1 && fabs(size.half_extents.y - 0.8) < 1e-6);
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_agent_add_json(navigator, "{ \"size\": 0.4, \"wings\": 2 }", &drone));
    CHECK(strstr(voxnav_last_error(), "`wings`") != NULL);
    IS(VOXNAV_STATUS_ERROR_AGENT, voxnav_agent_add_json(navigator, "{ \"size\": -1 }", &drone));
    CHECK(strstr(voxnav_last_error(), "`size`") != NULL);
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_agent_add_json(navigator, "{", &drone));
    IS(VOXNAV_STATUS_ERROR_POINTER, voxnav_agent_add_json(navigator, NULL, &drone));
    options.size = sizeof options;
    OK(voxnav_route_options_json("{ \"moves\": 18, \"ties\": \"cell-order\", \"algorithm\": \"weighted:2\", \"snap_goal\": 3 }",
                                 &options));
    CHECK(options.moves == VOXNAV_MOVES_EDGE18 && options.ties == VOXNAV_TIES_CELL_ORDER);
    CHECK(options.algorithm == VOXNAV_ALGORITHM_WEIGHTED_A_STAR && options.weight == 2 && options.snap_goal == 3);
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_route_options_json("{ \"within\": 0.5 }", &options));
    CHECK(strstr(voxnav_last_error(), "`within`") != NULL);
    OK(voxnav_crowd_new_json(navigator, "{ \"budget\": 500, \"routes\": { \"keep_away\": 1 } }", &crowd));
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_crowd_new_json(navigator, "{ \"routes\": { \"moves\": 7 } }", &crowd));
    CHECK(strstr(voxnav_last_error(), "moves") != NULL);
    OK(voxnav_free(crowd.id));
    OK(voxnav_free(navigator.id));
}

int main(void) {
    uint64_t live = 1;
    CHECK(voxnav_abi_version() == VOXNAV_ABI_VERSION);
    CHECK(strlen(voxnav_version()) >= 5);
    routes();
    flying();
    low_cells();
    flat_cells();
    walking();
    files();
    arrays();
    costs();
    callbacks();
    searching();
    indexed();
    turning();
    described();
    OK(voxnav_live_objects(&live));
    CHECK(live == 0);
    puts("every part does what it says");
    return 0;
}
