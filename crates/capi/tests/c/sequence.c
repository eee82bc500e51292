/*
 * Random calls in a random order: every function is reached, at least half of the calls succeed, and nothing that is
 * passed ends the program. The same numbers give the same calls.
 *
 * `sequence SEED CALLS FILE` prints the number of calls of each function, and of those that succeeded. Worlds are saved in
 * FILE and loaded from it; one that is there already is removed first, so that every run begins alike.
 */
#include <math.h>
#include <string.h>

#include "voxnav.h"

#include "check.h"

static uint64_t state_;

/* Numbers from a seed, by splitmix64 (Steele et al. 2014). */
static uint64_t draw(void) {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t below(uint64_t end) { return draw() % end; }

/* One in so many. */
static int one_in(uint64_t many) { return below(many) == 0; }

static double number(void) {
    static const double ODD[] = {0, -0.0, -1, 1e-300, 1e30, 1e300, 0.5, 2};
    if (one_in(40)) {
        return one_in(3) ? nan("") : one_in(2) ? HUGE_VAL : ODD[below(8)];
    }
    return (double)below(256) / 16;
}

static VoxnavPoint point(void) {
    VoxnavPoint at;
    at.x = number();
    at.y = number();
    at.z = number();
    return at;
}

static VoxnavCell cell(void) {
    VoxnavCell at;
    at.x = (int32_t)below(18) - one_in(30);
    at.y = (int32_t)below(18);
    at.z = (int32_t)below(18);
    return at;
}

static VoxnavCells box(void) {
    VoxnavCells cells;
    cells.min = cell();
    cells.max.x = cells.min.x + (int32_t)below(4);
    cells.max.y = cells.min.y + (int32_t)below(4);
    cells.max.z = cells.min.z + (int32_t)below(4);
    return cells;
}

enum { NAVIGATOR, DRONE, WALKER, VIEW, ROUTE, SEARCH, PATH, FOLLOWER, REPLANNER, WATCH, BATCH, FIELD, WORLD, BYTES, PLANE, CROWD, TOGETHER, SCHEDULER, FLEET, TRAJECTORY, TYPES };
enum { EACH = 4 };

/* Some objects of each type; 0 where there is none. */
static uint64_t known[TYPES][EACH];
static uint64_t ids[8];
static uint32_t links[8];
static uint64_t freed;

/* A handle of a type, and once in a while something else. */
static uint64_t any(int type) {
    int tries;
    if (one_in(60)) {
        return one_in(3) ? freed : one_in(2) ? draw() : known[below(TYPES)][below(EACH)];
    }
    for (tries = 0; tries < 8; tries++) {
        uint64_t handle = known[type][below(EACH)];
        if (handle != 0) {
            return handle;
        }
    }
    return 0;
}

/* A place for a new handle: what was there is freed. */
static uint64_t *room(int type) {
    uint64_t *place = &known[type][below(EACH)];
    if (*place != 0) {
        freed = *place;
        voxnav_free(*place);
        *place = 0;
    }
    return place;
}

static size_t capacity(void) { return (size_t)below(40); }

static struct {
    const char *name;
    unsigned long calls, good;
} counts[256];

static VoxnavStatus count_(const char *name, VoxnavStatus status) {
    int place = 0;
    while (counts[place].name != NULL && strcmp(counts[place].name, name) != 0) {
        place++;
    }
    counts[place].name = name;
    counts[place].calls++;
    counts[place].good += status >= 0;
    CHECK(status != VOXNAV_STATUS_ERROR_PANIC && status != VOXNAV_STATUS_ERROR_POISONED);
    if (status < 0) {
        CHECK(voxnav_last_error()[0] != 0);
    }
    return status;
}

#define CALL(function, ...) count_(#function, function(__VA_ARGS__))

static int32_t odd_cells(void *user, VoxnavCell at) {
    (void)user;
    return at.x == 17 ? -1 : (at.x + at.y + at.z) % 5 == 0;
}

static int32_t is_there(void *user, VoxnavCell at) {
    (void)user;
    return at.x >= 12;
}

static double to_there(void *user, VoxnavCell at) {
    (void)user;
    return at.x >= 12 ? 0 : 12 - at.x;
}

static VoxnavDestination destination(void) {
    static VoxnavPoint points[3];
    VoxnavDestination to;
    int place;
    memset(&to, 0, sizeof to);
    to.size = sizeof to;
    to.kind = one_in(2) ? VOXNAV_DESTINATION_KIND_POSITION : (VoxnavDestinationKind)below(one_in(20) ? 9 : 6);
    to.at = point();
    to.to = point();
    to.radius = number();
    for (place = 0; place < 3; place++) {
        points[place] = point();
    }
    to.points = points;
    to.point_count = (size_t)below(4);
    to.cells = box();
    to.accepts = is_there;
    to.estimate = one_in(2) ? to_there : NULL;
    return to;
}

static VoxnavRouteOptions route_options(void) {
    VoxnavRouteOptions options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    CALL(voxnav_route_options_json, one_in(9) ? "{ \"within\": 0 }" : "{ \"moves\": 6 }", &options);
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.algorithm = (VoxnavAlgorithm)below(one_in(20) ? 12 : 10);
    options.moves = one_in(3) ? (VoxnavMoves)below(9) : VOXNAV_MOVES_VERTEX26;
    options.corners = (VoxnavCorners)below(2);
    options.weight = 1 + (double)below(3);
    options.within = one_in(3) ? 1.25 : 0;
    options.keep_away = one_in(5) ? number() : 0;
    options.keep_away_weight = (uint32_t)below(5) + 1;
    options.snap_start = one_in(3) ? number() : 0;
    options.snap_goal = one_in(3) ? number() : 0;
    options.partial = (uint32_t)below(2);
    options.most_expanded = one_in(4) ? below(200) : 0;
    options.explain = one_in(50);
    options.fewest_turns = one_in(4);
    options.on_floor = one_in(3);
    return options;
}

static void make_world(int what) {
    VoxnavRegion region = {sizeof region, 1, {0, 0, 0}, {0, 0, 0}, {17, 17, 17}};
    VoxnavAgentSettings settings;
    VoxnavLocomotion legs;
    VoxnavAgentSize size;
    VoxnavCells bounds;
    VoxnavCell at;
    VoxnavPoint where;
    size_t count;
    switch (what) {
    case 0:
        region.cell_size = one_in(30) ? number() : 1;
        /* Plans without a limit of memory look at all cells: no world has them by the million. */
        if (region.cell_size > 1e-9 && region.cell_size < 0.5) {
            region.cell_size = 0.5;
        }
        if (one_in(6)) {
            /* Low cells, or any. */
            VoxnavPoint sizes = {1, one_in(2) ? 0.5 : 1, 1};
            if (one_in(8)) {
                sizes.z = number();
            }
            sizes.z = sizes.z > 1e-9 && sizes.z < 0.5 ? 0.5 : sizes.z;
            CALL(voxnav_navigator_with_sizes, &region, sizes, (VoxnavNavigator *)room(NAVIGATOR));
            break;
        }
        CALL(voxnav_navigator_new, &region, (VoxnavNavigator *)room(NAVIGATOR));
        break;
    case 1:
    case 2: {
        uint64_t navigator = any(NAVIGATOR);
        memset(&settings, 0, sizeof settings);
        settings.size = sizeof settings;
        settings.half_extents.x = settings.half_extents.y = settings.half_extents.z = (double)below(12) / 8;
        settings.unknown = (VoxnavUnknown)below(3);
        settings.baking = (VoxnavBaking)below(2);
        if (what == 2) {
            memset(&legs, 0, sizeof legs);
            legs.size = sizeof legs;
            CALL(voxnav_locomotion_preset, (VoxnavPreset)below(one_in(20) ? 9 : 7), &legs);
            legs.up = (VoxnavHeading)below(6);
            legs.jump = one_in(3) ? number() : legs.jump;
            settings.locomotion = &legs;
        }
        if (one_in(5)) {
            static const char *const texts[] = {
                "{ \"size\": 0.5 }", "{ \"size\": [1, 1, 2], \"ground\": true }", "{ \"size\": -1 }", "{ \"siz\": 1 }", "[1"};
            uint32_t text = below(5);
            CALL(voxnav_agent_add_json, (VoxnavNavigator){navigator}, texts[text], (VoxnavAgent *)room(text == 1 ? WALKER : DRONE));
            break;
        }
        CALL(voxnav_agent_add, (VoxnavNavigator){navigator}, &settings, (VoxnavAgent *)room(what == 1 ? DRONE : WALKER));
        break;
    }
    case 3:
        if (one_in(2)) {
            uint64_t *place = &known[DRONE][below(EACH)];
            freed = *place;
            CALL(voxnav_agent_remove, (VoxnavAgent){*place});
            *place = 0;
        }
        break;
    case 4:
        size.size = sizeof size;
        if (CALL(voxnav_agent_size, (VoxnavAgent){any(one_in(2) ? DRONE : WALKER)}, &size) == 0) {
            VoxnavAgent agent;
            CALL(voxnav_agent_of_number, (VoxnavNavigator){any(NAVIGATOR)}, size.number, &agent);
        }
        break;
    case 5:
        CALL(voxnav_navigator_bounds, (VoxnavNavigator){any(NAVIGATOR)}, &bounds);
        CALL(voxnav_cell_at, (VoxnavNavigator){any(NAVIGATOR)}, point(), &at);
        CALL(voxnav_cell_center, (VoxnavNavigator){any(NAVIGATOR)}, cell(), &where);
        break;
    case 6:
        CALL(voxnav_navigator_refresh, (VoxnavNavigator){any(NAVIGATOR)});
        break;
    default: {
        VoxnavAgent agents[64];
        CALL(voxnav_navigator_agents, (VoxnavNavigator){any(NAVIGATOR)}, agents, capacity(), &count);
        break;
    }
    }
}

static void edit_obstacles(int what) {
    static const VoxnavRotation NONE = {0, 0, 0, 0}, TURNED = {0, 0.6, 0, 0.8}, NO_ROTATION = {2, 0, 0, 0};
    static const float CORNERS[12] = {0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2};
    static const uint32_t TRIANGLES[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    static const float HEIGHTS[6] = {0, 1, 0, 1, 0, 2};
    VoxnavRotation rotation = one_in(20) ? NO_ROTATION : one_in(2) ? TURNED : NONE;
    VoxnavObstacle obstacle;
    VoxnavShape shape[2];
    VoxnavPoint from = point(), to = point(), half;
    VoxnavHit hit;
    char name[40];
    uint64_t *id = &ids[below(8)], navigator = any(NAVIGATOR), some[64];
    size_t count;
    half.x = half.y = half.z = 0.25;
    hit.size = sizeof hit;
    switch (what) {
    case 0:
        memset(shape, 0, sizeof shape);
        shape[0].size = sizeof shape[0];
        shape[0].kind = (VoxnavShapeKind)below(one_in(20) ? 15 : 13);
        shape[0].a = shape[0].b = shape[0].c = one_in(10) ? number() : 0.75;
        shape[0].points = CORNERS;
        shape[0].point_count = shape[0].kind == VOXNAV_SHAPE_KIND_SEGMENT ? 2 : shape[0].kind == VOXNAV_SHAPE_KIND_TRIANGLE ? 3 : 4;
        shape[0].indices = TRIANGLES;
        shape[0].index_count = shape[0].kind == VOXNAV_SHAPE_KIND_MESH ? (one_in(10) ? 11 : 12) : 0;
        shape[0].heights = HEIGHTS;
        shape[0].rows = 2;
        shape[0].columns = 3;
        shape[0].solid = one_in(3) && shape[0].kind == VOXNAV_SHAPE_KIND_MESH;
        shape[1] = shape[0];
        shape[1].position.y = 2;
        memset(&obstacle, 0, sizeof obstacle);
        obstacle.size = sizeof obstacle;
        obstacle.shapes = shape;
        obstacle.shape_count = one_in(20) ? 0 : 1 + one_in(4);
        obstacle.position = from;
        obstacle.rotation = rotation;
        obstacle.layers = (uint32_t)below(4);
        obstacle.material = (uint32_t)one_in(4);
        obstacle.name = one_in(2) ? NULL : one_in(20) ? "\xff" : one_in(2) ? "door" : "";
        /* Half spaces fill the world for all the calls that follow. */
        if (shape[0].kind != VOXNAV_SHAPE_KIND_HALF_SPACE || one_in(20)) {
            CALL(voxnav_obstacle_insert, (VoxnavNavigator){navigator}, &obstacle, id);
        }
        break;
    case 1:
        to.x = from.x + 1;
        to.y = from.y + 2;
        to.z = from.z + 1;
        CALL(voxnav_obstacle_insert_box, (VoxnavNavigator){navigator}, from, to, id);
        break;
    case 2:
        if (CALL(voxnav_obstacle_ids, (VoxnavNavigator){navigator}, some, 64, &count) >= 0 && count > 0) {
            *id = some[below(count < 64 ? count : 64)];
        }
        CALL(voxnav_obstacle_remove, (VoxnavNavigator){navigator}, *id);
        break;
    case 3:
        if (CALL(voxnav_obstacle_ids, (VoxnavNavigator){navigator}, some, 64, &count) >= 0 && count > 0) {
            *id = some[below(count < 64 ? count : 64)];
        }
        CALL(voxnav_obstacle_move, (VoxnavNavigator){navigator}, *id, from, rotation);
        CALL(voxnav_obstacle_set_layers, (VoxnavNavigator){navigator}, *id, (uint32_t)below(4));
        CALL(voxnav_obstacle_placement, (VoxnavNavigator){navigator}, *id, &to, one_in(2) ? &rotation : NULL);
        break;
    case 4:
        if (CALL(voxnav_obstacle_ids, (VoxnavNavigator){navigator}, some, 64, &count) >= 0 && count > 0) {
            *id = some[below(count < 64 ? count : 64)];
        }
        CALL(voxnav_obstacle_name, (VoxnavNavigator){navigator}, *id, name, capacity(), &count);
        CALL(voxnav_obstacle_find, (VoxnavNavigator){navigator}, one_in(20) ? "\xff" : "door", id);
        if (voxnav_navigator_agents((VoxnavNavigator){navigator}, (VoxnavAgent *)some, 64, &count) >= 0 && count > 0) {
            uint64_t agent = one_in(20) ? any(DRONE) : some[below(count < 64 ? count : 64)];
            CALL(voxnav_obstacle_preview_move, (VoxnavNavigator){navigator}, *id, from, rotation, (VoxnavAgent){agent}, to);
        }
        CALL(voxnav_obstacles_overlapping, (VoxnavNavigator){navigator}, from, half, 0, some, capacity(), &count);
        break;
    default:
        CALL(voxnav_obstacles_sweep, (VoxnavNavigator){navigator}, from, to, half, 0, &hit);
        break;
    }
}

static void edit_cells(int what) {
    static uint8_t values[4 * 4 * 4];
    static const int32_t MEANINGS[4] = {0, 1, 2, VOXNAV_OF_MATERIAL + 1};
    static int named;
    static float costs[4 * 4 * 4];
    VoxnavArray array;
    VoxnavCosts priced;
    VoxnavCostScale scale;
    double cost;
    VoxnavMaterial material;
    VoxnavLink link;
    char name[16];
    uint64_t navigator = any(NAVIGATOR);
    uint32_t id;
    uint32_t some[64];
    int32_t is;
    size_t count, place;
    for (place = 0; place < sizeof values; place++) {
        values[place] = (uint8_t)below(one_in(200) ? 5 : 3);
    }
    memset(&array, 0, sizeof array);
    array.size = sizeof array;
    array.data = values;
    array.first = cell();
    array.extent.x = array.extent.y = array.extent.z = (int32_t)below(4) + 1;
    array.stride_x = 1;
    array.stride_y = 4;
    array.stride_z = 16;
    array.width = one_in(20) ? 3 : 1;
    array.meanings = MEANINGS;
    array.meaning_count = 4;
    switch (what) {
    case 0:
        CALL(voxnav_cells_set, (VoxnavNavigator){navigator}, box(), one_in(2) ? VOXNAV_STATE_FREE : (VoxnavState)below(one_in(20) ? 5 : 3));
        CALL(voxnav_cell_state, (VoxnavNavigator){navigator}, cell(), &is, &id);
        break;
    case 1:
        memset(&material, 0, sizeof material);
        material.size = sizeof material;
        material.kind = (VoxnavMaterialKind)below(6);
        material.cost = one_in(3) ? 2 : 0;
        sprintf(name, "%d", named++);
        CALL(voxnav_material_add, (VoxnavNavigator){navigator}, name, &material, &id);
        CALL(voxnav_cells_set_material, (VoxnavNavigator){navigator}, box(), (uint32_t)below(4));
        break;
    case 2:
        CALL(voxnav_cells_set_array, (VoxnavNavigator){navigator}, &array);
        break;
    case 3:
        CALL(voxnav_cells_set_by, (VoxnavNavigator){navigator}, box(), odd_cells, NULL);
        CALL(voxnav_cells_each, (VoxnavNavigator){navigator}, odd_cells, NULL);
        break;
    case 4:
        CALL(voxnav_terrain_set, (VoxnavNavigator){navigator}, box(), (uint32_t)below(5));
        for (place = 0; place < sizeof costs / sizeof *costs; place++) {
            costs[place] = one_in(200) ? (float)number() : (float)(1 + below(40)) / 4;
        }
        memset(&priced, 0, sizeof priced);
        priced.size = sizeof priced;
        priced.data = costs;
        priced.first = array.first;
        priced.extent = array.extent;
        priced.stride_x = sizeof *costs;
        priced.stride_y = 4 * priced.stride_x;
        priced.stride_z = 16 * priced.stride_x;
        priced.convention = (VoxnavCostConvention)below(one_in(20) ? 5 : 3);
        priced.blocks_infinite = (uint32_t)below(2);
        CALL(voxnav_costs_set, (VoxnavNavigator){navigator}, &priced);
        CALL(voxnav_cost, (VoxnavNavigator){navigator}, cell(), &cost);
        scale.size = sizeof scale;
        CALL(voxnav_cost_scale, (VoxnavNavigator){navigator}, &scale);
        CALL(voxnav_cells_distances, (VoxnavNavigator){navigator}, (uint32_t)below(2), costs, 64, &count);
        break;
    case 5:
        CALL(voxnav_world_new, (VoxnavNavigator){navigator}, (VoxnavWorld *)room(WORLD));
        break;
    case 6:
        CALL(voxnav_world_set, (VoxnavWorld){any(WORLD)}, box(), (int32_t)below(one_in(20) ? 5 : 3));
        CALL(voxnav_world_set_array, (VoxnavWorld){any(WORLD)}, &array);
        CALL(voxnav_world_apply, (VoxnavWorld){any(WORLD)}, (VoxnavNavigator){navigator});
        break;
    case 7:
        memset(&link, 0, sizeof link);
        link.size = sizeof link;
        link.from = link.from_end = point();
        link.to = point();
        link.cost = number();
        link.label = (uint32_t)draw();
        link.both_ways = (uint32_t)below(2);
        CALL(voxnav_link_insert, (VoxnavNavigator){navigator}, &link, &links[below(8)]);
        break;
    default:
        if (CALL(voxnav_link_ids, (VoxnavNavigator){navigator}, some, 64, &count) >= 0 && count > 0) {
            id = some[below(count < 64 ? count : 64)];
            CALL(voxnav_link_set_closed, (VoxnavNavigator){navigator}, id, (uint32_t)below(2));
            CALL(voxnav_link_remove, (VoxnavNavigator){navigator}, id);
        }
        break;
    }
}

/* A query with a condition and a measure, or without. */
static VoxnavPlaceQuery place_query(VoxnavPlaceFilter *filter, VoxnavPlaceScore *score, const VoxnavPoint *points) {
    VoxnavPlaceQuery query;
    memset(&query, 0, sizeof query);
    memset(filter, 0, sizeof *filter);
    memset(score, 0, sizeof *score);
    filter->kind = (VoxnavPlaceFilterKind)below(8);
    filter->by = (uint32_t)below(3);
    filter->number = number();
    score->measure = (VoxnavPlaceMeasure)below(5);
    score->most = number();
    score->up = point();
    score->weight = number() - 8;
    filter->points = score->points = query.body = points;
    filter->point_count = score->point_count = 2;
    query.size = sizeof query;
    query.area = (VoxnavArea)below(3);
    query.at = point();
    query.to = point();
    query.most = number();
    query.filters = filter;
    query.scores = score;
    query.filter_count = (size_t)below(2);
    query.score_count = (size_t)below(2);
    query.body_count = (size_t)below(2);
    query.apart = one_in(2) ? 0 : number() / 4;
    query.limit = one_in(2) ? 0 : below(500);
    return query;
}

static void ask(int what) {
    static VoxnavPlace found[64];
    static VoxnavPoint points[64], others[64];
    static double numbers[64];
    static VoxnavLeg legs[64];
    static VoxnavCell cells[64];
    static int32_t codes[64];
    VoxnavDestination to = destination();
    VoxnavRouteOptions options = route_options();
    VoxnavRouteInfo info;
    VoxnavPoint where = point();
    VoxnavHit hit;
    VoxnavPlaceFilter filter;
    VoxnavPlaceScore score;
    VoxnavPlaceQuery query;
    uint8_t ends;
    uint64_t expanded, *route = &known[ROUTE][below(EACH)], space = any(one_in(2) ? DRONE : VIEW);
    size_t count, place;
    double length;
    hit.size = sizeof hit;
    info.size = sizeof info;
    switch (what) {
    case 0:
        CALL(voxnav_find_route, (VoxnavAgent){any(one_in(2) ? DRONE : WALKER)}, point(), &to, one_in(2) ? &options : NULL, (VoxnavRoute *)route);
        break;
    case 1:
        CALL(voxnav_find_route_to, (VoxnavAgent){any(one_in(2) ? DRONE : WALKER)}, point(), point(), (VoxnavRoute *)route);
        break;
    case 2:
        CALL(voxnav_view_new, (VoxnavAgent){any(one_in(3) ? WALKER : DRONE)}, one_in(2) ? &options : NULL, (VoxnavView *)room(VIEW));
        break;
    case 3:
        CALL(voxnav_view_find_route, (VoxnavView){any(VIEW)}, point(), &to, (VoxnavRoute *)route);
        break;
    case 4:
        CALL(voxnav_route_info, (VoxnavRoute){any(ROUTE)}, &info);
        CALL(voxnav_route_length, (VoxnavRoute){any(ROUTE)}, &length);
        CALL(voxnav_route_cost, (VoxnavRoute){any(ROUTE)}, &length);
        CALL(voxnav_route_waypoints, (VoxnavRoute){any(ROUTE)}, points, capacity(), &count);
        CALL(voxnav_route_actions, (VoxnavRoute){any(ROUTE)}, codes, capacity(), &count);
        CALL(voxnav_route_legs, (VoxnavRoute){any(ROUTE)}, legs, capacity(), &count);
        CALL(voxnav_route_cells, (VoxnavRoute){any(ROUTE)}, cells, capacity(), &count);
        CALL(voxnav_route_largest, (VoxnavRoute){any(ROUTE)}, &where);
        break;
    case 5:
        for (place = 0; place < 5; place++) {
            points[place] = point();
            others[place] = point();
        }
        CALL(voxnav_batch_new, (VoxnavView){any(VIEW)}, points, others, (size_t)below(6), (VoxnavBatch *)room(BATCH));
        break;
    case 6:
        CALL(voxnav_batch_outcomes, (VoxnavBatch){any(BATCH)}, codes, capacity(), &count);
        CALL(voxnav_batch_lengths, (VoxnavBatch){any(BATCH)}, numbers, capacity(), &count);
        CALL(voxnav_batch_take, (VoxnavBatch){any(BATCH)}, (size_t)below(6), (VoxnavRoute *)route);
        break;
    case 7:
        points[0] = point();
        points[1] = point();
        CALL(voxnav_field_new, (VoxnavView){any(VIEW)}, points, (size_t)below(3), one_in(2) ? 0 : number(), (VoxnavField *)room(FIELD));
        query = place_query(&filter, &score, points);
        CALL(voxnav_find_places, (VoxnavView){any(VIEW)}, point(), &query, found, capacity(), &count);
        CALL(voxnav_flee_from, (VoxnavView){any(VIEW)}, point(), points, (size_t)below(3), number(), found, one_in(2) ? &ends : NULL);
        CALL(voxnav_surround, (VoxnavView){any(VIEW)}, point(), number() / 4, points, capacity(), &count, one_in(2) ? &length : NULL);
        break;
    case 8:
        CALL(voxnav_field_length, (VoxnavField){any(FIELD)}, point(), &length);
        CALL(voxnav_field_next, (VoxnavField){any(FIELD)}, point(), &where);
        CALL(voxnav_field_update, (VoxnavField){any(FIELD)}, (VoxnavView){any(VIEW)});
        break;
    case 9:
        CALL(voxnav_ray, (VoxnavSpace){one_in(3) ? any(WALKER) : space}, point(), point(), &hit);
        CALL(voxnav_is_clear, (VoxnavSpace){space}, point(), point());
        break;
    case 10:
        CALL(voxnav_nearest, (VoxnavSpace){one_in(3) ? any(WALKER) : space}, point(), one_in(2) ? 4 : number(), one_in(2) ? &where : NULL, points);
        CALL(voxnav_random_places, (VoxnavSpace){one_in(3) ? any(WALKER) : space}, draw(), one_in(2) ? &where : NULL, points, capacity(), &count);
        break;
    case 11:
        CALL(voxnav_prepare_index, (VoxnavAgent){any(one_in(20) ? WALKER : DRONE)}, one_in(2) ? &options : NULL);
        CALL(voxnav_distance_to_blocked, (VoxnavAgent){any(DRONE)}, point(), number(), &length);
        CALL(voxnav_floor_under, (VoxnavAgent){any(one_in(8) ? DRONE : WALKER)}, point(), points);
        CALL(voxnav_positions_within, (VoxnavAgent){any(DRONE)}, point(), number() / 4, points, one_in(2) ? numbers : NULL, capacity(), &count);
        break;
    case 12:
        CALL(voxnav_search_new, (VoxnavView){any(VIEW)}, point(), &to, (VoxnavSearch *)room(SEARCH));
        break;
    default:
        if (one_in(9)) {
            CALL(voxnav_search_cancel, (VoxnavSearch){any(SEARCH)});
        }
        CALL(voxnav_search_step, (VoxnavSearch){any(SEARCH)}, below(300));
        CALL(voxnav_search_route, (VoxnavSearch){any(SEARCH)}, (VoxnavRoute *)route);
        CALL(voxnav_search_improve, (VoxnavSearch){any(SEARCH)}, one_in(9) ? number() : 1);
        CALL(voxnav_search_improve_next, (VoxnavSearch){any(SEARCH)});
        CALL(voxnav_search_progress, (VoxnavSearch){any(SEARCH)}, one_in(2) ? &expanded : NULL, &length);
        break;
    }
}

static void move(int what) {
    static VoxnavPoint points[64];
    static VoxnavSmoothLeg legs[64];
    static VoxnavEvent events[64];
    static uint64_t watched[8];
    VoxnavSmoothingStep steps[2];
    VoxnavSmoothing smoothing;
    VoxnavReplanPolicy policy;
    VoxnavDestination to = destination();
    VoxnavProgress progress;
    VoxnavBlockage blockage;
    VoxnavMotionLimits limits;
    VoxnavMotion motion;
    VoxnavTrajectoryInfo info;
    VoxnavPoint where = point();
    uint64_t *timed = &known[TRAJECTORY][below(EACH)];
    uint64_t *path = &known[PATH][below(EACH)], number_;
    uint64_t space = any(one_in(4) ? PLANE : one_in(2) ? DRONE : VIEW);
    size_t count, place;
    double length;
    progress.size = sizeof progress;
    blockage.size = sizeof blockage;
    motion.size = sizeof motion;
    info.size = sizeof info;
    memset(&limits, 0, sizeof limits);
    limits.size = sizeof limits;
    limits.speed = 2;
    limits.acceleration = one_in(3) ? number() : 0;
    limits.lateral = one_in(3) ? 1 : 0;
    limits.jerk = one_in(3) ? 3 : 0;
    limits.turning_radius = one_in(5) ? number() : 0;
    limits.wall_distance = one_in(5) ? 1.5 : 0;
    limits.wall_speed = one_in(2) ? 0.5 : 0;
    limits.up = (VoxnavHeading)below(7);
    memset(steps, 0, sizeof steps);
    steps[0].kind = (VoxnavSmoothingKind)below(7);
    steps[0].value = 0.5;
    steps[1].kind = (VoxnavSmoothingKind)below(one_in(9) ? 9 : 7);
    steps[1].value = number();
    memset(&smoothing, 0, sizeof smoothing);
    smoothing.size = sizeof smoothing;
    smoothing.steps = steps;
    smoothing.step_count = (size_t)below(3);
    smoothing.has_start = one_in(9);
    smoothing.start = where;
    memset(&policy, 0, sizeof policy);
    policy.size = sizeof policy;
    policy.max_suboptimality = one_in(2) ? 1.5 : 0;
    policy.expansions = below(500);
    policy.look_ahead = one_in(2) ? 5 : 0;
    policy.max_deviation = one_in(2) ? 2 : 0;
    switch (what) {
    case 0:
        CALL(voxnav_path_new, (VoxnavView){any(VIEW)}, (VoxnavRoute){any(ROUTE)}, one_in(2) ? &smoothing : NULL, (VoxnavPath *)path);
        break;
    case 1:
        if (CALL(voxnav_path_legs, (VoxnavView){any(VIEW)}, (VoxnavRoute){any(ROUTE)}, one_in(2) ? &smoothing : NULL, legs, 64, &count) >= 0) {
            for (place = 0; place < count && place < 64; place++) {
                if (place == 0) {
                    *room(PATH) = legs[place].path.id;
                } else {
                    OK(voxnav_free(legs[place].path.id));
                }
            }
        }
        break;
    case 2:
        points[0] = point();
        points[1] = point();
        CALL(voxnav_path_through, (VoxnavView){any(VIEW)}, points, (size_t)below(3), (VoxnavPath *)path);
        CALL(voxnav_plane_new, (VoxnavView){any(VIEW)}, (VoxnavPath){any(PATH)}, (VoxnavPlane *)room(PLANE));
        break;
    case 3:
        CALL(voxnav_path_waypoints, (VoxnavPath){any(PATH)}, points, capacity(), &count);
        CALL(voxnav_path_length, (VoxnavPath){any(PATH)}, &length);
        break;
    case 4:
        CALL(voxnav_follower_new, (VoxnavPath){any(PATH)}, (VoxnavFollower *)room(FOLLOWER));
        CALL(voxnav_follower_set_path, (VoxnavFollower){any(FOLLOWER)}, (VoxnavPath){any(PATH)});
        break;
    case 5:
        CALL(voxnav_follower_update, (VoxnavFollower){any(FOLLOWER)}, point(), one_in(2) ? &progress : NULL);
        CALL(voxnav_follower_advance, (VoxnavFollower){any(FOLLOWER)}, number(), one_in(2) ? &progress : NULL);
        CALL(voxnav_follower_relocate, (VoxnavFollower){any(FOLLOWER)}, point(), &progress);
        CALL(voxnav_follower_progress, (VoxnavFollower){any(FOLLOWER)}, &progress);
        CALL(voxnav_follower_look_ahead, (VoxnavFollower){any(FOLLOWER)}, number(), &where);
        CALL(voxnav_follower_has_arrived, (VoxnavFollower){any(FOLLOWER)}, number());
        break;
    case 6:
        CALL(voxnav_follower_steer, (VoxnavFollower){any(FOLLOWER)}, (VoxnavSpace){space}, point(), number(), &where);
        CALL(voxnav_follower_check, (VoxnavFollower){any(FOLLOWER)}, (VoxnavSpace){space}, &blockage);
        break;
    case 7:
        CALL(voxnav_replanner_new, (VoxnavView){any(VIEW)}, &to, one_in(2) ? &policy : NULL, (VoxnavReplanner *)room(REPLANNER));
        break;
    case 8:
        CALL(voxnav_replanner_update, (VoxnavReplanner){any(REPLANNER)}, (VoxnavView){any(VIEW)}, point(), one_in(2) ? &length : NULL);
        CALL(voxnav_replanner_route, (VoxnavReplanner){any(REPLANNER)}, (VoxnavRoute *)&known[ROUTE][below(EACH)]);
        CALL(voxnav_replanner_next, (VoxnavReplanner){any(REPLANNER)}, &number_, one_in(2) ? &count : NULL);
        CALL(voxnav_replanner_bound, (VoxnavReplanner){any(REPLANNER)}, &length);
        if (one_in(4)) {
            CALL(voxnav_replanner_set_goal, (VoxnavReplanner){any(REPLANNER)}, &to);
        }
        break;
    case 9:
        CALL(voxnav_path_watcher_new, (VoxnavView){any(VIEW)}, (VoxnavPathWatcher *)room(WATCH));
        break;
    case 10:
        CALL(voxnav_trajectory_new, (VoxnavView){any(VIEW)}, (VoxnavRoute){any(ROUTE)}, where, one_in(2) ? &smoothing : NULL, &limits, (VoxnavTrajectory *)timed);
        CALL(voxnav_trajectory_along, (VoxnavSpace){space}, (VoxnavPath){any(PATH)}, &limits, (VoxnavTrajectory *)timed);
        CALL(voxnav_trajectory_info, (VoxnavTrajectory){any(TRAJECTORY)}, &info);
        CALL(voxnav_trajectory_at, (VoxnavTrajectory){any(TRAJECTORY)}, number(), &motion);
        CALL(voxnav_trajectory_time_near, (VoxnavTrajectory){any(TRAJECTORY)}, where, number(), number(), &length);
        break;
    default:
        CALL(voxnav_path_watcher_insert, (VoxnavPathWatcher){any(WATCH)}, (VoxnavRoute){any(ROUTE)}, &watched[below(8)]);
        CALL(voxnav_path_watcher_advance, (VoxnavPathWatcher){any(WATCH)}, 1 + below(3), below(9));
        CALL(voxnav_path_watcher_is_blocked, (VoxnavPathWatcher){any(WATCH)}, 1 + below(3));
        CALL(voxnav_path_watcher_update, (VoxnavPathWatcher){any(WATCH)}, (VoxnavView){any(VIEW)}, events, capacity(), &count);
        if (one_in(5)) {
            CALL(voxnav_path_watcher_remove, (VoxnavPathWatcher){any(WATCH)}, 1 + below(3));
        }
        break;
    }
}

/* An agent of a crowd, and once in a while none. */
static VoxnavCrowdAgentId agent(uint64_t crowd) {
    VoxnavCrowdAgentId some[16];
    size_t count = 0;
    if (one_in(40) || voxnav_crowd_ids((VoxnavCrowd){crowd}, some, 16, &count) < 0 || count == 0) {
        return draw();
    }
    return some[below(count < 16 ? count : 16)];
}

/* Whole cells: most of these are free. */
static VoxnavPoint place(void) {
    VoxnavPoint at;
    at.x = (double)below(17);
    at.y = (double)below(17);
    at.z = (double)below(17);
    return at;
}

/* The navigators of the crowds. */
static uint64_t worlds[EACH];

static void crowd(int what) {
    static VoxnavCrowdAgentState states[64];
    static VoxnavCrowdEvent events[64];
    static VoxnavCrowdAgentId some[64];
    VoxnavFormation line;
    static VoxnavPoint points[64];
    static VoxnavRemedy remedies[16];
    VoxnavCrowdSettings policy;
    VoxnavRouteOptions options = route_options();
    VoxnavDestination to = destination();
    VoxnavCrowdAgent body;
    VoxnavCrowdAgentId id;
    VoxnavPlanningStats work;
    uint64_t own = any(CROWD), agents[8], *known_crowd;
    size_t count, place_;
    work.size = sizeof work;
    switch (what) {
    case 0: {
        uint64_t navigator = any(NAVIGATOR);
        memset(&policy, 0, sizeof policy);
        policy.size = sizeof policy;
        policy.budget = below(2) * below(1000);
        policy.max_suboptimality = one_in(20) ? number() : 0;
        policy.options = one_in(3) ? &options : NULL;
        policy.horizon = one_in(3) ? number() : 0;
        policy.neighbors = (uint32_t)below(5);
        policy.passes_through = one_in(3);
        policy.searches = (uint32_t)below(3);
        policy.anytime = one_in(3);
        known_crowd = room(CROWD);
        if (one_in(4)) {
            CALL(voxnav_crowd_new_json, (VoxnavNavigator){navigator}, one_in(3) ? "{ \"budgte\": 1 }" : "{ \"budget\": 600 }", (VoxnavCrowd *)known_crowd);
        } else {
            CALL(voxnav_crowd_new, (VoxnavNavigator){navigator}, one_in(2) ? &policy : NULL, (VoxnavCrowd *)known_crowd);
        }
        worlds[known_crowd - known[CROWD]] = navigator;
        break;
    }
    case 1:
        memset(&body, 0, sizeof body);
        body.size = sizeof body;
        body.position = point();
        body.speed = one_in(9) ? number() : 4;
        body.radius = one_in(9) ? number() : 0;
        body.priority = (int32_t)below(3) - 1;
        body.acceleration = one_in(3) ? number() : 0;
        body.keep_away = one_in(5) ? number() : 0;
        body.keep_away_weight = (uint32_t)below(5);
        body.key = below(3);
        body.moved_by = (VoxnavMovedBy)below(one_in(20) ? 4 : 2);
        body.arrival = (VoxnavArrival)below(one_in(20) ? 5 : 3);
        place_ = (size_t)below(EACH);
        if (one_in(20)) {
            CALL(voxnav_crowd_add, (VoxnavCrowd){own}, (VoxnavAgent){any(one_in(2) ? DRONE : WALKER)}, &body, &id);
        } else if (voxnav_navigator_agents((VoxnavNavigator){worlds[place_]}, (VoxnavAgent *)agents, 8, &count) >= 0 && count > 0) {
            uint64_t agent = agents[below(count < 8 ? count : 8)];
            if (CALL(voxnav_crowd_add, (VoxnavCrowd){known[CROWD][place_]}, (VoxnavAgent){agent}, &body, &id) >= 0) {
                CALL(voxnav_crowd_send_to, (VoxnavCrowd){known[CROWD][place_]}, id, point());
            }
        }
        break;
    case 2:
        CALL(voxnav_crowd_send, (VoxnavCrowd){own}, agent(own), &to);
        break;
    case 3:
        CALL(voxnav_crowd_follow, (VoxnavCrowd){own}, agent(own), agent(own), number());
        break;
    case 4:
        for (place_ = 0; place_ < 3; place_++) {
            some[place_] = agent(own);
            points[place_] = point();
        }
        CALL(voxnav_crowd_set_position, (VoxnavCrowd){own}, agent(own), point());
        CALL(voxnav_crowd_move_all, (VoxnavCrowd){own}, some, points, (size_t)below(3));
        line.size = sizeof line;
        line.shape = (VoxnavFormationShape)below(5);
        line.reserved = 0;
        line.spacing = one_in(3) ? number() : 1;
        line.wait = one_in(3) ? number() : 0;
        CALL(voxnav_crowd_follow_in_formation, (VoxnavCrowd){own}, agent(own), some, (size_t)below(4), &line);
        CALL(voxnav_crowd_send_group, (VoxnavCrowd){own}, some, (size_t)below(4), point(), one_in(2) ? points : NULL);
        break;
    case 5:
        if (one_in(4)) {
            CALL(voxnav_crowd_remove, (VoxnavCrowd){own}, agent(own));
        }
        CALL(voxnav_crowd_stop, (VoxnavCrowd){own}, agent(own));
        CALL(voxnav_crowd_set_speed, (VoxnavCrowd){own}, agent(own), number());
        CALL(voxnav_crowd_set_priority, (VoxnavCrowd){own}, agent(own), (int32_t)below(3));
        CALL(voxnav_crowd_set_keep_away, (VoxnavCrowd){own}, agent(own), one_in(3) ? number() : 2, (uint32_t)below(5));
        CALL(voxnav_crowd_set_radius, (VoxnavCrowd){own}, agent(own), one_in(3) ? number() : 0.4);
        CALL(voxnav_crowd_move, (VoxnavCrowd){own}, agent(own), point());
        place_ = (size_t)below(EACH);
        if (voxnav_navigator_agents((VoxnavNavigator){worlds[place_]}, (VoxnavAgent *)agents, 8, &count) >= 0 && count > 0) {
            own = known[CROWD][place_];
            CALL(voxnav_crowd_set_body, (VoxnavCrowd){own}, agent(own), (VoxnavAgent){agents[below(count < 8 ? count : 8)]});
        }
        CALL(voxnav_crowd_waypoints, (VoxnavCrowd){own}, agent(own), points, capacity(), &count);
        if (one_in(2)) {
            CALL(voxnav_crowd_remedies, (VoxnavCrowd){own}, agent(own), remedies, capacity() / 3, &count);
        }
        CALL(voxnav_crowd_largest_passable_agent, (VoxnavCrowd){own}, agent(own), points);
        break;
    case 6: {
        VoxnavCharacter characters[2];
        memset(characters, 0, sizeof characters);
        characters[0].position = point();
        characters[1].position = point();
        characters[0].radius = characters[1].radius = one_in(9) ? number() : 1;
        characters[1].height = one_in(2) ? 2 : 0;
        CALL(voxnav_crowd_set_characters, (VoxnavCrowd){own}, characters, (size_t)below(3));
        break;
    }
    case 7: {
        VoxnavPoint from = place(), goal = place();
        uint64_t *plan = room(TOGETHER);
        size_t agent;
        place_ = (size_t)below(EACH);
        own = known[CROWD][place_];
        if (voxnav_navigator_agents((VoxnavNavigator){worlds[place_]}, (VoxnavAgent *)agents, 8, &count) >= 0 && count > 0) {
            agent = below(count < 8 ? count : 8);
            memset(&body, 0, sizeof body);
            body.size = sizeof body;
            body.position = from;
            CALL(voxnav_mapf_new, (VoxnavSpace){agents[agent]}, &from, &goal, 1, NULL, (VoxnavMapf *)plan);
            CALL(voxnav_mapf_step, (VoxnavMapf){*plan}, 1000);
            if (CALL(voxnav_crowd_add, (VoxnavCrowd){own}, (VoxnavAgent){agents[agent]}, &body, &id) >= 0) {
                CALL(voxnav_crowd_follow_plan, (VoxnavCrowd){own}, one_in(9) ? some : &id, 1, (VoxnavMapf){*plan});
            }
        }
        break;
    }
    case 8: {
        VoxnavRotation none = {0, 0, 0, 0};
        place_ = (size_t)below(EACH);
        if (voxnav_obstacle_ids((VoxnavNavigator){worlds[place_]}, some, 64, &count) >= 0 && count > 0) {
            uint64_t obstacle = one_in(20) ? draw() : some[below(count < 64 ? count : 64)];
            CALL(voxnav_crowd_try_move_obstacle, (VoxnavCrowd){known[CROWD][place_]}, obstacle, point(), none, some, capacity(), &count);
        }
        CALL(voxnav_crowd_update_plans, (VoxnavCrowd){own}, one_in(9) ? number() : 0.1);
        CALL(voxnav_crowd_update_positions, (VoxnavCrowd){own}, one_in(9) ? number() : 0.1);
        break;
    }
    default:
        CALL(voxnav_crowd_update, (VoxnavCrowd){own}, one_in(9) ? number() : 0.1);
        CALL(voxnav_crowd_events, (VoxnavCrowd){own}, events, capacity(), &count);
        CALL(voxnav_crowd_states, (VoxnavCrowd){own}, states, capacity(), &count);
        CALL(voxnav_crowd_state, (VoxnavCrowd){own}, agent(own), states);
        CALL(voxnav_crowd_ids, (VoxnavCrowd){own}, some, capacity(), &count);
        CALL(voxnav_crowd_work, (VoxnavCrowd){own}, &work);
        break;
    }
}

static double guess(void *user, VoxnavCell from, VoxnavCell to) {
    (void)user;
    return from.x > to.x ? from.x - to.x : to.x - from.x;
}

static void many(int what) {
    static VoxnavPoint points[64], others[64];
    static VoxnavCell cells[64];
    static VoxnavPlannedLeg legs[64];
    static VoxnavRemedy remedies[16];
    static uint32_t goals[64];
    VoxnavMapfOptions options;
    VoxnavLifelongInfo fleet;
    VoxnavMapfInfo info;
    VoxnavDestination to = destination();
    VoxnavCells all = {{0, 0, 0}, {18, 18, 18}};
    uint64_t ticket = 0, own = any(SCHEDULER);
    size_t count, number;
    info.size = sizeof info;
    fleet.size = sizeof fleet;
    switch (what) {
    case 0:
    case 7:
        memset(&options, 0, sizeof options);
        options.size = sizeof options;
        options.moves = one_in(3) ? (VoxnavMoves)below(10) : VOXNAV_MOVES_VERTEX26;
        options.corners = (VoxnavCorners)below(2);
        options.radius_numerator = one_in(4) ? (uint32_t)below(3) : 0;
        options.radius_denominator = (uint32_t)below(9);
        options.most_expanded = below(2) * below(50);
        options.most_memory = one_in(9) ? below(1 << 20) : 1 << 28;
        options.distances = (VoxnavDistances)below(one_in(9) ? 4 : 3);
        options.steps_per_move = one_in(9) ? (uint32_t)below(300) : (uint32_t)below(3);
        options.steps_per_turn = one_in(3) ? (uint32_t)below(3) : 0;
        options.up = (VoxnavHeading)below(7);
        for (number = 0; number < 4; number++) {
            points[number] = one_in(30) ? point() : place();
            others[number] = one_in(30) ? point() : place();
        }
        if (what == 7) {
            CALL(voxnav_lifelong_new, (VoxnavSpace){any(one_in(3) ? WALKER : one_in(2) ? DRONE : VIEW)}, points, (size_t)below(4),
                 one_in(2) ? &options : NULL, (VoxnavLifelongPlanner *)room(FLEET));
            break;
        }
        options.any_goal = one_in(4);
        CALL(voxnav_mapf_new, (VoxnavSpace){any(one_in(3) ? WALKER : one_in(2) ? DRONE : VIEW)}, points, others, (size_t)below(4),
             one_in(2) ? &options : NULL, (VoxnavMapf *)room(TOGETHER));
        break;
    case 1:
        CALL(voxnav_mapf_step, (VoxnavMapf){any(TOGETHER)}, below(40));
        CALL(voxnav_mapf_improve, (VoxnavMapf){any(TOGETHER)}, below(3));
        CALL(voxnav_mapf_info, (VoxnavMapf){any(TOGETHER)}, &info);
        CALL(voxnav_mapf_path, (VoxnavMapf){any(TOGETHER)}, (size_t)below(3), points, capacity(), &count);
        CALL(voxnav_mapf_cells, (VoxnavMapf){any(TOGETHER)}, (size_t)below(3), cells, capacity(), &count);
        CALL(voxnav_mapf_places, (VoxnavMapf){any(TOGETHER)}, (size_t)below(20), points, capacity(), &count);
        CALL(voxnav_mapf_goals, (VoxnavMapf){any(TOGETHER)}, goals, capacity(), &count);
        CALL(voxnav_mapf_legs, (VoxnavMapf){any(TOGETHER)}, (size_t)below(3), legs, capacity(), &count);
        break;
    case 2:
        CALL(voxnav_scheduler_new, (VoxnavView){any(VIEW)}, (uint32_t)below(4), below(50), (VoxnavScheduler *)room(SCHEDULER));
        break;
    case 3:
        CALL(voxnav_scheduler_add, (VoxnavScheduler){own}, (VoxnavView){any(VIEW)}, point(), &to, (uint32_t)below(one_in(20) ? 400 : 4), &ticket);
        if (one_in(3)) {
            CALL(voxnav_scheduler_cancel, (VoxnavScheduler){own}, one_in(2) ? ticket : below(9));
        }
        break;
    case 4:
        CALL(voxnav_scheduler_step, (VoxnavScheduler){own}, below(300));
        CALL(voxnav_scheduler_take, (VoxnavScheduler){own}, &ticket, (VoxnavRoute *)&known[ROUTE][below(EACH)]);
        break;
    case 5:
        CALL(voxnav_view_guide, (VoxnavView){any(VIEW)}, one_in(20) ? NULL : guess, (VoxnavEstimatorGuarantee)below(one_in(20) ? 5 : 4), NULL);
        break;
    case 8:
        CALL(voxnav_lifelong_send, (VoxnavLifelongPlanner){any(FLEET)}, (size_t)below(2), place());
        CALL(voxnav_lifelong_step, (VoxnavLifelongPlanner){any(FLEET)});
        CALL(voxnav_lifelong_leg, (VoxnavLifelongPlanner){any(FLEET)}, (size_t)below(2), legs);
        CALL(voxnav_lifelong_has_arrived, (VoxnavLifelongPlanner){any(FLEET)}, (size_t)below(2));
        CALL(voxnav_lifelong_places, (VoxnavLifelongPlanner){any(FLEET)}, points, capacity(), &count);
        CALL(voxnav_lifelong_cells, (VoxnavLifelongPlanner){any(FLEET)}, cells, capacity(), &count);
        CALL(voxnav_lifelong_info, (VoxnavLifelongPlanner){any(FLEET)}, &fleet);
        break;
    case 9:
        if (one_in(3)) {
            CALL(voxnav_remedies, (VoxnavSpace){any(WALKER)}, place(), &to, remedies, capacity() / 3, &count);
        }
        break;
    default:
        CALL(voxnav_debug_world, (VoxnavSpace){any(one_in(2) ? VIEW : one_in(2) ? DRONE : WALKER)}, one_in(9) ? all : box(), points, capacity(), &count);
        CALL(voxnav_debug_route, (VoxnavRoute){any(ROUTE)}, points, capacity(), &count);
        CALL(voxnav_debug_path, (VoxnavPath){any(PATH)}, points, capacity(), &count);
        break;
    }
}

static void files(const char *path) {
    static uint8_t bytes[1 << 20];
    uint64_t navigator = any(NAVIGATOR);
    size_t count = 0;
    CALL(voxnav_navigator_to_bytes, (VoxnavNavigator){navigator}, (VoxnavBytes *)room(BYTES));
    if (CALL(voxnav_bytes_read, (VoxnavBytes){any(BYTES)}, bytes, sizeof bytes, &count) == VOXNAV_STATUS_OK) {
        if (one_in(3)) {
            bytes[below(count)] ^= (uint8_t)draw();
        }
        CALL(voxnav_navigator_from_bytes, bytes, one_in(5) ? (size_t)below(count) : count, (VoxnavNavigator *)room(NAVIGATOR));
    }
    CALL(voxnav_crowd_to_bytes, (VoxnavCrowd){any(CROWD)}, (VoxnavBytes *)room(BYTES));
    if (CALL(voxnav_bytes_read, (VoxnavBytes){any(BYTES)}, bytes, sizeof bytes, &count) == VOXNAV_STATUS_OK) {
        uint64_t *crowd = room(CROWD);
        CALL(voxnav_crowd_from_bytes, (VoxnavNavigator){navigator}, bytes, one_in(5) ? (size_t)below(count) : count, NULL, (VoxnavCrowd *)crowd);
        worlds[crowd - known[CROWD]] = navigator;
    }
    CALL(voxnav_navigator_save, (VoxnavNavigator){navigator}, path);
    CALL(voxnav_navigator_load, path, (VoxnavNavigator *)room(NAVIGATOR));
}

/* Something of everything to begin with. */
static void begin(void) {
    int place;
    for (place = 0; place < 8; place++) {
        make_world(0);
    }
    for (place = 0; place < 8; place++) {
        make_world(1);
        make_world(2);
    }
}

/* All objects are freed, and none is left. */
static void end(void) {
    uint64_t live = 1;
    int type, place;
    for (type = TYPES - 1; type >= 0; type--) {
        for (place = 0; place < EACH; place++) {
            if (known[type][place] != 0) {
                voxnav_free(known[type][place]);
                known[type][place] = 0;
            }
        }
    }
    OK(voxnav_live_objects(&live));
    CHECK(live == 0);
}

static void call_something(const char *path) {
    uint64_t live;
    switch (below(18)) {
    case 0:
        make_world(one_in(40) ? 0 : 1 + (int)below(7));
        break;
    case 1:
    case 2:
        edit_obstacles((int)below(6));
        break;
    case 3:
    case 4:
        edit_cells((int)below(9));
        break;
    case 5:
        if (one_in(12)) {
            files(path);
        } else if (one_in(9)) {
            count_("voxnav_release_memory", voxnav_release_memory());
            CALL(voxnav_live_objects, &live);
            CALL(voxnav_free, any((int)below(TYPES)));
        }
        break;
    case 6:
    case 7:
    case 8:
    case 9:
        ask((int)below(14));
        break;
    case 10:
    case 11:
        crowd(one_in(3) ? 1 : (int)below(12));
        break;
    case 12:
    case 13:
        many((int)below(11));
        break;
    default:
        move((int)below(12));
        break;
    }
}

int main(int argc, char **argv) {
    unsigned long most, calls = 0, good = 0, round = 0;
    int place;
    CHECK(argc == 4);
    state_ = strtoull(argv[1], NULL, 10);
    remove(argv[3]);
    most = strtoul(argv[2], NULL, 10);
    while (calls < most) {
        /* Worlds fill up: after a while there are new ones. */
        if (round % 2000 == 0) {
            end();
            begin();
        }
        round++;
        call_something(argv[3]);
        calls = 0;
        for (place = 0; counts[place].name != NULL; place++) {
            calls += counts[place].calls;
        }
    }
    end();
    for (place = 0; counts[place].name != NULL; place++) {
        good += counts[place].good;
        printf("%s %lu %lu\n", counts[place].name, counts[place].calls, counts[place].good);
    }
    CHECK(good * 2 >= calls);
    printf("seed %s: %lu calls, %lu of them good\n", argv[1], calls, good);
    return 0;
}
