// The world of an agent in C++: rays, places, fields, watches, lines, materials, links, and cells edited apart.

#include <algorithm>
#include <cmath>

#include "voxnav_crowd.hpp"

#include "check.hpp"

using voxnav::Cell;
using voxnav::Point;

// Plain cells of one unit, with a wall at x = 4 that is open where y is 7.
static voxnav::Navigator plain() {
    voxnav::Navigator navigator(1, {0, 0, 0}, {8, 7, 0});
    navigator.set_cells({{4, 0, 0}, {5, 7, 1}}, VOXNAV_STATE_OCCUPIED);
    return navigator;
}

static void looks_around() {
    auto navigator = plain();
    auto drone = navigator.add_flying({0, 0, 0});
    auto view = drone.view();
    CHECK(navigator.cell_at({3.4, 2, 0}).x == 3 && navigator.center(Cell{3, 2, 0}).y == 2);
    CHECK(navigator.bounds().max.x == 9);
    for (const voxnav::Space *space : {static_cast<voxnav::Space *>(&drone), static_cast<voxnav::Space *>(&view)}) {
        auto hit = space->ray({1, 2, 0}, {7, 2, 0});
        CHECK(hit && hit->cell.x == 4 && !space->is_clear({1, 2, 0}, {7, 2, 0}));
        CHECK(!space->ray({1, 7, 0}, {7, 7, 0}) && space->is_clear({1, 7, 0}, {7, 7, 0}));
        auto near = space->nearest({4, 3, 0}, 2);
        CHECK(near && std::abs(near->x - 4) == 1 && !space->nearest({4, 3, 0}, 0.5));
        auto places = space->random_places(5, 20);
        CHECK(places.size() == 20);
        for (auto place : places) {
            CHECK(navigator.state(navigator.cell_at(place)) == VOXNAV_STATE_FREE);
        }
        auto lines = space->lines(navigator.bounds());
        CHECK(lines.size() >= 24 && lines.size() % 2 == 0);
    }
    CHECK(drone.distance_to_blocked({1, 2, 0}, 9) > 0 && drone.positions_within({0, 0, 0}, 1).size() == 3);
    CHECK(!drone.size().is_on_ground && navigator.agent(drone.size().number).handle().id == drone.handle().id);

    auto route = view.find_route({1, 2, 0}, Point{7, 2, 0});
    CHECK(route.cells().back().x == 7 && route.actions().size() == route.waypoints().size() - 1 && !route.largest());
    CHECK(route.lines().size() == 2 * (route.waypoints().size() - 1));
    auto path = view.smooth(route);
    CHECK(path && path->lines().size() == 2 * (path->waypoints().size() - 1));
    Point corner[] = {{1, 7, 0}, {7, 7, 0}};
    auto straight = view.path_through(corner);
    voxnav::Follower follower(straight);
    follower.advance(2);
    CHECK(straight.length() == 6 && follower.progress().along == 2 && follower.relocate({6, 7, 0}).along == 5);

    auto search = view.search({1, 2, 0}, Point{7, 2, 0});
    while (search.step(1) == VOXNAV_STATUS_PENDING) {
    }
    auto found = search.route().length();
    CHECK(search.expanded() > 0 && search.least() <= found && found == route.length());
}

static void changes() {
    auto navigator = plain();
    auto drone = navigator.add_flying({0, 0, 0});
    auto view = drone.view();
    voxnav::Field field(view, {{7, 2, 0}});
    Point from{1, 2, 0};
    auto route = view.find_route(from, Point{7, 2, 0});
    CHECK(std::abs(*field.length(from) - route.length()) < 1e-9 && field.next(from) && !field.next({7, 2, 0}));

    voxnav::PathWatcher watch(view);
    auto path = watch.insert(route);
    CHECK(path && !watch.is_blocked(*path) && watch.update(drone.view()).empty());
    voxnav::Replanner replanner(view, Point{7, 2, 0});
    CHECK(replanner.update(view, from) == VOXNAV_STATUS_REPLANNED);
    CHECK(replanner.next() == 1u && replanner.bound() == 1.0);

    // The gap closes: another thread may have edited the cells.
    voxnav::World world(navigator);
    world.set({{4, 7, 0}, {5, 8, 1}}, VOXNAV_STATE_OCCUPIED);
    int occupied = 0;
    CHECK(navigator.each_cell([&](Cell cell) { return ++occupied, cell.x == 4; }) && occupied == 7);
    CHECK(!navigator.each_cell([&](Cell) { return false; }));
    CHECK(drone.view().find_route(from, Point{7, 2, 0}).is_found());
    world.apply(navigator);
    navigator.refresh();
    auto newer = drone.view();
    auto events = watch.update(newer);
    CHECK(events.size() == 1 && events[0].path == *path && events[0].kind == VOXNAV_EVENT_KIND_BLOCKED);
    CHECK(watch.is_blocked(*path));
    watch.advance(*path, 1);
    watch.remove(*path);
    CHECK(!watch.insert(newer.find_route(from, Point{7, 2, 0})));
    field.update(newer);
    CHECK(!field.length(from) && field.length({8, 2, 0}) == 1.0);

    // Cells from an array, in which 2 is a marsh.
    auto marsh = voxnav::sized<VoxnavMaterial>();
    marsh.cost = 3;
    auto id = navigator.add_material("marsh", marsh);
    const std::uint8_t values[9] = {0, 0, 0, 0, 2, 0, 0, 0, 0};
    const auto of_marsh = VOXNAV_OF_MATERIAL + static_cast<std::int32_t>(id);
    const std::int32_t meanings[] = {VOXNAV_STATE_FREE, VOXNAV_STATE_OCCUPIED, of_marsh};
    auto array = voxnav::sized<VoxnavArray>();
    array.data = values;
    array.extent = {9, 1, 1};
    array.first = {0, 7, 0};
    array.stride_x = array.stride_y = array.stride_z = 1;
    array.width = 1;
    array.meanings = meanings;
    array.meaning_count = 3;
    navigator.set_cells(array);
    CHECK(navigator.material({4, 7, 0}) == id && navigator.state({3, 7, 0}) == VOXNAV_STATE_FREE);
    voxnav::World again(navigator);
    again.set(array);
    CHECK(voxnav::expected([&] { world.set(array); }).error().status() < 0); // which has no marsh
    navigator.set_material({{0, 0, 0}, {1, 1, 1}}, id);
    navigator.set_terrain({{0, 1, 0}, {1, 2, 1}}, 300);
    CHECK(navigator.material({0, 0, 0}) == id);
    const std::vector<float> costs = {0.5f, 2, INFINITY, 8};
    CHECK(voxnav::expected([&] { navigator.set_costs({0, 2, 0}, {2, 2, 1}, costs); }).error().status() < 0);
    CHECK(voxnav::expected([&] { navigator.set_costs({0, 2, 0}, {2, 1, 1}, costs); }).error().status() < 0);
    navigator.set_costs({0, 2, 0}, {2, 2, 1}, costs, VOXNAV_COST_CONVENTION_MEAN, true);
    CHECK(navigator.cost({1, 2, 0}) == 2 && navigator.cost({1, 3, 0}) == 8 && navigator.cost_scale().unit == 0.5);
    CHECK(navigator.state({0, 3, 0}) == VOXNAV_STATE_OCCUPIED);
    auto distances = navigator.cell_distances();
    CHECK(*std::min_element(distances.begin(), distances.end()) == 0);
}

static void obstacles_and_links() {
    voxnav::Navigator navigator(1, {0, 0, 0}, {9, 4, 9});
    auto box = navigator.insert_box({4, 0, 4}, {5, 4, 5});
    navigator.set_layers(box, 2);
    auto hit = navigator.sweep({0, 2, 4.5}, {9, 2, 4.5}, {0.5, 0.5, 0.5});
    CHECK(hit && hit->obstacle == box && std::abs(hit->distance - 3.5) < 0.002);
    CHECK(!navigator.sweep({0, 2, 4.5}, {9, 2, 4.5}, {0.5, 0.5, 0.5}, 1));
    CHECK(navigator.overlapping({4, 1, 4}, {1, 1, 1}) == std::vector<VoxnavObstacleId>{box});
    CHECK(navigator.overlapping({4, 1, 4}, {1, 1, 1}, 1).empty());
    navigator.move(box, {2, 2, 2});
    CHECK(navigator.placement(box).first.x == 2 && navigator.obstacles().size() == 1);

    auto link = voxnav::sized<VoxnavLink>();
    link.from = link.from_end = {0, 0, 0};
    link.to = {9, 0, 9};
    auto id = navigator.insert_link(link);
    navigator.close_link(id);
    CHECK(navigator.links() == std::vector<VoxnavLinkId>{id});
    navigator.remove_link(id);
    CHECK(navigator.links().empty());

    auto drone = navigator.add_flying({0, 0, 0});
    voxnav::Crowd crowd(navigator);
    auto ann = crowd.add(drone, {0, 0, 0}, 1);
    CHECK(crowd.ids() == std::vector<VoxnavCrowdAgentId>{ann});
    auto old = drone.handle();
    drone.remove();
    CHECK(!drone && voxnav_agent_remove(old) < 0);
}

static void walkers() {
    voxnav::Navigator navigator(1, {0, 0, 0}, {4, 4, 3});
    navigator.set_cells({{0, 0, 0}, {5, 5, 1}}, VOXNAV_STATE_OCCUPIED);
    auto legs = voxnav::locomotion(VOXNAV_PRESET_WALKER, VOXNAV_HEADING_PLUS_Z);
    auto walker = navigator.add_walking({0.4, 0.4, 0.9}, legs);
    Point starts[] = {{0, 0, 0.5}, {4, 4, 0.5}}, goals[] = {{4, 3, 0.5}, {0, 1, 0.5}};
    auto any = voxnav::sized<VoxnavMapfOptions>();
    any.any_goal = 1;
    voxnav::Together plan(walker, starts, goals, &any);
    CHECK(plan.step(UINT64_MAX) == VOXNAV_STATUS_FOUND && plan.improve(3));
    CHECK(plan.goals() == (std::vector<std::uint32_t>{1, 0}) && plan.info().cost == 2 && plan.cells(0).back().y == 1);
    voxnav::LifelongPlanner fleet(walker, starts);
    fleet.send(0, {4, 4, 0.5});
    fleet.send(1, {0, 0, 0.5});
    int on_legs = 0;
    while (!fleet.has_arrived(0) || !fleet.has_arrived(1)) {
        fleet.step();
        CHECK(fleet.info().steps < 100);
        on_legs += fleet.leg(0).has_value();
    }
    CHECK(on_legs > 0 && fleet.cells()[0].x == 4);
}

// What a function of the caller's throws comes back where a search calls it, on whichever thread.
static void throws() {
    struct Thrown {};
    auto navigator = plain();
    auto drone = navigator.add_flying({0, 0, 0});
    auto view = drone.view();
    view.guide([](Cell, Cell) -> double { throw Thrown(); }, VOXNAV_ESTIMATOR_GUARANTEE_NONE);
    auto thrown = [](auto run) {
        try {
            run();
        } catch (const Thrown &) {
            return true;
        }
        return false;
    };
    Point from[] = {{1, 2, 0}, {2, 2, 0}}, to[] = {{7, 2, 0}, {7, 3, 0}};
    CHECK(thrown([&] { view.find_routes(from, to); }));
    auto search = view.search(from[0], to[0]);
    CHECK(thrown([&] {
        while (search.step(1) == VOXNAV_STATUS_PENDING) {
        }
    }));
    auto accepts = voxnav::Destination::matching([](Cell) -> bool { throw Thrown(); });
    voxnav::Replanner replanner(drone.view(), accepts);
    CHECK(thrown([&] { replanner.update(drone.view(), from[0]); }));
    voxnav::Crowd crowd(navigator);
    auto ann = crowd.add(drone, from[0], 1);
    crowd.send(ann, accepts);
    CHECK(thrown([&] {
        for (int frame = 0; frame < 10; frame++) {
            crowd.update(0.1);
        }
    }));
    crowd.stop(ann);
    CHECK(!thrown([&] { crowd.update(0.1); }));
}

static void finds_places() {
    auto navigator = plain();
    auto drone = navigator.add_flying({0, 0, 0});
    auto view = drone.view();
    // The nearest place behind the wall, which an eye beyond its open end does not see.
    Point eye{1, 1, 0}, from{3, 7, 0};
    VoxnavPlaceFilter hidden{};
    hidden.kind = VOXNAV_PLACE_FILTER_KIND_HIDDEN;
    hidden.points = &eye;
    hidden.point_count = 1;
    VoxnavPlaceScore near{};
    near.measure = VOXNAV_PLACE_MEASURE_WAY;
    near.weight = -1;
    auto query = voxnav::sized<VoxnavPlaceQuery>();
    query.area = VOXNAV_AREA_WAY;
    query.most = 9;
    query.filters = &hidden;
    query.scores = &near;
    query.filter_count = query.score_count = 1;
    auto places = view.find_places(from, query, 3);
    CHECK(places.size() == 3 && places[0].cell.x >= 4 && places[0].way == -places[0].score);
    for (auto &place : places) {
        CHECK(view.ray(eye, place.position) && place.way <= places[2].way);
        CHECK(std::abs(view.find_route(from, place.position).length() - place.way) < 1e-9);
    }
    query.least = 10;
    CHECK(!voxnav::expected([&] { return view.find_places(from, query); }));
    query.least = 0;
    query.limit = 1;
    CHECK(view.find_places(from, query, 3).empty());

    bool is_dead_end = true;
    Point danger{1, 7, 0};
    auto escape = view.flee_from(from, {&danger, 1}, 5, &is_dead_end);
    CHECK(escape && !is_dead_end && escape->position.x > 4);
    CHECK(!view.flee_from(from, {&from, 1}, 5));
    // Out of one half of the world there is one way.
    double gap = 1;
    auto held = view.surround({1, 7, 0}, 5, 4, &gap);
    CHECK(!held.empty() && held.size() <= 4 && gap >= 0);
    CHECK(view.surround({1, 7, 0}, 99, 4).empty());
}

int main() {
    finds_places();
    looks_around();
    changes();
    obstacles_and_links();
    walkers();
    throws();
    std::uint64_t live = 1;
    CHECK(voxnav_live_objects(&live) == VOXNAV_STATUS_OK && live == 0);
    std::puts("C++ sees what C sees");
    return 0;
}
