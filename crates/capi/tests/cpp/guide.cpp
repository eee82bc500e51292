// The frame loop of the guide in C++, and what a function of the caller's throws.

#include "voxnav.hpp"

#include "check.hpp"

using voxnav::Destination;
using voxnav::Point;

static Point toward(Point from, Point to, double step) {
    double share = apart(from, to) > step ? step / apart(from, to) : 1.0;
    return {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, from.z + (to.z - from.z) * share};
}

static void flies() {
    voxnav::Navigator navigator(0.5, {-10, 0, -10}, {10, 4, 10});
    auto shape = voxnav::sized<VoxnavShape>();
    shape.a = 0.5, shape.b = 3, shape.c = 8;
    auto wall = navigator.insert(shape, {0, 2, -2});
    auto drone = navigator.add_flying({0.3, 0.3, 0.3});
    Point position{-8, 2, 0}, goal{8, 2, 0};

    auto view = drone.view();
    auto route = view.find_route(position, goal);
    CHECK(route.is_found() && std::abs(route.length() - 21.38) < 0.01);
    auto options = voxnav::sized<VoxnavRouteOptions>();
    options.fewest_turns = 1;
    auto straight = drone.find_route(position, goal, &options);
    CHECK(straight.cost() == route.cost() && 0 < straight.turns() && straight.turns() <= route.turns());
    auto path = view.smooth(route);
    CHECK(path && path->length() < route.length());
    auto limits = voxnav::sized<VoxnavMotionLimits>();
    limits.speed = 2, limits.acceleration = limits.braking = limits.lateral = 1;
    auto timed = view.trajectory(route, position, limits);
    CHECK(timed && apart(timed->at(timed->info().duration).position, goal) < 1e-5);
    CHECK(std::abs(timed->time_near(timed->at(3).position, 0.1, 2).value() - 3) < 1e-6);
    CHECK(voxnav::Trajectory(drone, *path, limits).info().duration > path->length() / 2);
    voxnav::Follower follower(*path);
    CHECK(!follower.check(drone));
    int frames = 0;
    while (!follower.has_arrived(0.1)) {
        CHECK(frames++ < 1000);
        auto target = follower.steer(drone, position, 1.0);
        CHECK(target);
        position = toward(position, *target, 0.1);
        follower.update(position);
    }
    CHECK(apart(position, goal) <= 0.1 + 1e-9);
    navigator.remove(wall);
    CHECK(drone.find_route({-8, 2, 0}, goal).length() == 16);

    auto routes = view.find_routes({position, position}, {{-8, 2, 0}, {1e30, 0, 0}});
    CHECK(routes.size() == 2 && routes[0] && !routes[1]);

    voxnav::Replanner replanner(view, Point{-8, 2, 0});
    CHECK(replanner.update(view, position) == VOXNAV_STATUS_REPLANNED && replanner.route()->is_found());
}

static void walks() {
    voxnav::Navigator navigator(0.5, {0.1, 0.1, 0.1}, {19.9, 7.9, 9.9}, {0.25, 0.25, 0.25});
    navigator.insert_box({10, 0, 0}, {20, 0.5, 10});
    auto legs = voxnav::locomotion(VOXNAV_PRESET_WALKER, VOXNAV_HEADING_PLUS_Y);
    auto walker = navigator.add_walking({0.2, 0.9, 0.2}, legs);
    auto view = walker.view();
    auto parts = view.legs(view.find_route({2, 0.1, 5}, Point{18, 0.6, 5}));
    CHECK(parts.size() == 3 && parts[1].action == VOXNAV_ACTION_STEP_UP);
    auto plane = view.plane(parts[0].path);
    CHECK(plane && voxnav::Follower(parts[0].path).steer(*plane, {2.2, 0, 5.1}, 3));
    auto again = voxnav::Navigator::from_bytes(navigator.to_bytes());
    auto agents = again.agents();
    CHECK(agents.size() == 1 && agents[0].find_route({2, 0.1, 5}, Point{18, 0.6, 5}).is_found());
}

struct Thrown {};

static void throws() {
    voxnav::Navigator navigator(1, {0, 0, 0}, {7, 7, 7});
    auto drone = navigator.add_flying({0.2, 0.2, 0.2});
    bool is_refused = false, is_caught = false;
    try {
        drone.find_route({std::nan(""), 0, 0}, Point{1, 1, 1});
    } catch (const voxnav::Error &error) {
        is_refused = error.status() == VOXNAV_STATUS_ERROR_POSITION;
    }
    CHECK(is_refused);
    try {
        navigator.set_cells({{0, 0, 0}, {3, 3, 3}}, [](voxnav::Cell) -> std::int32_t { throw Thrown(); });
    } catch (const Thrown &) {
        is_caught = true;
    }
    CHECK(is_caught);
    is_caught = false;
    auto to = Destination::matching([](voxnav::Cell) -> bool { throw Thrown(); });
    try {
        drone.find_route({1, 1, 1}, to);
    } catch (const Thrown &) {
        is_caught = true;
    }
    CHECK(is_caught);
    auto view = drone.view();
    int asked = 0;
    view.guide([&](voxnav::Cell from, voxnav::Cell to) { asked++; return std::abs(from.x - to.x); },
               VOXNAV_ESTIMATOR_GUARANTEE_CONSISTENT);
    CHECK(view.find_route({1, 1, 1}, Point{6, 1, 1}).length() == 5 && asked > 0);
    is_caught = false;
    view.guide([](voxnav::Cell, voxnav::Cell) -> double { throw Thrown(); }, VOXNAV_ESTIMATOR_GUARANTEE_NONE);
    try {
        view.find_route({1, 1, 1}, Point{6, 1, 1});
    } catch (const Thrown &) {
        is_caught = true;
    }
    CHECK(is_caught);
    auto refused = voxnav::expected([&] { return drone.find_route({1e300, 0, 0}, Point{1, 1, 1}); });
    CHECK(!refused && refused.error().status() == VOXNAV_STATUS_ERROR_POSITION);
    CHECK(voxnav::expected([&] { navigator.remove(77); }).error().status() == VOXNAV_STATUS_ERROR_UNKNOWN_ID);
    navigator.set_cells({{0, 0, 0}, {8, 8, 1}}, [](voxnav::Cell cell) { return cell.x == 4; });
    auto far_away = Destination::matching([](voxnav::Cell cell) { return cell.x == 7; });
    CHECK(drone.find_route({1, 1, 1}, far_away).is_found());
    CHECK(!drone.prepare_index());
}

int main() {
    flies();
    walks();
    throws();
    std::uint64_t live = 1;
    CHECK(voxnav_live_objects(&live) == VOXNAV_STATUS_OK && live == 0);
    std::puts("C++ gets what C gets");
    return 0;
}
