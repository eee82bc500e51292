/* The frame loop of the guide in C: a drone flies through a hall in which a door closes on its way.
 *
 * cmake -S examples/c -B build -DCMAKE_PREFIX_PATH=PREFIX && cmake --build build && build/frame_loop
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <voxnav.h>

/* Ends the program on an error; outcomes are returned. */
static VoxnavStatus sure(VoxnavStatus status) {
    if (status < 0) {
        fprintf(stderr, "%s\n", voxnav_last_error());
        exit(1);
    }
    return status;
}

int main(void) {
    /* A hall of 20 x 4 x 20 units in cells of half a unit, y up, and a wall that is open at one end. */
    VoxnavRegion region = {.size = sizeof region, .cell_size = 0.5, .min = {-10, 0, -10}, .max = {10, 4, 10}};
    VoxnavNavigator navigator = {0};
    sure(voxnav_navigator_new(&region, &navigator));
    VoxnavObstacleId wall = 0, door = 0;
    sure(voxnav_obstacle_insert_box(navigator, (VoxnavPoint){-0.5, -1, -10}, (VoxnavPoint){0.5, 5, 4}, &wall));
    sure(voxnav_obstacle_insert_box(navigator, (VoxnavPoint){-0.5, -1, 12}, (VoxnavPoint){0.5, 5, 15}, &door));

    VoxnavAgentSettings settings = {.size = sizeof settings, .half_extents = {0.3, 0.3, 0.3}};
    VoxnavAgent drone = {0};
    sure(voxnav_agent_add(navigator, &settings, &drone));

    VoxnavPoint position = {-8, 2, 0}, goal = {8, 2, 0};
    VoxnavRoute route = {0}; /* each of these is used again for the next route */
    VoxnavPath path = {0};
    VoxnavFollower follower = {0};
    int has_way = 0, frame = 0;
    while (follower.id == 0 || voxnav_follower_has_arrived(follower, 0.1) != VOXNAV_STATUS_OK) {
        if (++frame == 60) {
            puts("the door closes");
            sure(voxnav_obstacle_move(navigator, door, (VoxnavPoint){0, 2, 5}, (VoxnavRotation){0, 0, 0, 0}));
        }
        if (!has_way) {
            if (sure(voxnav_find_route_to(drone, position, goal, &route)) != VOXNAV_STATUS_FOUND) {
                puts("there is no way");
                return 1;
            }
            VoxnavView view = {0};
            sure(voxnav_view_new(drone, NULL, &view));
            sure(voxnav_path_new(view, route, NULL, &path));
            sure(voxnav_free(view.id));
            if (follower.id == 0) {
                sure(voxnav_follower_new(path, &follower));
            } else {
                sure(voxnav_follower_set_path(follower, path));
            }
            double length = 0;
            sure(voxnav_path_length(path, &length));
            printf("frame %d: a way of %.2f units\n", frame, length);
        }
        VoxnavPoint target;
        has_way = sure(voxnav_follower_steer(follower, (VoxnavSpace){drone.id}, position, 1.0, &target)) == VOXNAV_STATUS_TOWARD;
        if (has_way) {
            /* Whatever moves the agent: here six units a second, straight. */
            double x = target.x - position.x, y = target.y - position.y, z = target.z - position.z;
            double apart = sqrt(x * x + y * y + z * z), share = apart > 0.1 ? 0.1 / apart : 1;
            position = (VoxnavPoint){position.x + x * share, position.y + y * share, position.z + z * share};
            sure(voxnav_follower_update(follower, position, NULL));
        }
    }
    printf("frame %d: there\n", frame);
    sure(voxnav_free(follower.id));
    sure(voxnav_free(path.id));
    sure(voxnav_free(route.id));
    sure(voxnav_free(navigator.id)); /* with its agents */
    return 0;
}
