/* Crowds: agents in flight and on the ground that are sent somewhere, and what is no agent, no place or no time. */
#include <math.h>

#include "world.h"

enum { MOST = 64 };

static double apart(VoxnavPoint a, VoxnavPoint b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

/* A hall of 20 x 4 x 20 units, y up, with a wall that has a door at the end, and a body of each kind. */
typedef struct {
    VoxnavNavigator navigator;
    VoxnavObstacleId door;
    VoxnavAgent drone, walker;
    VoxnavCrowd crowd;
} Hall;

static Hall hall(void) {
    VoxnavRegion region = {sizeof region, 0.5, {0, 0, 0}, {-10, 0, -10}, {10, 4, 10}};
    VoxnavAgentSettings settings;
    VoxnavLocomotion legs;
    VoxnavObstacleId wall = 0;
    VoxnavCells floor = {{-20, 0, -20}, {21, 1, 21}};
    Hall hall;
    memset(&hall, 0, sizeof hall);
    OK(voxnav_navigator_new(&region, &hall.navigator));
    OK(voxnav_cells_set(hall.navigator, floor, VOXNAV_STATE_OCCUPIED));
    OK(voxnav_obstacle_insert_box(hall.navigator, at(-0.5, -1, -11), at(0.5, 5, 4), &wall));
    OK(voxnav_obstacle_insert_box(hall.navigator, at(-0.5, -1, 14), at(0.5, 5, 21), &hall.door));
    memset(&settings, 0, sizeof settings);
    settings.size = sizeof settings;
    settings.half_extents = at(0.3, 0.3, 0.3);
    OK(voxnav_agent_add(hall.navigator, &settings, &hall.drone));
    legs.size = sizeof legs;
    OK(voxnav_locomotion_preset(VOXNAV_PRESET_WALKER, &legs));
    legs.up = VOXNAV_HEADING_PLUS_Y;
    settings.half_extents = at(0.2, 0.9, 0.2);
    settings.locomotion = &legs;
    OK(voxnav_agent_add(hall.navigator, &settings, &hall.walker));
    OK(voxnav_crowd_new(hall.navigator, NULL, &hall.crowd));
    return hall;
}

static VoxnavCrowdAgentId added(const Hall *hall, VoxnavAgent body, VoxnavPoint position) {
    VoxnavCrowdAgent agent;
    VoxnavCrowdAgentId id = 0;
    memset(&agent, 0, sizeof agent);
    agent.size = sizeof agent;
    agent.position = position;
    agent.speed = 3;
    agent.stopping_distance = 0.3;
    OK(voxnav_crowd_add(hall->crowd, body, &agent, &id));
    CHECK(id != 0);
    return id;
}

static VoxnavCrowdAgentState state(VoxnavCrowd crowd, VoxnavCrowdAgentId id) {
    VoxnavCrowdAgentState state;
    OK(voxnav_crowd_state(crowd, id, &state));
    CHECK(state.id == id);
    return state;
}

/* Updates a crowd, and returns whether there was an event of a kind for an agent. */
static int happened(VoxnavCrowd crowd, VoxnavCrowdEventKind kind, VoxnavCrowdAgentId id, VoxnavCrowdEvent *event) {
    VoxnavCrowdEvent events[MOST];
    size_t count = 0, number;
    int is_there = 0;
    OK(voxnav_crowd_update(crowd, 1.0 / 60));
    OK(voxnav_crowd_events(crowd, events, MOST, &count));
    for (number = 0; number < count && number < MOST; number++) {
        if (events[number].kind == kind && events[number].id == id) {
            *event = events[number];
            is_there = 1;
        }
    }
    return is_there;
}

static VoxnavCrowdEvent wait_for(VoxnavCrowd crowd, VoxnavCrowdEventKind kind, VoxnavCrowdAgentId id) {
    VoxnavCrowdEvent event;
    int frames = 0;
    memset(&event, 0, sizeof event);
    while (!happened(crowd, kind, id, &event)) {
        CHECK(++frames < 2000);
    }
    return event;
}

/* To a place, to the nearest of several, and after another one; a door closes on the way. */
static void targets(void) {
    Hall all = hall();
    VoxnavCrowdAgentId ann = added(&all, all.drone, at(-8, 2, 0));
    VoxnavCrowdAgentId bob = added(&all, all.walker, at(-8, 0.25, 2));
    VoxnavCrowdAgentId cy = added(&all, all.drone, at(-8, 3, -3));
    VoxnavCrowdAgentState states[MOST], one;
    VoxnavCrowdAgentId ids[MOST];
    VoxnavCrowdEvent event;
    VoxnavPlanningStats work;
    VoxnavDestination to;
    VoxnavPoint places[2];
    VoxnavPoint largest;
    size_t count = 0;
    int arrived = 0, frames = 0;

    OK(voxnav_crowd_ids(all.crowd, ids, MOST, &count));
    CHECK(count == 3 && ids[0] == ann && ids[1] == bob && ids[2] == cy);
    memset(&to, 0, sizeof to);
    to.size = sizeof to;
    to.kind = VOXNAV_DESTINATION_KIND_ANY_OF;
    places[0] = at(8, 0.25, 8);
    places[1] = at(8, 0.25, -8);
    to.points = places;
    to.point_count = 2;
    OK(voxnav_crowd_send_to(all.crowd, ann, at(8, 2, 0)));
    OK(voxnav_crowd_send(all.crowd, bob, &to));
    OK(voxnav_crowd_follow(all.crowd, cy, ann, 2));
    CHECK(state(all.crowd, ann).has_target && !state(all.crowd, ann).has_route);
    while (arrived != 3) {
        CHECK(++frames < 2000);
        arrived |= happened(all.crowd, VOXNAV_CROWD_EVENT_KIND_ARRIVED, ann, &event);
        OK(voxnav_crowd_states(all.crowd, states, MOST, &count));
        CHECK(count == 3);
        one = state(all.crowd, bob);
        CHECK(memcmp(&one, &states[1], sizeof one) == 0);
        CHECK(one.action != VOXNAV_ACTION_FLY && states[0].action == VOXNAV_ACTION_FLY);
        CHECK(!one.is_moving || one.has_route);
        arrived |= one.has_target ? 0 : 2;
    }
    CHECK(apart(state(all.crowd, ann).position, at(8, 2, 0)) <= 0.3 + 1e-9);
    CHECK(apart(state(all.crowd, bob).position, places[0]) < 0.5); /* by the door: that is nearer */
    work.size = sizeof work;
    OK(voxnav_crowd_work(all.crowd, &work));
    CHECK(work.total <= 4000);

    /* The door closes, and there is no way back; for no size, either. */
    OK(voxnav_obstacle_move(all.navigator, all.door, at(0, 2, 7.5), (VoxnavRotation){0, 0, 0, 0}));
    OK(voxnav_crowd_send_to(all.crowd, ann, at(-8, 2, 0)));
    CHECK(wait_for(all.crowd, VOXNAV_CROWD_EVENT_KIND_NO_PATH, ann).why == VOXNAV_NO_PATH_REASON_UNREACHABLE);
    IS(VOXNAV_STATUS_NOTHING, voxnav_crowd_largest_passable_agent(all.crowd, ann, &largest));
    /* It opens, and all is well. */
    OK(voxnav_obstacle_move(all.navigator, all.door, at(0, 2, 17.5), (VoxnavRotation){0, 0, 0, 0}));
    wait_for(all.crowd, VOXNAV_CROWD_EVENT_KIND_ARRIVED, ann);
    /* One that follows nobody any more. */
    OK(voxnav_crowd_follow(all.crowd, cy, bob, 1));
    OK(voxnav_crowd_remove(all.crowd, bob));
    CHECK(wait_for(all.crowd, VOXNAV_CROWD_EVENT_KIND_NO_PATH, cy).why == VOXNAV_NO_PATH_REASON_LEADER_REMOVED);
    IS(VOXNAV_STATUS_ERROR_UNKNOWN_ID, voxnav_crowd_remove(all.crowd, bob));
    /* One that stops. */
    OK(voxnav_crowd_send_to(all.crowd, ann, at(8, 2, 0)));
    OK(voxnav_crowd_stop(all.crowd, ann));
    CHECK(!state(all.crowd, ann).has_target);
    OK(voxnav_free(all.crowd.id));
    OK(voxnav_free(all.navigator.id));
}

/* Two follow a leader abreast; when it is removed, one of them leads the other. */
static void formation(void) {
    Hall all = hall();
    VoxnavCrowdAgentId leader = added(&all, all.walker, at(3, 0.25, 0)), wings[2];
    VoxnavFormation line;
    int number, leads = 0;
    wings[0] = added(&all, all.walker, at(2, 0.25, 1));
    wings[1] = added(&all, all.walker, at(2, 0.25, -1));
    memset(&line, 0, sizeof line);
    line.size = sizeof line;
    line.shape = VOXNAV_FORMATION_SHAPE_LINE;
    line.spacing = 1;
    line.wait = 3;
    OK(voxnav_crowd_follow_in_formation(all.crowd, leader, wings, 2, &line));
    OK(voxnav_crowd_send_to(all.crowd, leader, at(8, 0.25, 0)));
    for (number = 0; number < 900; number++) {
        OK(voxnav_crowd_update(all.crowd, 1.0 / 60));
    }
    for (number = 0; number < 2; number++) {
        double beside = apart(state(all.crowd, wings[number]).position, state(all.crowd, leader).position);
        CHECK(beside > 0.7 && beside < 1.3);
    }
    OK(voxnav_crowd_remove(all.crowd, leader));
    for (number = 0; number < 60; number++) {
        VoxnavCrowdEvent events[MOST];
        size_t count = 0, each;
        OK(voxnav_crowd_update(all.crowd, 1.0 / 60));
        OK(voxnav_crowd_events(all.crowd, events, MOST, &count));
        for (each = 0; each < count; each++) {
            leads += events[each].kind == VOXNAV_CROWD_EVENT_KIND_LEADS;
        }
    }
    CHECK(leads == 1);
    wings[1] = wings[0];
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_crowd_follow_in_formation(all.crowd, wings[0], wings, 1, &line));
    line.spacing = -1;
    CHECK(voxnav_crowd_follow_in_formation(all.crowd, wings[0], wings, 0, &line) < 0);
    OK(voxnav_free(all.crowd.id));
    OK(voxnav_free(all.navigator.id));
}

/* A group settles next to each other around one point; one by one, the second stops before the first. */
static void groups(void) {
    Hall all = hall();
    VoxnavCrowdAgentId group[6];
    VoxnavPoint places[6], point = at(8, 0.25, 0);
    VoxnavCrowdEvent event;
    VoxnavCrowdAgent agent;
    int number, other;
    for (number = 0; number < 6; number++) {
        group[number] = added(&all, number % 2 ? all.drone : all.walker, at(4, number % 2 ? 2 : 0.25, number - 3));
    }
    OK(voxnav_crowd_send_group(all.crowd, group, 6, point, places));
    for (number = 0; number < 6; number++) {
        for (other = 0; other < number; other++) {
            CHECK(apart(places[number], places[other]) > 0.4);
        }
        CHECK(state(all.crowd, group[number]).has_target);
    }
    for (number = 0, other = 0; other < 6; number++) {
        VoxnavCrowdEvent events[MOST];
        size_t count = 0, each;
        CHECK(number < 2000);
        OK(voxnav_crowd_update(all.crowd, 1.0 / 60));
        OK(voxnav_crowd_events(all.crowd, events, MOST, &count));
        for (each = 0; each < count; each++) {
            other += events[each].kind == VOXNAV_CROWD_EVENT_KIND_ARRIVED;
        }
    }
    IS(VOXNAV_STATUS_ERROR_NO_ROOM, voxnav_crowd_send_group(all.crowd, group, 6, at(8, -9, 0), NULL));
    OK(voxnav_crowd_send_group(all.crowd, group, 1, at(-8, 0.25, 0), NULL));
    group[1] = group[0];
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_crowd_send_group(all.crowd, group, 2, point, NULL));
    group[1] = 99;
    IS(VOXNAV_STATUS_ERROR_UNKNOWN_ID, voxnav_crowd_send_group(all.crowd, group, 2, point, NULL));
    memset(&agent, 0, sizeof agent);
    agent.size = sizeof agent;
    agent.speed = 3;
    agent.stopping_distance = 0.05;
    for (number = 0; number < 2; number++) {
        agent.position = at(4, 0.25, 5 - number);
        OK(voxnav_crowd_add(all.crowd, all.walker, &agent, &group[number]));
        OK(voxnav_crowd_send_to(all.crowd, group[number], at(4, 0.25, 8)));
    }
    event = wait_for(all.crowd, VOXNAV_CROWD_EVENT_KIND_STOPS_SHORT, group[1]);
    CHECK(event.why == VOXNAV_NO_PATH_REASON_TAKEN && event.other == group[0] && !event.is_character);
    OK(voxnav_free(all.crowd.id));
    OK(voxnav_free(all.navigator.id));
}

/* A wall divides the hall, and a post is on the end of the link over it: the event names both, and the nearest place. */
static void end_of_link(void) {
    Hall all = hall();
    VoxnavCrowdAgentId ann = added(&all, all.walker, at(-8, 0.25, 2));
    VoxnavObstacleId post = 0;
    VoxnavLinkId id = 0;
    VoxnavCrowdEvent event;
    VoxnavLink link;
    OK(voxnav_obstacle_move(all.navigator, all.door, at(0, 2, 7.5), (VoxnavRotation){0, 0, 0, 0}));
    OK(voxnav_obstacle_insert_box(all.navigator, at(2.6, 0, -0.4), at(3.4, 3, 0.4), &post));
    memset(&link, 0, sizeof link);
    link.size = sizeof link;
    link.from = link.from_end = at(-3, 0.25, 0);
    link.to = at(3, 0.25, 0);
    OK(voxnav_link_insert(all.navigator, &link, &id));
    OK(voxnav_crowd_send_to(all.crowd, ann, at(8, 0.25, 8)));
    event = wait_for(all.crowd, VOXNAV_CROWD_EVENT_KIND_NO_PATH, ann);
    CHECK(event.why == VOXNAV_NO_PATH_REASON_LINK_END && event.link == id && !event.is_beginning);
    CHECK(apart(event.nearest, link.to) < 1.5);
    /* At that place the link is used. */
    link.to = event.nearest;
    OK(voxnav_link_remove(all.navigator, id));
    OK(voxnav_link_insert(all.navigator, &link, &id));
    wait_for(all.crowd, VOXNAV_CROWD_EVENT_KIND_ARRIVED, ann);
    OK(voxnav_free(all.crowd.id));
    OK(voxnav_free(all.navigator.id));
}

/* Agents that physics moves go where the crowd tells them. */
static void moved_by_others(void) {
    Hall all = hall();
    VoxnavCrowdAgent agent;
    VoxnavCrowdAgentId ids[8], known;
    VoxnavPoint positions[8];
    VoxnavCrowdAgentState states[8];
    size_t count = 0, number;
    int frames = 0;
    memset(&agent, 0, sizeof agent);
    agent.size = sizeof agent;
    agent.moved_by = VOXNAV_MOVED_BY_OTHERS;
    agent.speed = 3;
    agent.stopping_distance = 0.3;
    for (number = 0; number < 8; number++) {
        agent.position = at(-9 + (double)number, number % 2 ? 2 : 0.25, 0);
        OK(voxnav_crowd_add(all.crowd, number % 2 ? all.drone : all.walker, &agent, &ids[number]));
        OK(voxnav_crowd_send_to(all.crowd, ids[number], at(8, number % 2 ? 2 : 0.25, (double)number)));
    }
    for (;;) {
        int is_done = 1;
        CHECK(++frames < 2000);
        OK(voxnav_crowd_update(all.crowd, 1.0 / 60));
        OK(voxnav_crowd_states(all.crowd, states, 8, &count));
        for (number = 0; number < 8; number++) {
            VoxnavPoint v = states[number].velocity, p = states[number].position;
            CHECK(states[number].id == ids[number]);
            CHECK(frames == 1 || apart(p, positions[number]) < 1e-12); /* where it was put, and not beyond */
            positions[number] = at(p.x + v.x / 60, p.y + v.y / 60, p.z + v.z / 60);
            is_done &= !states[number].has_target;
        }
        if (is_done) {
            break;
        }
        OK(voxnav_crowd_move_all(all.crowd, ids, positions, 8));
    }
    /* One of them is none: no agent moves. */
    known = ids[7];
    ids[7] = 99;
    positions[0] = at(0, 2, 9);
    IS(VOXNAV_STATUS_ERROR_UNKNOWN_ID, voxnav_crowd_move_all(all.crowd, ids, positions, 8));
    ids[7] = known;
    positions[7].x = nan("");
    IS(VOXNAV_STATUS_ERROR_POSITION, voxnav_crowd_move_all(all.crowd, ids, positions, 8));
    CHECK(apart(state(all.crowd, ids[0]).position, positions[0]) > 1);
    OK(voxnav_crowd_set_position(all.crowd, ids[0], positions[0]));
    CHECK(apart(state(all.crowd, ids[0]).position, positions[0]) == 0);
    OK(voxnav_free(all.crowd.id));
    OK(voxnav_free(all.navigator.id));
}

/* Agents that fly at each other never touch, and nor does one a player that minds nobody. */
static void avoidance(void) {
    Hall all = hall();
    VoxnavCrowdAgentId ids[6];
    VoxnavCrowdAgentState states[6];
    VoxnavCharacter player;
    VoxnavCrowdAgent agent;
    size_t count = 0;
    int number, other, frame, is_done = 0;
    memset(&player, 0, sizeof player);
    player.position = at(3, 2, 9);
    player.velocity = at(0, 0, -2);
    player.radius = 0.5;
    memset(&agent, 0, sizeof agent);
    agent.size = sizeof agent;
    agent.speed = 3;
    agent.stopping_distance = 0.3;
    agent.radius = 0.3;
    for (number = 0; number < 6; number++) {
        agent.position = at(number % 2 ? 9 : 1, 2, number / 2);
        agent.priority = number;
        OK(voxnav_crowd_add(all.crowd, all.drone, &agent, &ids[number]));
        OK(voxnav_crowd_send_to(all.crowd, ids[number], at(number % 2 ? 1 : 9, 2, number / 2)));
    }
    for (frame = 0; !is_done; frame++) {
        CHECK(frame < 3000);
        OK(voxnav_crowd_set_characters(all.crowd, &player, player.position.z > -9));
        OK(voxnav_crowd_update(all.crowd, 1.0 / 60));
        player.position.z -= 2.0 / 60;
        OK(voxnav_crowd_states(all.crowd, states, 6, &count));
        for (is_done = 1, number = 0; number < 6; number++) {
            for (other = 0; other < number; other++) {
                CHECK(apart(states[number].position, states[other].position) > 0.6 - 1e-6);
            }
            is_done &= !states[number].has_target;
        }
    }
    player.radius = -1;
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_crowd_set_characters(all.crowd, &player, 1));
    OK(voxnav_free(all.crowd.id));
    OK(voxnav_free(all.navigator.id));
}

/* Agents follow a joint plan, in which they change places. */
static void planned(void) {
    Hall all = hall();
    VoxnavPoint ends[2], turned[2];
    VoxnavMapf together = {0};
    VoxnavCrowdAgent agent;
    VoxnavCrowdAgentId ids[2];
    VoxnavBytes bytes = {0};
    int number, frame = 0;
    ends[0] = turned[1] = at(2, 2, 2);
    ends[1] = turned[0] = at(8, 2, 2);
    memset(&agent, 0, sizeof agent);
    agent.size = sizeof agent;
    agent.radius = 0.2;
    agent.speed = 4;
    OK(voxnav_mapf_new((VoxnavSpace){all.drone.id}, ends, turned, 2, NULL, &together));
    for (number = 0; number < 2; number++) {
        agent.position = ends[number];
        OK(voxnav_crowd_add(all.crowd, all.drone, &agent, &ids[number]));
    }
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_crowd_follow_plan(all.crowd, ids, 2, together));
    while (voxnav_mapf_step(together, 10) == VOXNAV_STATUS_PENDING) {
    }
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_crowd_follow_plan(all.crowd, ids, 1, together));
    OK(voxnav_crowd_to_bytes(all.crowd, &bytes));
    OK(voxnav_free(bytes.id));
    OK(voxnav_crowd_follow_plan(all.crowd, ids, 2, together));
    /* A joint plan is not saved, and goes on. */
    bytes.id = 0;
    IS(VOXNAV_STATUS_ERROR_UNSUPPORTED, voxnav_crowd_to_bytes(all.crowd, &bytes));
    CHECK(bytes.id == 0 && strstr(voxnav_last_error(), "joint plan") != NULL);
    while (apart(state(all.crowd, ids[0]).position, turned[0]) > 1e-6 ||
           apart(state(all.crowd, ids[1]).position, turned[1]) > 1e-6) {
        CHECK(++frame < 2000);
        OK(voxnav_crowd_update(all.crowd, 1.0 / 60));
    }
    IS(VOXNAV_STATUS_ERROR_NO_ROOM, voxnav_crowd_follow_plan(all.crowd, ids, 2, together));
    OK(voxnav_crowd_send_to(all.crowd, ids[0], ends[0]));
    OK(voxnav_crowd_stop(all.crowd, ids[1]));
    OK(voxnav_crowd_to_bytes(all.crowd, &bytes));
    OK(voxnav_free(bytes.id));
    OK(voxnav_free(together.id));
    OK(voxnav_free(all.crowd.id));
    OK(voxnav_free(all.navigator.id));
}

/* Agents have ways that can be drawn, speeds that change, and say why they do not get on. */
static void ways_and_speeds(void) {
    Hall all = hall(), other = hall();
    VoxnavCrowdAgentId ann = added(&all, all.drone, at(-8, 2, 0)), bob = 0;
    VoxnavAgentSettings large;
    VoxnavAgent giant = {0};
    VoxnavCrowdSettings policy;
    VoxnavRouteOptions options;
    VoxnavCrowdAgent agent;
    VoxnavCrowdAgentState state_;
    VoxnavCrowd parts = {0};
    VoxnavPoint way[64];
    size_t count = 9;
    int frame;
    OK(voxnav_crowd_waypoints(all.crowd, ann, way, 64, &count));
    CHECK(count == 0);
    OK(voxnav_crowd_send_to(all.crowd, ann, at(8, 2, 0)));
    OK(voxnav_crowd_set_speed(all.crowd, ann, 0));
    for (frame = 0; frame < 60; frame++) {
        OK(voxnav_crowd_update(all.crowd, 1.0 / 60));
    }
    CHECK(apart(state(all.crowd, ann).position, at(-8, 2, 0)) == 0 && state(all.crowd, ann).has_target);
    OK(voxnav_crowd_waypoints(all.crowd, ann, way, 64, &count));
    CHECK(count >= 3 && apart(way[0], at(-8, 2, 0)) < 1e-9 && apart(way[count - 1], at(8, 2, 0)) < 1e-9);
    IS(VOXNAV_STATUS_CUT_SHORT, voxnav_crowd_waypoints(all.crowd, ann, way, 1, NULL));
    OK(voxnav_crowd_set_speed(all.crowd, ann, 6));
    for (frame = 0; frame < 30; frame++) {
        OK(voxnav_crowd_update(all.crowd, 1.0 / 60));
    }
    CHECK(apart(state(all.crowd, ann).position, at(-8, 2, 0)) > 2.5); /* half a second at a speed of 6 */
    CHECK(!state(all.crowd, ann).is_blocked && state(all.crowd, ann).partial_reason == VOXNAV_NO_PATH_REASON_NONE);
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_crowd_set_speed(all.crowd, ann, -1));
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_crowd_set_speed(all.crowd, ann, nan("")));
    IS(VOXNAV_STATUS_ERROR_UNKNOWN_ID, voxnav_crowd_set_speed(all.crowd, 99, 1));
    IS(VOXNAV_STATUS_ERROR_UNKNOWN_ID, voxnav_crowd_waypoints(all.crowd, 0, way, 64, &count));

    /* Another radius and priority, and a body that does not fit everywhere. */
    OK(voxnav_crowd_set_priority(all.crowd, ann, 3));
    OK(voxnav_crowd_set_radius(all.crowd, ann, 0.6));
    OK(voxnav_crowd_set_radius(all.crowd, ann, 0));
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_crowd_set_radius(all.crowd, ann, -1));
    OK(voxnav_crowd_set_keep_away(all.crowd, ann, 2, 4));
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_crowd_set_keep_away(all.crowd, ann, -1, 4));
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_crowd_set_keep_away(all.crowd, ann, 2, 0));
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_crowd_set_keep_away(all.crowd, ann, 2, 65536));
    IS(VOXNAV_STATUS_ERROR_UNKNOWN_ID, voxnav_crowd_set_keep_away(all.crowd, 99, 2, 4));
    OK(voxnav_crowd_set_keep_away(all.crowd, ann, 0, 0));
    IS(VOXNAV_STATUS_ERROR_UNKNOWN_ID, voxnav_crowd_set_priority(all.crowd, 99, 1));
    IS(VOXNAV_STATUS_ERROR_UNKNOWN_ID, voxnav_crowd_set_radius(all.crowd, 99, 1));
    IS(VOXNAV_STATUS_ERROR_UNKNOWN_ID, voxnav_crowd_set_body(all.crowd, 99, all.drone));
    memset(&large, 0, sizeof large);
    large.size = sizeof large;
    large.half_extents = at(3, 3, 3); /* higher than the hall */
    OK(voxnav_agent_add(all.navigator, &large, &giant));
    IS(VOXNAV_STATUS_ERROR_NO_ROOM, voxnav_crowd_set_body(all.crowd, ann, giant));
    IS(VOXNAV_STATUS_ERROR_UNSUPPORTED, voxnav_crowd_set_body(all.crowd, ann, other.drone));
    OK(voxnav_crowd_set_body(all.crowd, ann, all.drone));

    /* The door closes ahead, and opens again. */
    OK(voxnav_obstacle_move(all.navigator, all.door, at(0, 2, 7.5), (VoxnavRotation){0, 0, 0, 0}));
    for (frame = 0; frame < 600 && !state(all.crowd, ann).is_blocked; frame++) {
        OK(voxnav_crowd_update(all.crowd, 1.0 / 60));
    }
    CHECK(state(all.crowd, ann).is_blocked || !state(all.crowd, ann).has_route);
    /* Another crowd takes parts of ways, and says why they end where they do. */
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.partial = 1;
    memset(&policy, 0, sizeof policy);
    policy.size = sizeof policy;
    policy.options = &options;
    memset(&agent, 0, sizeof agent);
    agent.size = sizeof agent;
    agent.position = at(-8, 2, 4);
    OK(voxnav_crowd_new(all.navigator, &policy, &parts));
    OK(voxnav_crowd_add(parts, all.drone, &agent, &bob));
    OK(voxnav_crowd_send_to(parts, bob, at(8, 2, 0)));
    OK(voxnav_crowd_update(parts, 0.1));
    state_ = state(parts, bob);
    CHECK(state_.has_route && state_.partial_reason == VOXNAV_NO_PATH_REASON_UNREACHABLE);
    OK(voxnav_free(parts.id));
    OK(voxnav_obstacle_move(all.navigator, all.door, at(0, 2, 17.5), (VoxnavRotation){0, 0, 0, 0}));
    wait_for(all.crowd, VOXNAV_CROWD_EVENT_KIND_ARRIVED, ann);
    CHECK(!state(all.crowd, ann).is_blocked);

    /* A velocity instead of a destination, and one that takes time to reach it. */
    IS(VOXNAV_STATUS_ERROR_UNKNOWN_ID, voxnav_crowd_move(all.crowd, 99, at(1, 0, 0)));
    CHECK(voxnav_crowd_move(all.crowd, ann, at(nan(""), 0, 0)) < 0);
    agent.position = at(4, 2, -8);
    agent.speed = 2;
    agent.acceleration = 1;
    OK(voxnav_crowd_add(all.crowd, all.drone, &agent, &bob));
    OK(voxnav_crowd_move(all.crowd, bob, at(0, 0, 2)));
    for (frame = 0; frame < 60; frame++) {
        OK(voxnav_crowd_update(all.crowd, 1.0 / 60));
    }
    CHECK(state(all.crowd, bob).has_target && state(all.crowd, bob).velocity.z > 0.5);
    CHECK(fabs(apart(state(all.crowd, bob).velocity, at(0, 0, 0)) - 1) < 0.1); /* after a second */
    agent.acceleration = -1;
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_crowd_add(all.crowd, all.drone, &agent, &bob));
    OK(voxnav_free(other.crowd.id));
    OK(voxnav_free(other.navigator.id));
    OK(voxnav_free(all.crowd.id));
    OK(voxnav_free(all.navigator.id));
}

/* A door closes unless somebody stands in it, and is found by its name, in a file, too. */
static void doors(void) {
    static const VoxnavRotation NONE = {0, 0, 0, 0};
    Hall all = hall();
    VoxnavShape box;
    VoxnavObstacle wanted;
    VoxnavObstacleId gate = 0, found = 0;
    VoxnavCrowdAgentId in_the_way[4] = {0, 0, 0, 0}, ann, bob;
    VoxnavNavigator again = {0};
    VoxnavBytes bytes = {0};
    VoxnavPoint shut = at(0, 2, 7.5), open = at(0, 2, 16.5), where;
    static uint8_t file[1 << 20];
    char name[16] = "";
    size_t count = 9;
    memset(&box, 0, sizeof box);
    box.size = sizeof box;
    box.kind = VOXNAV_SHAPE_KIND_CUBOID;
    box.a = 0.5;
    box.b = 3;
    box.c = 3.5;
    memset(&wanted, 0, sizeof wanted);
    wanted.size = sizeof wanted;
    wanted.shapes = &box;
    wanted.shape_count = 1;
    wanted.position = open;
    wanted.name = "gate";
    OK(voxnav_obstacle_insert(all.navigator, &wanted, &gate));
    OK(voxnav_obstacle_name(all.navigator, gate, name, sizeof name, &count));
    CHECK(count == 5 && strcmp(name, "gate") == 0);
    IS(VOXNAV_STATUS_CUT_SHORT, voxnav_obstacle_name(all.navigator, gate, name, 2, &count));
    IS(VOXNAV_STATUS_NOTHING, voxnav_obstacle_name(all.navigator, all.door, name, sizeof name, &count));
    IS(VOXNAV_STATUS_ERROR_UNKNOWN_ID, voxnav_obstacle_name(all.navigator, gate + 99, name, sizeof name, &count));
    OK(voxnav_obstacle_find(all.navigator, "gate", &found));
    CHECK(found == gate);
    IS(VOXNAV_STATUS_NOTHING, voxnav_obstacle_find(all.navigator, "door", &found));
    IS(VOXNAV_STATUS_ERROR_TEXT, voxnav_obstacle_find(all.navigator, "\xff", &found));
    IS(VOXNAV_STATUS_ERROR_POINTER, voxnav_obstacle_find(all.navigator, NULL, &found));
    OK(voxnav_navigator_to_bytes(all.navigator, &bytes));
    OK(voxnav_bytes_read(bytes, file, sizeof file, &count));
    OK(voxnav_navigator_from_bytes(file, count, &again));
    OK(voxnav_obstacle_find(again, "gate", &found));
    CHECK(found == gate);

    ann = added(&all, all.drone, at(0, 2, 6));
    bob = added(&all, all.walker, at(0, 0.25, 8));
    added(&all, all.drone, at(3, 2, 6));
    IS(VOXNAV_STATUS_IN_THE_WAY, voxnav_obstacle_preview_move(all.navigator, gate, shut, NONE, all.drone, at(0, 2, 6)));
    OK(voxnav_obstacle_preview_move(all.navigator, gate, shut, NONE, all.drone, at(3, 2, 6)));
    OK(voxnav_obstacle_preview_move(all.navigator, gate, open, NONE, all.walker, at(0, 0.25, 8)));
    IS(VOXNAV_STATUS_ERROR_UNSUPPORTED, voxnav_obstacle_preview_move(again, gate, shut, NONE, all.drone, at(0, 2, 6)));
    IS(VOXNAV_STATUS_ERROR_POSITION,
       voxnav_obstacle_preview_move(all.navigator, gate, shut, NONE, all.drone, at(nan(""), 2, 6)));
    IS(VOXNAV_STATUS_IN_THE_WAY,
       voxnav_crowd_try_move_obstacle(all.crowd, gate, shut, NONE, in_the_way, 4, &count));
    CHECK(count == 2 && in_the_way[0] == ann && in_the_way[1] == bob);
    OK(voxnav_obstacle_placement(all.navigator, gate, &where, NULL));
    CHECK(apart(where, open) == 0); /* it stays */
    IS(VOXNAV_STATUS_IN_THE_WAY, voxnav_crowd_try_move_obstacle(all.crowd, gate, shut, NONE, NULL, 0, NULL));
    OK(voxnav_crowd_remove(all.crowd, ann));
    OK(voxnav_crowd_set_position(all.crowd, bob, at(3, 0.25, 8)));
    OK(voxnav_crowd_try_move_obstacle(all.crowd, gate, shut, NONE, in_the_way, 4, &count));
    OK(voxnav_obstacle_placement(all.navigator, gate, &where, NULL));
    CHECK(count == 0 && apart(where, shut) == 0);
    IS(VOXNAV_STATUS_ERROR_UNKNOWN_ID,
       voxnav_crowd_try_move_obstacle(all.crowd, gate + 99, shut, NONE, in_the_way, 4, &count));
    IS(VOXNAV_STATUS_ERROR_OBSTACLE,
       voxnav_crowd_try_move_obstacle(all.crowd, gate, at(nan(""), 0, 0), NONE, in_the_way, 4, &count));
    OK(voxnav_free(bytes.id));
    OK(voxnav_free(again.id));
    OK(voxnav_free(all.crowd.id));
    OK(voxnav_free(all.navigator.id));
}

/* The halves of an update are an update, whatever the events are told by. */
static void halves(void) {
    VoxnavCrowdAgentState states[2][MOST];
    VoxnavCrowdEvent events[MOST];
    VoxnavCrowdSettings policy;
    VoxnavCrowdAgent agent;
    size_t count = 0, told[2] = {0, 0};
    int in_halves, frame, number;
    memset(states, 0, sizeof states);
    memset(&policy, 0, sizeof policy);
    policy.size = sizeof policy;
    policy.anytime = 1;
    policy.searches = 1;
    memset(&agent, 0, sizeof agent);
    agent.size = sizeof agent;
    agent.speed = 3;
    agent.stopping_distance = 2;
    agent.arrival = VOXNAV_ARRIVAL_SEEN;
    for (in_halves = 0; in_halves < 2; in_halves++) {
        Hall all = hall();
        VoxnavCrowd crowd = {0};
        VoxnavCrowdAgentId id = 0;
        OK(voxnav_crowd_new(all.navigator, &policy, &crowd));
        for (number = 0; number < 8; number++) {
            agent.position = at(-8, 2, number - 4);
            OK(voxnav_crowd_add(crowd, all.drone, &agent, &id));
            OK(voxnav_crowd_send_to(crowd, id, at(8, 2, 4 - number)));
        }
        for (frame = 0; frame < 600; frame++) {
            if (in_halves) {
                OK(voxnav_crowd_update_plans(crowd, 1.0 / 60));
                OK(voxnav_crowd_events(crowd, events, MOST, &count));
                told[1] += count;
                OK(voxnav_crowd_update_positions(crowd, 1.0 / 60));
            } else {
                VoxnavPlanningStats work;
                work.size = sizeof work;
                OK(voxnav_crowd_update(crowd, 1.0 / 60));
                OK(voxnav_crowd_work(crowd, &work));
                CHECK(work.begun <= 8); /* one for each agent */
            }
            OK(voxnav_crowd_events(crowd, events, MOST, &count));
            told[in_halves] += count;
        }
        OK(voxnav_crowd_states(crowd, states[in_halves], MOST, &count));
        CHECK(count == 8);
        for (number = 0; number < 8; number++) {
            CHECK(apart(states[in_halves][number].position, at(8, 2, 4 - number)) <= 2 + 1e-9);
        }
        IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_crowd_update_plans(crowd, -1));
        IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_crowd_update_positions(crowd, nan("")));
        OK(voxnav_free(all.crowd.id));
        OK(voxnav_free(all.navigator.id));
        IS(VOXNAV_STATUS_ERROR_STALE_HANDLE, voxnav_crowd_update_plans(crowd, 0.1));
        OK(voxnav_free(crowd.id));
    }
    CHECK(told[0] == told[1] && told[0] >= 16);
    CHECK(memcmp(states[0], states[1], sizeof states[0]) == 0);
}

/* Equal calls give equal crowds. */
static void equal_calls(void) {
    VoxnavCrowdAgentState states[2][MOST];
    size_t count = 0;
    int round, frame, number;
    memset(states, 0, sizeof states);
    for (round = 0; round < 2; round++) {
        Hall all = hall();
        for (number = 0; number < 20; number++) {
            VoxnavPoint here = at(-9 + number % 5, number % 2 ? 2 : 0.25, -9 + number);
            VoxnavCrowdAgentId id = added(&all, number % 2 ? all.drone : all.walker, here);
            OK(voxnav_crowd_send_to(all.crowd, id, at(9 - number % 7, here.y, 9 - number)));
        }
        for (frame = 0; frame < 100; frame++) {
            OK(voxnav_crowd_update(all.crowd, 1.0 / 60));
        }
        OK(voxnav_crowd_states(all.crowd, states[round], MOST, &count));
        CHECK(count == 20);
        OK(voxnav_free(all.crowd.id));
        OK(voxnav_free(all.navigator.id));
    }
    CHECK(memcmp(states[0], states[1], sizeof states[0]) == 0);
}

static void refusals(void) {
    Hall all = hall(), other = hall();
    VoxnavCrowdSettings policy;
    VoxnavSmoothing smoothing;
    VoxnavCrowdAgent agent;
    VoxnavCrowdAgentId id = 0;
    VoxnavCrowd crowd = {0};
    VoxnavCrowdAgentId ann = added(&all, all.drone, at(-8, 2, 0));
    VoxnavCrowdEvent event;
    size_t count = 0;
    memset(&policy, 0, sizeof policy);
    policy.size = sizeof policy;
    policy.max_suboptimality = 0.5;
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_crowd_new(all.navigator, &policy, &crowd));
    policy.max_suboptimality = 2;
    policy.budget = 500;
    memset(&smoothing, 0, sizeof smoothing);
    policy.smoothing = &smoothing;
    IS(VOXNAV_STATUS_ERROR_STRUCT_SIZE, voxnav_crowd_new(all.navigator, &policy, &crowd));
    smoothing.size = sizeof smoothing;
    OK(voxnav_crowd_new(all.navigator, &policy, &crowd));
    OK(voxnav_free(crowd.id));
    IS(VOXNAV_STATUS_ERROR_WRONG_HANDLE, voxnav_crowd_new((VoxnavNavigator){all.drone.id}, NULL, &crowd));
    memset(&agent, 0, sizeof agent);
    agent.size = sizeof agent;
    agent.position = at(0, 2, 0); /* in the wall */
    IS(VOXNAV_STATUS_ERROR_NO_ROOM, voxnav_crowd_add(all.crowd, all.drone, &agent, &id));
    agent.position = at(5, 2, 5);
    IS(VOXNAV_STATUS_ERROR_UNSUPPORTED, voxnav_crowd_add(all.crowd, other.drone, &agent, &id));
    agent.speed = -1;
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_crowd_add(all.crowd, all.drone, &agent, &id));
    agent.speed = 0;
    agent.moved_by = (VoxnavMovedBy)7;
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_crowd_add(all.crowd, all.drone, &agent, &id));
    agent.moved_by = VOXNAV_MOVED_BY_CROWD;
    agent.arrival = (VoxnavArrival)3;
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_crowd_add(all.crowd, all.drone, &agent, &id));
    CHECK(id == 0);
    IS(VOXNAV_STATUS_ERROR_UNKNOWN_ID, voxnav_crowd_send_to(all.crowd, 0, at(1, 1, 1)));
    IS(VOXNAV_STATUS_ERROR_UNKNOWN_ID, voxnav_crowd_follow(all.crowd, ann, UINT64_MAX, 1));
    IS(VOXNAV_STATUS_ERROR_OPTIONS, voxnav_crowd_follow(all.crowd, ann, ann, -1));
    IS(VOXNAV_STATUS_ERROR_POSITION, voxnav_crowd_send_to(all.crowd, ann, at(nan(""), 1, 1)));
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_crowd_update(all.crowd, -1));
    OK(voxnav_crowd_send_to(all.crowd, ann, at(8, 2, 0)));
    OK(voxnav_crowd_update(all.crowd, 0.1));
    OK(voxnav_crowd_events(all.crowd, NULL, 0, &count));
    CHECK(count == 1);
    OK(voxnav_crowd_events(all.crowd, &event, 1, NULL));
    CHECK(event.id == ann && event.kind == VOXNAV_CROWD_EVENT_KIND_ROUTE_CHANGED);
    added(&all, all.drone, at(-8, 2, 3));
    OK(voxnav_crowd_ids(all.crowd, NULL, 0, &count));
    CHECK(count == 2);
    IS(VOXNAV_STATUS_CUT_SHORT, voxnav_crowd_ids(all.crowd, &id, 1, &count));
    CHECK(id == ann && count == 2);
    /* The body of an agent is gone, and then the world. */
    OK(voxnav_agent_remove(all.drone));
    IS(VOXNAV_STATUS_ERROR_STALE_HANDLE, voxnav_crowd_update(all.crowd, 0.1));
    OK(voxnav_free(all.navigator.id));
    IS(VOXNAV_STATUS_ERROR_STALE_HANDLE, voxnav_crowd_update(all.crowd, 0.1));
    OK(voxnav_crowd_remove(all.crowd, ann));
    OK(voxnav_free(all.crowd.id));
    OK(voxnav_free(other.crowd.id));
    OK(voxnav_free(other.navigator.id));
}

int main(void) {
    uint64_t live = 1;
    targets();
    groups();
    formation();
    end_of_link();
    moved_by_others();
    avoidance();
    planned();
    ways_and_speeds();
    doors();
    halves();
    equal_calls();
    refusals();
    OK(voxnav_live_objects(&live));
    CHECK(live == 0);
    puts("crowds get where they are sent");
    return 0;
}
