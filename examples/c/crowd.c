/* The frame loop of the guide over a crowd, in C: drones and walkers get where they are sent, through a door that opens
 * after a second; one of the drones is moved by "physics".
 *
 * cmake -S examples/c -B build -DCMAKE_PREFIX_PATH=PREFIX && cmake --build build && build/crowd
 */
#include <stdio.h>
#include <stdlib.h>

#include <voxnav.h>

enum { AGENTS = 10 };

/* Ends the program on an error; outcomes are returned. */
static VoxnavStatus sure(VoxnavStatus status) {
    if (status < 0) {
        fprintf(stderr, "%s\n", voxnav_last_error());
        exit(1);
    }
    return status;
}

int main(void) {
    /* A hall of 20 x 4 x 20 units in cells of half a unit, y up, with a floor, a wall, and a door in it. */
    VoxnavRegion region = {.size = sizeof region, .cell_size = 0.5, .min = {-10, 0, -10}, .max = {10, 4, 10}};
    VoxnavNavigator navigator = {0};
    sure(voxnav_navigator_new(&region, &navigator));
    VoxnavObstacleId floor = 0, wall = 0, door = 0;
    sure(voxnav_obstacle_insert_box(navigator, (VoxnavPoint){-11, -1, -11}, (VoxnavPoint){11, 0.2, 11}, &floor));
    sure(voxnav_obstacle_insert_box(navigator, (VoxnavPoint){-0.5, 0, -11}, (VoxnavPoint){0.5, 5, 4}, &wall));
    sure(voxnav_obstacle_insert_box(navigator, (VoxnavPoint){-0.5, 0, 4}, (VoxnavPoint){0.5, 5, 11}, &door));

    /* Two bodies: any number of agents of the crowd share them. */
    VoxnavAgent drone = {0}, walker = {0};
    VoxnavAgentSettings settings = {.size = sizeof settings, .half_extents = {0.3, 0.3, 0.3}};
    sure(voxnav_agent_add(navigator, &settings, &drone));
    VoxnavLocomotion legs = {.size = sizeof legs};
    sure(voxnav_locomotion_preset(VOXNAV_PRESET_WALKER, &legs));
    legs.up = VOXNAV_HEADING_PLUS_Y;
    settings = (VoxnavAgentSettings){.size = sizeof settings, .half_extents = {0.2, 0.9, 0.2}, .locomotion = &legs};
    sure(voxnav_agent_add(navigator, &settings, &walker));

    VoxnavCrowd crowd = {0};
    sure(voxnav_crowd_new(navigator, NULL, &crowd));
    VoxnavCrowdAgentId ids[AGENTS];
    for (int number = 0; number < AGENTS; number++) {
        double y = number % 2 ? 0.25 : 2, z = number - 5;
        VoxnavCrowdAgent agent = {.size = sizeof agent, .position = {-8, y, z}, .speed = 4, .stopping_distance = 0.2};
        agent.moved_by = number == 0 ? VOXNAV_MOVED_BY_OTHERS : VOXNAV_MOVED_BY_CROWD;
        sure(voxnav_crowd_add(crowd, number % 2 ? walker : drone, &agent, &ids[number]));
        sure(voxnav_crowd_send_to(crowd, ids[number], (VoxnavPoint){8, y, z}));
    }

    int arrived = 0, frame = 0;
    for (; arrived < AGENTS; frame++) {
        if (frame == 60) {
            puts("frame 60: the door opens");
            sure(voxnav_obstacle_remove(navigator, door));
        }
        sure(voxnav_crowd_update(crowd, 1.0 / 60));
        VoxnavCrowdEvent events[4 * AGENTS];
        size_t count = 0;
        sure(voxnav_crowd_events(crowd, events, 4 * AGENTS, &count));
        for (size_t number = 0; number < count; number++) {
            if (events[number].kind == VOXNAV_CROWD_EVENT_KIND_ARRIVED) {
                arrived++;
            } else if (events[number].kind == VOXNAV_CROWD_EVENT_KIND_NO_PATH) {
                printf("frame %d: agent %d has no way\n", frame, (int)events[number].id);
            }
        }
        /* Where all are, for whatever draws them; the first is moved here, and the crowd is told where to. */
        VoxnavCrowdAgentState states[AGENTS];
        sure(voxnav_crowd_states(crowd, states, AGENTS, &count));
        VoxnavPoint p = states[0].position, v = states[0].velocity;
        sure(voxnav_crowd_set_position(crowd, ids[0], (VoxnavPoint){p.x + v.x / 60, p.y + v.y / 60, p.z + v.z / 60}));
    }
    printf("frame %d: all %d are there\n", frame, arrived);
    sure(voxnav_free(crowd.id));
    sure(voxnav_free(navigator.id)); /* with its agents */
    return 0;
}
