/* Worlds of the test programs, and what is in them. */
#ifndef WORLD_H
#define WORLD_H

#include <string.h>

#include "voxnav.h"

#include "check.h"

static inline VoxnavPoint at(double x, double y, double z) {
    VoxnavPoint point;
    point.x = x;
    point.y = y;
    point.z = z;
    return point;
}

/* An agent that flies as a point, or a walker in a world whose z is up. */
static inline VoxnavAgent agent_of(VoxnavNavigator navigator, int walks) {
    VoxnavAgentSettings settings;
    VoxnavLocomotion legs;
    VoxnavAgent agent = {0};
    memset(&settings, 0, sizeof settings);
    settings.size = sizeof settings;
    if (walks) {
        legs.size = sizeof legs;
        OK(voxnav_locomotion_preset(VOXNAV_PRESET_WALKER, &legs));
        settings.half_extents = at(0.4, 0.4, 0.9);
        settings.locomotion = &legs;
    }
    OK(voxnav_agent_add(navigator, &settings, &agent));
    return agent;
}

#endif
