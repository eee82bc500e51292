/* Joint plans on the ground and of goals that any agent may take, fleets that are sent on and on, and remedies. */
#include <math.h>

#include "world.h"

static int is_one(VoxnavPoint a, VoxnavPoint b) { return memcmp(&a, &b, sizeof a) == 0; }

/* A world of so many cells of one unit, z up, on a floor. */
static VoxnavNavigator floored(int x, int y, int z) {
    VoxnavRegion region;
    VoxnavCells floor = {{0, 0, 0}, {0, 0, 1}};
    VoxnavNavigator navigator = {0};
    memset(&region, 0, sizeof region);
    region.size = sizeof region;
    region.cell_size = 1;
    region.max = at(x - 1, y - 1, z - 1);
    floor.max.x = x;
    floor.max.y = y;
    OK(voxnav_navigator_new(&region, &navigator));
    OK(voxnav_cells_set(navigator, floor, VOXNAV_STATE_OCCUPIED));
    return navigator;
}

/* Searches in slices until there is an outcome, and returns it. */
static VoxnavStatus planned(VoxnavMapf together, uint64_t most, int *slices) {
    VoxnavStatus status;
    *slices = 1;
    while ((status = voxnav_mapf_step(together, most)) == VOXNAV_STATUS_PENDING) {
        CHECK(++*slices < 100000);
    }
    return status;
}

static VoxnavMapfOptions plain(void) {
    VoxnavMapfOptions options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    return options;
}

/* In a corridor nobody passes anybody: the first takes the goal that is nearer to it. */
static void goals_for_anybody(void) {
    VoxnavNavigator navigator = floored(6, 1, 2);
    VoxnavAgent drone = agent_of(navigator, 0);
    VoxnavMapfOptions options = plain();
    VoxnavPoint starts[2], goals[2], places[2];
    VoxnavPlannedLeg leg;
    VoxnavMapfInfo info;
    VoxnavMapf together = {0};
    uint32_t given[2] = {9, 9};
    size_t count = 0;
    int slices;
    info.size = sizeof info;
    starts[0] = at(0, 0, 1);
    starts[1] = at(1, 0, 1);
    goals[0] = at(5, 0, 1);
    goals[1] = at(3, 0, 1);
    OK(voxnav_mapf_new((VoxnavSpace){drone.id}, starts, goals, 2, &options, &together));
    IS(VOXNAV_STATUS_UNREACHABLE, voxnav_mapf_step(together, UINT64_MAX));
    IS(VOXNAV_STATUS_NOTHING, voxnav_mapf_goals(together, given, 2, &count));
    OK(voxnav_free(together.id));
    options.any_goal = 1;
    OK(voxnav_mapf_new((VoxnavSpace){drone.id}, starts, goals, 2, &options, &together));
    IS(VOXNAV_STATUS_FOUND, planned(together, 1, &slices));
    OK(voxnav_mapf_goals(together, given, 2, &count));
    CHECK(count == 2 && given[0] == 1 && given[1] == 0);
    OK(voxnav_mapf_info(together, &info));
    CHECK(slices > 1 && info.shortest == 7 && info.cost >= 7 && info.agents == 2);
    CHECK(fabs(info.bound - (double)info.cost / 7) < 1e-12);
    OK(voxnav_mapf_places(together, info.steps, places, 2, &count));
    CHECK(is_one(places[0], goals[1]) && is_one(places[1], goals[0]));
    IS(VOXNAV_STATUS_ERROR_UNSUPPORTED, voxnav_mapf_legs(together, 0, &leg, 1, &count));
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_mapf_legs(together, 2, &leg, 1, &count));
    OK(voxnav_free(together.id));
    goals[0] = at(5, 0, 0); /* in the floor */
    IS(VOXNAV_STATUS_ERROR_NO_ROOM, voxnav_mapf_new((VoxnavSpace){drone.id}, starts, goals, 2, &options, &together));
    OK(voxnav_free(navigator.id));
}

/* A drone that takes two steps for a move and one for a turn: two moves, a turn, and a move. */
static void slow_ones_turn(void) {
    VoxnavNavigator navigator = floored(6, 6, 2);
    VoxnavAgent drone = agent_of(navigator, 0);
    VoxnavMapfOptions options = plain();
    VoxnavPoint start = at(0, 0, 1), goal = at(2, 1, 1), place;
    VoxnavMapfInfo info;
    VoxnavMapf together = {0};
    size_t count = 0;
    int slices;
    info.size = sizeof info;
    options.moves = VOXNAV_MOVES_FACE6;
    options.steps_per_move = 2;
    options.steps_per_turn = 1;
    OK(voxnav_mapf_new((VoxnavSpace){drone.id}, &start, &goal, 1, &options, &together));
    IS(VOXNAV_STATUS_FOUND, planned(together, 1, &slices));
    OK(voxnav_mapf_info(together, &info));
    CHECK(info.cost == 7 && info.shortest == 7 && info.steps == 7);
    OK(voxnav_mapf_places(together, 7, &place, 1, &count));
    CHECK(count == 1 && is_one(place, goal));
    OK(voxnav_free(together.id));
    options.steps_per_turn = 256;
    IS(VOXNAV_STATUS_ERROR_BOUNDS, voxnav_mapf_new((VoxnavSpace){drone.id}, &start, &goal, 1, &options, &together));
    options.steps_per_turn = 1;
    options.up = (VoxnavHeading)6;
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_mapf_new((VoxnavSpace){drone.id}, &start, &goal, 1, &options, &together));
    OK(voxnav_free(navigator.id));
}

/* Walkers change places on a floor, and none is ever where another is. */
static void on_the_ground(void) {
    enum { AGENTS = 4, MOST = 64 };
    VoxnavNavigator navigator = floored(5, 5, 4);
    VoxnavAgent walker = agent_of(navigator, 1);
    VoxnavMapfOptions options = plain();
    VoxnavPoint starts[AGENTS], goals[AGENTS], places[AGENTS], path[MOST];
    VoxnavPlannedLeg legs[MOST];
    VoxnavCell cells[MOST];
    VoxnavMapfInfo info;
    VoxnavMapf together = {0};
    VoxnavCrowd crowd = {0};
    VoxnavCrowdAgentId ids[AGENTS];
    uint32_t given[AGENTS];
    VoxnavCrowdAgent agent;
    VoxnavCrowdAgentState state;
    uint64_t cost = 0;
    size_t count = 0, one, other, step;
    int slices, frame, is_done = 0;
    info.size = sizeof info;
    for (one = 0; one < AGENTS; one++) {
        starts[one] = at(one % 2 ? 4 : 0, (double)one, 0.5);
        goals[one] = at(one % 2 ? 0 : 4, (double)one, 0.5);
    }
    starts[0].z = 1.6; /* above the ground */
    OK(voxnav_mapf_new((VoxnavSpace){walker.id}, starts, goals, AGENTS, NULL, &together));
    IS(VOXNAV_STATUS_NOTHING, voxnav_mapf_legs(together, 0, legs, MOST, &count));
    IS(VOXNAV_STATUS_FOUND, planned(together, 1, &slices));
    OK(voxnav_mapf_info(together, &info));
    CHECK(slices > AGENTS && info.expanded > 0 && info.agents == AGENTS && info.cost >= info.shortest && info.shortest >= 16 && info.bound >= 1);
    starts[0].z = 0.5;
    for (one = 0; one < AGENTS; one++) {
        OK(voxnav_mapf_legs(together, one, legs, MOST, &count));
        CHECK(count >= 4 && count <= MOST && is_one(legs[count - 1].to, goals[one]));
        for (step = 0; step < count; step++) {
            CHECK(legs[step].begins < legs[step].ends && (step == 0 || legs[step - 1].ends <= legs[step].begins));
        }
        cost += legs[count - 1].ends;
        OK(voxnav_mapf_path(together, one, path, MOST, &count));
        CHECK(is_one(path[0], starts[one]) && is_one(path[count - 1], goals[one]));
        OK(voxnav_mapf_cells(together, one, cells, MOST, &count));
        CHECK(cells[count - 1].z == 1 && cells[count - 1].y == (int)one);
    }
    CHECK(cost == info.cost);
    for (step = 0; step <= info.steps; step++) {
        OK(voxnav_mapf_places(together, step, places, AGENTS, &count));
        CHECK(count == AGENTS);
        for (one = 0; one < AGENTS; one++) {
            for (other = 0; other < one; other++) {
                CHECK(!is_one(places[one], places[other]));
            }
        }
    }
    OK(voxnav_mapf_goals(together, given, AGENTS, &count));
    CHECK(count == AGENTS && given[0] == 0 && given[3] == 3);
    OK(voxnav_crowd_new(navigator, NULL, &crowd));
    memset(&agent, 0, sizeof agent);
    agent.size = sizeof agent;
    for (one = 0; one < AGENTS; one++) {
        agent.position = starts[one];
        agent.speed = 1 + (double)one;
        OK(voxnav_crowd_add(crowd, walker, &agent, &ids[one]));
    }
    OK(voxnav_crowd_follow_plan(crowd, ids, AGENTS, together));
    for (frame = 0; !is_done; frame++) {
        CHECK(frame < 1000);
        OK(voxnav_crowd_update(crowd, 0.05));
        for (is_done = 1, one = 0; one < AGENTS; one++) {
            OK(voxnav_crowd_state(crowd, ids[one], &state));
            is_done &= is_one(state.position, goals[one]);
        }
    }
    IS(VOXNAV_STATUS_ERROR_NO_ROOM, voxnav_crowd_follow_plan(crowd, ids, AGENTS, together));
    OK(voxnav_free(crowd.id));
    OK(voxnav_free(together.id));

    options.most_memory = 1;
    OK(voxnav_mapf_new((VoxnavSpace){walker.id}, starts, goals, 1, &options, &together));
    IS(VOXNAV_STATUS_LIMIT_REACHED, planned(together, 1, &slices));
    OK(voxnav_mapf_info(together, &info));
    CHECK(info.limit == VOXNAV_MAPF_LIMIT_MEMORY && info.agents == 0);
    OK(voxnav_free(together.id));
    starts[1] = starts[0];
    IS(VOXNAV_STATUS_ERROR_NO_ROOM, voxnav_mapf_new((VoxnavSpace){walker.id}, starts, goals, 2, NULL, &together));
    starts[0] = at(0, 0, -50);
    IS(VOXNAV_STATUS_ERROR_NO_ROOM, voxnav_mapf_new((VoxnavSpace){walker.id}, starts, goals, 1, NULL, &together));
    starts[0].x = nan("");
    IS(VOXNAV_STATUS_ERROR_POSITION, voxnav_mapf_new((VoxnavSpace){walker.id}, starts, goals, 1, NULL, &together));
    OK(voxnav_free(navigator.id));
}

/* A plan in open cells of so many units, for goals of anybody or of each its own, becomes better and never worse, and each
 * agent still gets from its start to the goal that it was given, on the ground and in flight. */
static void become_better(VoxnavAgent agent, double height, uint32_t any_goal) {
    enum { AGENTS = 8, SIDE = 5, MOST = 64 };
    VoxnavMapfOptions options = plain();
    VoxnavPoint starts[AGENTS], goals[AGENTS], path[MOST];
    VoxnavMapfInfo info, first;
    VoxnavMapf together = {0};
    uint32_t given[AGENTS], kept[AGENTS];
    uint64_t cost = 0, seed, shortened = 0;
    size_t count = 0, one, other;
    int slices;
    info.size = first.size = sizeof info;
    for (one = 0; one < AGENTS; one++) {
        starts[one] = at((double)(one % SIDE), (double)(one / SIDE), height);
        goals[one] = at((double)(SIDE - 1 - one % SIDE), (double)(SIDE - 1 - one / SIDE), height);
    }
    for (seed = 0; seed < 6; seed++) {
        options.any_goal = any_goal;
        options.seed = seed;
        OK(voxnav_mapf_new((VoxnavSpace){agent.id}, starts, goals, AGENTS, &options, &together));
        IS(VOXNAV_STATUS_NOTHING, voxnav_mapf_improve(together, 1));
        IS(VOXNAV_STATUS_FOUND, planned(together, 100, &slices));
        OK(voxnav_mapf_info(together, &first));
        OK(voxnav_mapf_goals(together, given, AGENTS, &count));
        OK(voxnav_mapf_improve(together, 20));
        OK(voxnav_mapf_improve(together, 20));
        OK(voxnav_mapf_info(together, &info));
        CHECK(info.cost <= first.cost && info.shortest == first.shortest && info.cost >= info.shortest);
        CHECK(info.agents == AGENTS && info.expanded >= first.expanded);
        shortened += first.cost - info.cost;
        OK(voxnav_mapf_goals(together, kept, AGENTS, &count));
        CHECK(count == AGENTS && memcmp(given, kept, sizeof given) == 0);
        for (cost = 0, one = 0; one < AGENTS; one++) {
            OK(voxnav_mapf_path(together, one, path, MOST, &count));
            CHECK(count <= MOST && is_one(path[0], starts[one]) && is_one(path[count - 1], goals[given[one]]));
            cost += count - 1;
            CHECK(any_goal || given[one] == one);
            for (other = 0; other < one; other++) {
                CHECK(given[other] != given[one]);
            }
        }
        CHECK(cost == info.cost);
        IS(VOXNAV_STATUS_FOUND, voxnav_mapf_step(together, 1));
        OK(voxnav_free(together.id));
    }
    CHECK(shortened > 0);
}

static void improvement(void) {
    VoxnavNavigator navigator = floored(5, 5, 4);
    VoxnavAgent walker = agent_of(navigator, 1), drone = agent_of(navigator, 0);
    become_better(walker, 0.5, 0);
    become_better(walker, 0.5, 1);
    become_better(drone, 1, 0);
    become_better(drone, 1, 1);
    OK(voxnav_free(navigator.id));
}

/* Agents that are sent on whenever they arrive: none meets another, and all get there again and again. */
static void fleets(void) {
    enum { AGENTS = 5 };
    VoxnavNavigator navigator = floored(6, 6, 2);
    VoxnavAgent drone = agent_of(navigator, 0);
    VoxnavMapfOptions options = plain();
    VoxnavPoint starts[AGENTS], places[AGENTS], before[AGENTS];
    VoxnavCell cells[AGENTS];
    VoxnavLifelongInfo info;
    VoxnavLifelongPlanner fleet = {0};
    size_t count = 0, one, other;
    int step, arrived[AGENTS] = {0};
    info.size = sizeof info;
    for (one = 0; one < AGENTS; one++) {
        starts[one] = at((double)one, 0, 1);
    }
    options.moves = VOXNAV_MOVES_FACE6;
    OK(voxnav_lifelong_new((VoxnavSpace){drone.id}, starts, AGENTS, &options, &fleet));
    for (one = 0; one < AGENTS; one++) {
        OK(voxnav_lifelong_has_arrived(fleet, one));
        OK(voxnav_lifelong_send(fleet, one, at((double)one, 5, 1)));
        IS(VOXNAV_STATUS_PENDING, voxnav_lifelong_has_arrived(fleet, one));
    }
    memcpy(before, starts, sizeof before);
    for (step = 0; step < 300; step++) {
        OK(voxnav_lifelong_step(fleet));
        OK(voxnav_lifelong_places(fleet, places, AGENTS, &count));
        OK(voxnav_lifelong_cells(fleet, cells, AGENTS, NULL));
        CHECK(count == AGENTS);
        for (one = 0; one < AGENTS; one++) {
            VoxnavPoint p = places[one], b = before[one];
            CHECK(fabs(p.x - b.x) + fabs(p.y - b.y) + fabs(p.z - b.z) <= 1 && p.z == 1 && cells[one].y == (int)p.y);
            for (other = 0; other < one; other++) {
                CHECK(!is_one(p, places[other]));
                CHECK(!is_one(p, before[other]) || !is_one(places[other], b));
            }
        }
        for (one = 0; one < AGENTS; one++) {
            if (voxnav_lifelong_has_arrived(fleet, one) == VOXNAV_STATUS_OK) {
                arrived[one]++;
                OK(voxnav_lifelong_send(fleet, one, at((double)(5 - one), arrived[one] % 2 ? 0 : 5, 1)));
            }
        }
        memcpy(before, places, sizeof before);
    }
    for (one = 0; one < AGENTS; one++) {
        CHECK(arrived[one] >= 5);
    }
    OK(voxnav_lifelong_info(fleet, &info));
    CHECK(info.agents == AGENTS && info.steps == 300);
    IS(VOXNAV_STATUS_CUT_SHORT, voxnav_lifelong_places(fleet, places, 2, &count));
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_lifelong_send(fleet, AGENTS, at(1, 1, 1)));
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_lifelong_has_arrived(fleet, AGENTS));
    IS(VOXNAV_STATUS_ERROR_NO_ROOM, voxnav_lifelong_send(fleet, 0, at(1, 1, 0))); /* in the floor */
    IS(VOXNAV_STATUS_ERROR_NO_ROOM, voxnav_lifelong_send(fleet, 0, at(1, 1, 9)));
    IS(VOXNAV_STATUS_ERROR_POSITION, voxnav_lifelong_send(fleet, 0, at(nan(""), 1, 1)));
    OK(voxnav_free(fleet.id));
    starts[1] = starts[0];
    IS(VOXNAV_STATUS_ERROR_NO_ROOM, voxnav_lifelong_new((VoxnavSpace){drone.id}, starts, 2, NULL, &fleet));
    options.most_memory = 1;
    IS(VOXNAV_STATUS_ERROR_TOO_MUCH, voxnav_lifelong_new((VoxnavSpace){drone.id}, starts, 1, &options, &fleet));
    OK(voxnav_free(navigator.id));
}

/* The same on the ground, where moves take steps by what they cost: who is on its way holds both ends of its move. */
static void fleets_on_the_ground(void) {
    enum { AGENTS = 5, STEPS = 400 };
    VoxnavNavigator navigator = floored(6, 6, 4);
    VoxnavAgent walker = agent_of(navigator, 1);
    VoxnavPoint starts[AGENTS], places[AGENTS], held[AGENTS];
    VoxnavPlannedLeg leg;
    VoxnavLifelongInfo info;
    VoxnavLifelongPlanner fleet = {0};
    size_t count = 0, one, other;
    int step, arrived[AGENTS] = {0}, on_legs = 0;
    info.size = sizeof info;
    for (one = 0; one < AGENTS; one++) {
        starts[one] = at((double)one, 0, 1.6); /* above the ground */
    }
    OK(voxnav_lifelong_new((VoxnavSpace){walker.id}, starts, AGENTS, NULL, &fleet));
    for (step = 0; step < STEPS; step++) {
        for (one = 0; one < AGENTS; one++) {
            if (voxnav_lifelong_has_arrived(fleet, one) == VOXNAV_STATUS_OK) {
                VoxnavPoint to = at((double)(5 - one), arrived[one] % 2 ? 0 : 5, 0.9);
                arrived[one]++;
                OK(voxnav_lifelong_send(fleet, one, to));
            }
        }
        OK(voxnav_lifelong_step(fleet));
        OK(voxnav_lifelong_info(fleet, &info));
        OK(voxnav_lifelong_places(fleet, places, AGENTS, &count));
        CHECK(count == AGENTS && info.steps == (uint64_t)step + 1);
        for (one = 0; one < AGENTS; one++) {
            VoxnavStatus status = voxnav_lifelong_leg(fleet, one, &leg);
            held[one] = places[one];
            CHECK(places[one].z == 0.5);
            if (status == VOXNAV_STATUS_OK) {
                on_legs++;
                held[one] = leg.to;
                CHECK(leg.begins <= info.steps && info.steps < leg.ends && leg.ends > leg.begins + 1);
                CHECK(fabs(leg.to.x - places[one].x) <= 1 && fabs(leg.to.y - places[one].y) <= 1 && leg.to.z == 0.5);
            } else {
                IS(VOXNAV_STATUS_NOTHING, status);
            }
        }
        for (one = 0; one < AGENTS; one++) {
            for (other = 0; other < AGENTS; other++) {
                CHECK(one == other || (!is_one(places[one], places[other]) && !is_one(places[one], held[other]) &&
                                       !is_one(held[one], held[other])));
            }
        }
    }
    for (one = 0; one < AGENTS; one++) {
        CHECK(arrived[one] >= 4);
    }
    CHECK(on_legs > 0);
    IS(VOXNAV_STATUS_ERROR_ARGUMENT, voxnav_lifelong_leg(fleet, AGENTS, &leg));
    IS(VOXNAV_STATUS_ERROR_NO_ROOM, voxnav_lifelong_send(fleet, 0, at(1, 1, -9)));
    IS(VOXNAV_STATUS_ERROR_POSITION, voxnav_lifelong_send(fleet, 0, at(nan(""), 1, 1)));
    OK(voxnav_free(fleet.id));
    starts[1] = starts[0];
    IS(VOXNAV_STATUS_ERROR_NO_ROOM, voxnav_lifelong_new((VoxnavSpace){walker.id}, starts, 2, NULL, &fleet));
    OK(voxnav_free(navigator.id));
}

/* The remedy of a kind among some, which has to be there. */
static VoxnavRemedy of_kind(VoxnavRemedyKind kind, const VoxnavRemedy *all, size_t count) {
    size_t number = 0;
    while (number < count && all[number].kind != kind) {
        number++;
    }
    CHECK(number < count);
    return all[number];
}

/* A ledge three cells high, a gate, and a link that is closed: each change that would do is told. */
static void remedies(void) {
    enum { MOST = 16 };
    VoxnavCells ledge = {{5, 0, 1}, {9, 5, 4}}, gate = {{5, 5, 1}, {6, 9, 8}};
    VoxnavNavigator navigator = floored(9, 9, 9);
    VoxnavAgent walker = agent_of(navigator, 1);
    VoxnavDestination to;
    VoxnavMaterial material;
    VoxnavLink link;
    VoxnavRemedy all[MOST], again[MOST];
    VoxnavView view = {0};
    VoxnavCrowd crowd = {0};
    VoxnavCrowdAgent agent;
    VoxnavCrowdAgentId id = 0, drone = 0;
    VoxnavLinkId bridge = 0;
    uint32_t door = 0;
    size_t count = 0, told = 0;
    memset(&to, 0, sizeof to);
    to.size = sizeof to;
    to.at = at(7, 7, 0.5);
    memset(&material, 0, sizeof material);
    material.size = sizeof material;
    material.kind = VOXNAV_MATERIAL_KIND_DOOR;
    OK(voxnav_cells_set(navigator, ledge, VOXNAV_STATE_OCCUPIED));
    OK(voxnav_remedies((VoxnavSpace){walker.id}, at(1, 1, 0.5), &to, all, MOST, &count));
    CHECK(count == 0); /* there is a way */
    OK(voxnav_material_add(navigator, "gate", &material, &door));
    OK(voxnav_cells_set_material(navigator, gate, door));
    memset(&link, 0, sizeof link);
    link.size = sizeof link;
    link.from = link.from_end = at(1, 7, 0.5);
    link.to = to.at;
    link.label = 42;
    OK(voxnav_link_insert(navigator, &link, &bridge));
    OK(voxnav_link_set_closed(navigator, bridge, 1));
    OK(voxnav_view_new(walker, NULL, &view));
    OK(voxnav_remedies((VoxnavSpace){view.id}, at(1, 1, 0.5), &to, all, MOST, &count));
    CHECK(count >= 3 && count <= MOST);
    CHECK(of_kind(VOXNAV_REMEDY_KIND_STEP_UP, all, count).needed == 3);
    CHECK(of_kind(VOXNAV_REMEDY_KIND_STEP_UP, all, count).has == 1);
    CHECK(of_kind(VOXNAV_REMEDY_KIND_MATERIAL, all, count).material == door);
    CHECK(of_kind(VOXNAV_REMEDY_KIND_OPEN_LINK, all, count).label == 42);

    /* An agent of a crowd is told the same, and a drone nothing. */
    OK(voxnav_crowd_new(navigator, NULL, &crowd));
    memset(&agent, 0, sizeof agent);
    agent.size = sizeof agent;
    agent.position = at(1, 1, 0.5);
    OK(voxnav_crowd_add(crowd, walker, &agent, &id));
    agent.position = at(1, 1, 7);
    OK(voxnav_crowd_add(crowd, agent_of(navigator, 0), &agent, &drone));
    OK(voxnav_crowd_send_to(crowd, id, to.at));
    OK(voxnav_crowd_send_to(crowd, drone, at(7, 7, 7)));
    OK(voxnav_crowd_update(crowd, 0.1));
    OK(voxnav_crowd_remedies(crowd, id, again, MOST, &told));
    CHECK(told == count && memcmp(all, again, count * sizeof *all) == 0);
    OK(voxnav_crowd_remedies(crowd, drone, again, MOST, &told));
    CHECK(told == 0);
    IS(VOXNAV_STATUS_ERROR_UNKNOWN_ID, voxnav_crowd_remedies(crowd, 99, again, MOST, &told));
    IS(VOXNAV_STATUS_CUT_SHORT, voxnav_crowd_remedies(crowd, id, again, 1, &told));

    IS(VOXNAV_STATUS_ERROR_UNSUPPORTED,
       voxnav_remedies((VoxnavSpace){agent_of(navigator, 0).id}, at(1, 1, 1), &to, all, MOST, &count));
    IS(VOXNAV_STATUS_ERROR_POSITION, voxnav_remedies((VoxnavSpace){walker.id}, at(nan(""), 1, 1), &to, all, MOST, &count));
    IS(VOXNAV_STATUS_ERROR_POINTER, voxnav_remedies((VoxnavSpace){walker.id}, at(1, 1, 1), NULL, all, MOST, &count));
    OK(voxnav_free(view.id));
    OK(voxnav_free(navigator.id));
    IS(VOXNAV_STATUS_ERROR_STALE_HANDLE, voxnav_crowd_remedies(crowd, id, again, MOST, &told));
    OK(voxnav_free(crowd.id));
}

int main(void) {
    uint64_t live = 1;
    goals_for_anybody();
    slow_ones_turn();
    on_the_ground();
    improvement();
    fleets();
    fleets_on_the_ground();
    remedies();
    OK(voxnav_live_objects(&live));
    CHECK(live == 0);
    puts("all have places to go to, or know why not");
    return 0;
}
