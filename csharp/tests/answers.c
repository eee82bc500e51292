/* Writes the answers to many questions, every number to the last bit: what Answers.cs writes through C#. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "voxnav.h"

static uint64_t seed = 1;

static int draw(int below) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((seed >> 33) % (uint64_t)below);
}

static double place(void) {
    return draw(400) / 10.0 - 20;
}

static void write(const char *before, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    printf("%s%016" PRIx64, before, bits);
}

static VoxnavPoint at(double x, double y, double z) {
    VoxnavPoint point = {x, y, z};
    return point;
}

int main(void) {
    static VoxnavPoint waypoints[1000];
    int world, box, query;
    for (world = 0; world < 40; world++) {
        VoxnavRegion region = {sizeof region, 0.5, {0, 0, 0}, {-20, -20, -20}, {20, 20, 20}};
        VoxnavAgentSettings flies = {0}, walks = {0};
        VoxnavLocomotion legs;
        VoxnavNavigator navigator = {0};
        VoxnavAgent drone = {0}, walker = {0};
        VoxnavView view = {0};
        VoxnavRoute route = {0};
        VoxnavPath path = {0};
        voxnav_navigator_new(&region, &navigator);
        for (box = 0; box < 200; box++) {
            VoxnavObstacleId id;
            double x = place(), y = place(), z = place();
            double a = x + draw(80) / 10.0, b = y + draw(80) / 10.0, c = z + draw(80) / 10.0;
            voxnav_obstacle_insert_box(navigator, at(x, y, z), at(a, b, c), &id);
        }
        flies.size = walks.size = sizeof flies;
        flies.half_extents = at(0.3, 0.3, 0.3);
        walks.half_extents = at(0.2, 0.9, 0.2);
        legs.size = sizeof legs;
        voxnav_locomotion_preset(VOXNAV_PRESET_WALKER, &legs);
        legs.up = VOXNAV_HEADING_PLUS_Y;
        walks.locomotion = &legs;
        voxnav_agent_add(navigator, &flies, &drone);
        voxnav_agent_add(navigator, &walks, &walker);
        voxnav_view_new(drone, NULL, &view);
        for (query = 0; query < 25; query++) {
            double x = place(), y = place(), z = place();
            double a = place(), b = place(), c = place();
            VoxnavPoint from = at(x, y, z), to = at(a, b, c);
            double length = 0;
            size_t count = 0, number;
            VoxnavStatus outcome = voxnav_find_route_to(drone, from, to, &route);
            voxnav_route_length(route, &length);
            printf("%d", (int)outcome);
            write(" ", length);
            voxnav_route_waypoints(route, waypoints, 1000, &count);
            for (number = 0; number < count; number++) {
                write(" ", waypoints[number].x);
                write(" ", waypoints[number].y);
                write(" ", waypoints[number].z);
            }
            if (outcome == VOXNAV_STATUS_FOUND && voxnav_path_new(view, route, NULL, &path) == VOXNAV_STATUS_OK) {
                voxnav_path_length(path, &length);
                write(" ", length);
            }
            outcome = voxnav_find_route_to(walker, from, to, &route);
            voxnav_route_length(route, &length);
            printf(" %d", (int)outcome);
            write(" ", length);
            printf("\n");
        }
        voxnav_free(path.id);
        voxnav_free(route.id);
        voxnav_free(view.id);
        voxnav_free(navigator.id);
    }
    return 0;
}
