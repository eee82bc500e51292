/* Joint plans, schedulers, estimates of one's own, places and rays on the ground, and lines to look at. */
#include <math.h>

#include "world.h"

/* A world of 10 x 10 x 3 cells of one unit, z up, on a floor, with a wall that has a gap. */
static VoxnavNavigator walled(void) {
    VoxnavRegion region = {sizeof region, 1, {0, 0, 0}, {0, 0, 0}, {9, 9, 2}};
    VoxnavCells floor = {{0, 0, 0}, {10, 10, 1}}, wall = {{5, 0, 0}, {6, 8, 3}};
    VoxnavNavigator navigator = {0};
    OK(voxnav_navigator_new(&region, &navigator));
    OK(voxnav_cells_set(navigator, floor, VOXNAV_STATE_OCCUPIED));
    OK(voxnav_cells_set(navigator, wall, VOXNAV_STATE_OCCUPIED));
    return navigator;
}

static VoxnavDestination to_place(VoxnavPoint place) {
    VoxnavDestination to;
    memset(&to, 0, sizeof to);
    to.size = sizeof to;
    to.at = place;
    return to;
}

/* Balls change places one above the other, among cells a quarter as high as wide: their radius is in widths. */
static void joint_plans_among_flat_cells(void) {
    VoxnavRegion region = {sizeof region, 0, {0, 0, 0}, {0, 0, 0}, {3, 3, 4}};
    VoxnavNavigator navigator = {0};
    VoxnavAgent drone;
    VoxnavMapf together = {0};
    VoxnavMapfOptions options;
    VoxnavMapfInfo info;
    VoxnavPoint starts[2], goals[2], places[2];
    size_t count = 0, step;
    starts[0] = goals[1] = at(1, 1, 0.5);
    starts[1] = goals[0] = at(1, 1, 3.5);
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    info.size = sizeof info;
    options.radius_numerator = 2;
    options.radius_denominator = 5;
    OK(voxnav_navigator_with_sizes(&region, at(1, 1, 0.25), &navigator));
    drone = agent_of(navigator, 0);
    OK(voxnav_mapf_new((VoxnavSpace){drone.id}, starts, goals, 2, &options, &together));
    IS(VOXNAV_STATUS_FOUND, voxnav_mapf_step(together, 10000));
    OK(voxnav_mapf_info(together, &info));
    CHECK(info.steps >= 12);
    for (step = 0; step <= info.steps; step++) {
        double x, y, z;
        OK(voxnav_mapf_places(together, step, places, 2, &count));
        x = places[0].x - places[1].x, y = places[0].y - places[1].y, z = places[0].z - places[1].z;
        CHECK(x * x + y * y + z * z >= 0.64 - 1e-9);
    }
    OK(voxnav_free(together.id));
    OK(voxnav_free(navigator.id));
    /* Too many cells are within reach of a ball. */
    OK(voxnav_navigator_with_sizes(&region, at(1, 0.02, 0.02), &navigator));
    options.radius_numerator = 4;
    options.radius_denominator = 1;
    together.id = 0;
    IS(VOXNAV_STATUS_ERROR_OPTIONS,
       voxnav_mapf_new((VoxnavSpace){agent_of(navigator, 0).id}, starts, goals, 2, &options, &together));
    OK(voxnav_free(navigator.id));
}

/* Eight agents change sides through the gap, and nobody meets anybody. */
static void joint_plans(void) {
    enum { AGENTS = 8 };
    VoxnavNavigator navigator = walled();
    VoxnavAgent drone = agent_of(navigator, 0);
    VoxnavMapf together = {0};
    VoxnavMapfOptions options;
    VoxnavMapfInfo info;
    VoxnavPoint starts[AGENTS], goals[AGENTS], places[AGENTS], before[AGENTS], path[256];
    VoxnavCell cells[256];
    VoxnavStatus status;
    size_t count = 0, step, one, other;
    uint64_t cost;
    for (one = 0; one < AGENTS; one++) {
        starts[one] = at(one % 2 ? 1 : 8, (double)one, 1);
        goals[one] = at(one % 2 ? 8 : 1, (double)one, 1);
    }
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.moves = VOXNAV_MOVES_FACE6;
    info.size = sizeof info;
    OK(voxnav_mapf_new((VoxnavSpace){drone.id}, starts, goals, AGENTS, &options, &together));
    IS(VOXNAV_STATUS_NOTHING, voxnav_mapf_places(together, 0, places, AGENTS, &count));
    IS(VOXNAV_STATUS_NOTHING, voxnav_mapf_improve(together, 1));
    while ((status = voxnav_mapf_step(together, 3)) == VOXNAV_STATUS_PENDING) {
    }
    IS(VOXNAV_STATUS_FOUND, status);
    IS(VOXNAV_STATUS_FOUND, voxnav_mapf_step(together, 3));
    OK(voxnav_mapf_info(together, &info));
    cost = info.cost;
    OK(voxnav_mapf_improve(together, 20));
    OK(voxnav_mapf_info(together, &info));
    CHECK(info.agents == AGENTS && info.cost <= cost && info.cost >= info.shortest && info.expanded > 0);
    CHECK(fabs(info.bound - (double)info.cost / (double)info.shortest) < 1e-12);
    for (cost = 0, one = 0; one < AGENTS; one++) {
        OK(voxnav_mapf_path(together, one, path, 256, &count));
        CHECK(count >= 1 && count <= 256 && path[0].x == starts[one].x && path[count - 1].x == goals[one].x);
        cost += count - 1;
        OK(voxnav_mapf_cells(together, one, cells, 256, &count));
        CHECK(cells[count - 1].x == (int)goals[one].x && cells[count - 1].y == (int)one);
    }
    CHECK(cost == info.cost);
    for (step = 0; step <= info.steps; step++) {
        memcpy(before, places, sizeof before);
        OK(voxnav_mapf_places(together, step, places, AGENTS, &count));
        CHECK(count == AGENTS);
        for (one = 0; one < AGENTS; one++) {
            VoxnavPoint a = places[one];
            CHECK(a.z >= 1 && (a.x != 5 || a.y >= 8)); /* in no wall */
            if (step > 0) {
                CHECK(fabs(a.x - before[one].x) + fabs(a.y - before[one].y) + fabs(a.z - before[one].z) <= 1);
            }
            for (other = 0; other < one; other++) {
                CHECK(memcmp(&places[one], &places[other], sizeof a) != 0);
                CHECK(step == 0 || memcmp(&places[one], &before[other], sizeof a) != 0 ||
                      memcmp(&places[other], &before[one], sizeof a) != 0);
            }
        }
    }
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_mapf_path(together, AGENTS, path, 256, &count));
    OK(voxnav_free(together.id));

    /* Two in a row of three cells cannot change places; one in a wall, and two in one place are refused. */
    starts[0] = at(5, 8, 1);
    IS(VOXNAV_STATUS_OK, voxnav_mapf_new((VoxnavSpace){drone.id}, starts, goals, 1, NULL, &together));
    OK(voxnav_free(together.id));
    starts[0] = at(5, 1, 1);
    IS(VOXNAV_STATUS_ERROR_NO_ROOM, voxnav_mapf_new((VoxnavSpace){drone.id}, starts, goals, 1, NULL, &together));
    starts[0] = starts[1];
    IS(VOXNAV_STATUS_ERROR_NO_ROOM, voxnav_mapf_new((VoxnavSpace){drone.id}, starts, goals, 2, NULL, &together));
    options.radius_numerator = 9;
    options.radius_denominator = 1;
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_mapf_new((VoxnavSpace){drone.id}, starts, goals, 1, &options, &together));
    options.radius_numerator = 0;
    options.most_expanded = 1;
    starts[0] = at(8, 0, 1);
    OK(voxnav_mapf_new((VoxnavSpace){drone.id}, starts, goals, AGENTS, &options, &together));
    IS(VOXNAV_STATUS_LIMIT_REACHED, voxnav_mapf_step(together, 100));
    OK(voxnav_mapf_info(together, &info));
    CHECK(info.limit == VOXNAV_MAPF_LIMIT_EXPANDED && info.agents == 0);
    OK(voxnav_free(together.id));
    OK(voxnav_free(navigator.id));
}

static void no_plan(void) {
    VoxnavRegion region = {sizeof region, 1, {0, 0, 0}, {0, 0, 0}, {2, 0, 0}};
    VoxnavNavigator navigator = {0};
    VoxnavMapf together = {0};
    VoxnavPoint ends[2];
    VoxnavPoint turned[2];
    OK(voxnav_navigator_new(&region, &navigator));
    ends[0] = turned[1] = at(0, 0, 0);
    ends[1] = turned[0] = at(2, 0, 0);
    OK(voxnav_mapf_new((VoxnavSpace){agent_of(navigator, 0).id}, ends, turned, 2, NULL, &together));
    IS(VOXNAV_STATUS_UNREACHABLE, voxnav_mapf_step(together, UINT64_MAX));
    OK(voxnav_free(together.id));
    OK(voxnav_free(navigator.id));
}

/* Every route is that of the view. */
static void schedules(void) {
    VoxnavNavigator navigator = walled();
    int walks;
    for (walks = 0; walks < 2; walks++) {
        VoxnavAgent agent = agent_of(navigator, walks), another = agent_of(navigator, !walks);
        VoxnavScheduler scheduler = {0};
        VoxnavView view = {0}, wrong = {0};
        VoxnavRoute route = {0}, again = {0};
        VoxnavPoint from[10], places[10];
        uint64_t ticket = 0, last = 0;
        double length, expected;
        size_t count;
        int number, taken = 0;
        OK(voxnav_view_new(agent, NULL, &view));
        OK(voxnav_view_new(another, NULL, &wrong));
        OK(voxnav_random_places((VoxnavSpace){view.id}, 5, NULL, from, 10, &count));
        CHECK(count == 10);
        OK(voxnav_random_places((VoxnavSpace){view.id}, 6, NULL, places, 10, &count));
        OK(voxnav_scheduler_new(view, 2, 20, &scheduler));
        for (number = 0; number < 10; number++) {
            VoxnavDestination to = to_place(places[number]);
            OK(voxnav_scheduler_add(scheduler, view, from[number], &to, (uint32_t)number % 3, &ticket));
            CHECK(ticket == (uint64_t)number + 1);
            IS(VOXNAV_STATUS_ERROR_UNSUPPORTED, voxnav_scheduler_add(scheduler, wrong, from[0], &to, 1, &last));
            IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_scheduler_add(scheduler, view, from[0], &to, 256, &last));
        }
        OK(voxnav_scheduler_cancel(scheduler, ticket));
        IS(VOXNAV_STATUS_NOTHING, voxnav_scheduler_cancel(scheduler, ticket));
        while (voxnav_scheduler_step(scheduler, 7) == VOXNAV_STATUS_PENDING) {
        }
        for (;;) {
            VoxnavDestination to;
            VoxnavStatus outcome = voxnav_scheduler_take(scheduler, &ticket, &route);
            if (outcome == VOXNAV_STATUS_NOTHING) {
                break;
            }
            CHECK(ticket >= 1 && ticket <= 9);
            to = to_place(places[ticket - 1]);
            IS(outcome, voxnav_view_find_route(view, from[ticket - 1], &to, &again));
            OK(voxnav_route_length(route, &length));
            OK(voxnav_route_length(again, &expected));
            CHECK(length == expected);
            taken++;
        }
        CHECK(taken == 9);
        OK(voxnav_free(scheduler.id));
        OK(voxnav_free(route.id));
        OK(voxnav_free(again.id));
        OK(voxnav_free(view.id));
        OK(voxnav_free(wrong.id));
    }
    OK(voxnav_free(navigator.id));
}

static double half_of_straight(void *user, VoxnavCell from, VoxnavCell to) {
    double x = from.x - to.x, y = from.y - to.y, z = from.z - to.z;
    ++*(int *)user;
    return sqrt(x * x + y * y + z * z) / 2;
}

/* Routes by an estimate of one's own are as short. */
static void guides(void) {
    VoxnavNavigator navigator = walled();
    VoxnavAgent drone = agent_of(navigator, 0);
    VoxnavDestination to = to_place(at(9, 0, 1));
    VoxnavView view = {0}, walkers = {0};
    VoxnavRoute route = {0};
    double length, guided;
    int asked = 0;
    OK(voxnav_view_new(drone, NULL, &view));
    IS(VOXNAV_STATUS_FOUND, voxnav_view_find_route(view, at(0, 0, 1), &to, &route));
    OK(voxnav_route_length(route, &length));
    OK(voxnav_view_guide(view, half_of_straight, VOXNAV_ESTIMATOR_GUARANTEE_ADMISSIBLE, &asked));
    IS(VOXNAV_STATUS_FOUND, voxnav_view_find_route(view, at(0, 0, 1), &to, &route));
    OK(voxnav_route_length(route, &guided));
    CHECK(asked > 10 && fabs(guided - length) < 1e-9);
    IS(VOXNAV_STATUS_ERROR_POINTER, voxnav_view_guide(view, NULL, VOXNAV_ESTIMATOR_GUARANTEE_NONE, NULL));
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_view_guide(view, half_of_straight, (VoxnavEstimatorGuarantee)4, &asked));
    OK(voxnav_view_new(agent_of(navigator, 1), NULL, &walkers));
    IS(VOXNAV_STATUS_ERROR_UNSUPPORTED,
       voxnav_view_guide(walkers, half_of_straight, VOXNAV_ESTIMATOR_GUARANTEE_NONE, &asked));
    OK(voxnav_free(walkers.id));
    OK(voxnav_free(view.id));
    OK(voxnav_free(route.id));
    OK(voxnav_free(navigator.id));
}

/* A walker's places are on the floor, and its eyes see to the wall. */
static void on_the_ground(void) {
    VoxnavNavigator navigator = walled();
    VoxnavAgent walker = agent_of(navigator, 1);
    VoxnavPoint places[50], here = at(1, 1, 0.5);
    VoxnavView view = {0};
    VoxnavHit hit;
    size_t count = 0, number;
    OK(voxnav_view_new(walker, NULL, &view));
    OK(voxnav_random_places((VoxnavSpace){walker.id}, 3, NULL, places, 50, &count));
    CHECK(count == 50);
    for (number = 0; number < count; number++) {
        CHECK(places[number].z == 0.5 && (places[number].x != 5 || places[number].y >= 8)); /* not in the wall */
    }
    OK(voxnav_nearest((VoxnavSpace){view.id}, at(5, 3, 1), 3, NULL, &places[0]));
    CHECK(places[0].z == 0.5 && fabs(places[0].x - 5) == 1);
    IS(VOXNAV_STATUS_ERROR_UNSUPPORTED, voxnav_nearest((VoxnavSpace){view.id}, here, 1, &here, &places[0]));
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_nearest((VoxnavSpace){view.id}, here, -1, NULL, &places[0]));
    hit.size = sizeof hit;
    OK(voxnav_ray((VoxnavSpace){view.id}, at(1, 1, 2), at(8, 1, 2), &hit));
    CHECK(hit.cell.x == 5 && hit.cell.y == 1 && hit.distance == 3.5 && hit.normal.x == -1);
    IS(VOXNAV_STATUS_NOTHING, voxnav_ray((VoxnavSpace){walker.id}, at(1, 9, 2), at(8, 9, 2), &hit));
    OK(voxnav_free(view.id));
    OK(voxnav_free(navigator.id));
}

/* Lines of a world, a route and a path. */
static void lines(void) {
    VoxnavRegion region = {sizeof region, 2, {0, 0, 0}, {0, 0, 0}, {18, 18, 18}};
    VoxnavCells all = {{0, 0, 0}, {10, 10, 10}}, block = {{2, 2, 2}, {5, 4, 4}}, vast = {{0, 0, 0}, {999, 999, 999}};
    VoxnavPoint vertices[64], waypoints[64];
    VoxnavNavigator navigator = {0};
    VoxnavAgent drone;
    VoxnavRoute route = {0};
    VoxnavPath path = {0};
    VoxnavView view = {0};
    size_t count = 0, corners = 0, number;
    OK(voxnav_navigator_new(&region, &navigator));
    drone = agent_of(navigator, 0);
    OK(voxnav_cells_set(navigator, block, VOXNAV_STATE_OCCUPIED));
    OK(voxnav_debug_world((VoxnavSpace){drone.id}, all, vertices, 64, &count));
    CHECK(count == 24); /* the twelve edges of the block */
    for (number = 0; number < count; number++) {
        VoxnavPoint v = vertices[number];
        CHECK((v.x == 3 || v.x == 9) && (v.y == 3 || v.y == 7) && (v.z == 3 || v.z == 7));
    }
    IS(VOXNAV_STATUS_ERROR_TOO_MUCH, voxnav_debug_world((VoxnavSpace){drone.id}, vast, vertices, 64, &count));
    OK(voxnav_debug_world((VoxnavSpace){agent_of(navigator, 1).id}, all, NULL, 0, &count));
    CHECK(count == 24);
    IS(VOXNAV_STATUS_FOUND, voxnav_find_route_to(drone, at(0, 5, 5), at(18, 5, 5), &route));
    OK(voxnav_route_waypoints(route, waypoints, 64, &corners));
    OK(voxnav_debug_route(route, vertices, 64, &count));
    CHECK(count == 2 * (corners - 1));
    for (number = 0; number < count; number++) {
        CHECK(vertices[number].x == waypoints[(number + 1) / 2].x);
    }
    OK(voxnav_view_new(drone, NULL, &view));
    OK(voxnav_path_new(view, route, NULL, &path));
    OK(voxnav_path_waypoints(path, waypoints, 64, &corners));
    OK(voxnav_debug_path(path, vertices, 64, &count));
    CHECK(count == 2 * (corners - 1) && vertices[count - 1].x == waypoints[corners - 1].x);
    OK(voxnav_free(path.id));
    OK(voxnav_free(view.id));
    OK(voxnav_free(route.id));
    OK(voxnav_free(navigator.id));
}

int main(void) {
    uint64_t live = 1;
    joint_plans();
    joint_plans_among_flat_cells();
    no_plan();
    schedules();
    guides();
    on_the_ground();
    lines();
    OK(voxnav_live_objects(&live));
    CHECK(live == 0);
    puts("many plan together, and all is seen");
    return 0;
}
