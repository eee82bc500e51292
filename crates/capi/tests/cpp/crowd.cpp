// Crowds in C++: targets, physics, and what a function of the caller's throws.

#include "voxnav_crowd.hpp"

#include "check.hpp"

using voxnav::Destination;
using voxnav::Point;

static void targets() {
    voxnav::Navigator navigator(0.5, {-10, 0, -10}, {10, 4, 10});
    navigator.insert_box({-0.5, -1, -11}, {0.5, 5, 4});
    auto drone = navigator.add_flying({0.3, 0.3, 0.3});
    voxnav::Crowd crowd(navigator);
    auto ann = crowd.add(drone, {-8, 2, 0}, 3);
    auto bob = crowd.add(drone, {-8, 2, 3}, 4, VOXNAV_MOVED_BY_OTHERS);
    crowd.send(ann, {8, 2, 0});
    crowd.send(bob, Destination::matching([](voxnav::Cell cell) { return cell.x >= 12; }));
    int arrived = 0;
    for (int frame = 0; arrived < 2; frame++) {
        CHECK(frame < 1000);
        for (const auto &event : crowd.update(1.0 / 60)) {
            arrived += event.kind == VOXNAV_CROWD_EVENT_KIND_ARRIVED;
        }
        auto own = crowd.state(bob);
        if (own.is_moving) {
            auto [p, v] = std::make_pair(own.position, own.velocity);
            crowd.move_all({bob}, {{p.x + v.x / 60, p.y + v.y / 60, p.z + v.z / 60}});
        }
    }
    CHECK(crowd.states().size() == 2 && apart(crowd.states()[0].position, {8, 2, 0}) <= 0.1 + 1e-9);
    CHECK(crowd.states()[1].position.x > 5);
    crowd.follow(ann, bob, 1);
    crowd.update(0.1);
    crowd.stop(ann);
    crowd.set_position(ann, {-8, 2, 0});
    CHECK(crowd.state(ann).position.x == -8 && crowd.work().total <= 4000);
    CHECK(!crowd.largest_passable_agent(ann));
    crowd.remove(bob);
    CHECK(crowd.states().size() == 1);
    auto moved = std::move(crowd);
    CHECK(moved.states().size() == 1);
    bool is_caught = false;
    try {
        moved.remove(bob);
    } catch (const voxnav::Error &error) {
        is_caught = error.status() == VOXNAV_STATUS_ERROR_UNKNOWN_ID;
    }
    CHECK(is_caught);
}

static void together() {
    voxnav::Navigator navigator(1, {0, 0, 0}, {4, 4, 4});
    auto drone = navigator.add_flying({0, 0, 0});
    voxnav::Together plan(drone, {{0, 0, 0}, {4, 0, 0}}, {{4, 0, 0}, {0, 0, 0}});
    voxnav::Status status;
    while ((status = plan.step(1)) == VOXNAV_STATUS_PENDING) {
    }
    CHECK(status == VOXNAV_STATUS_FOUND && plan.improve(5));
    CHECK(plan.path(0).front().x == 0 && plan.path(0).back().x == 4);
    CHECK(plan.places(plan.info().steps)[1].x == 0);
    voxnav::Crowd crowd(navigator);
    auto radius = voxnav::sized<VoxnavCrowdAgent>();
    radius.radius = 0.2;
    auto one = crowd.add(drone, radius);
    radius.position.x = 4;
    auto other = crowd.add(drone, radius);
    crowd.follow_plan({one, other}, plan);
    crowd.set_characters({VoxnavCharacter{{2, 4, 4}, {0, 0, 0}, 0.3, 0}});
    for (int frame = 0; apart(crowd.state(one).position, {4, 0, 0}) > 0.1; frame++) {
        CHECK(frame < 1000);
        crowd.update(0.1);
    }
    auto view = drone.view();
    voxnav::Scheduler scheduler(view);
    auto first = scheduler.add(view, {0, 0, 0}, Point{4, 4, 4});
    auto second = scheduler.add(view, {0, 0, 0}, Destination::matching([](voxnav::Cell cell) { return cell.y == 4; }));
    scheduler.cancel(scheduler.add(view, {0, 0, 0}, Point{1, 1, 1}));
    while (scheduler.step(1)) {
    }
    int found = 0;
    while (auto taken = scheduler.take()) {
        found += taken->second.is_found() && (taken->first == first || taken->first == second);
    }
    CHECK(found == 2);
}

static void more_plans() {
    voxnav::Navigator navigator(1, {0, 0, 0}, {5, 5, 3});
    navigator.set_cells({{0, 0, 0}, {6, 6, 1}}, VOXNAV_STATE_OCCUPIED);
    auto drone = navigator.add_flying({0, 0, 0});
    auto legs = voxnav::locomotion(VOXNAV_PRESET_WALKER, VOXNAV_HEADING_PLUS_Z);
    auto walker = navigator.add_walking({0.4, 0.4, 0.9}, legs);
    voxnav::Together plan(walker, {{0, 0, 0.5}, {4, 0, 0.5}}, {{4, 0, 0.5}, {0, 0, 0.5}});
    while (plan.step(1) == VOXNAV_STATUS_PENDING) {
    }
    CHECK(plan.step(1) == VOXNAV_STATUS_FOUND && plan.legs(0).back().to.x == 4 && plan.goals()[1] == 1);
    auto any = voxnav::sized<VoxnavMapfOptions>();
    any.any_goal = 1;
    voxnav::Together given(drone, {{0, 0, 1}, {5, 5, 1}}, {{5, 5, 2}, {0, 0, 2}}, &any);
    CHECK(given.step(UINT64_MAX) == VOXNAV_STATUS_FOUND && given.goals()[0] == 1 && given.info().cost == 2);

    Point starts[] = {{0, 0, 1}, {1, 0, 1}};
    voxnav::LifelongPlanner fleet(drone, starts);
    fleet.send(0, {5, 5, 2});
    while (!fleet.has_arrived(0)) {
        fleet.step();
        CHECK(fleet.info().steps < 100);
    }
    CHECK(fleet.places()[0].x == 5 && fleet.places()[1].x == 1);

    voxnav::Crowd crowd(navigator);
    auto ann = crowd.add(drone, {0, 0, 1}, 1);
    crowd.send(ann, {5, 5, 1});
    crowd.set_speed(ann, 0);
    crowd.update(0.1);
    CHECK(crowd.waypoints(ann).back().x == 5 && crowd.state(ann).position.x == 0 && crowd.remedies(ann).empty());
    crowd.set_priority(ann, 2);
    crowd.set_radius(ann, 0.3);
    crowd.set_keep_away(ann, 2);
    crowd.set_keep_away(ann, 0);
    crowd.set_body(ann, drone);
    crowd.set_speed(ann, 1);
    crowd.move(ann, {0, 0, 1});
    crowd.update(0.5);
    CHECK(crowd.state(ann).position.z == 1.5);
    navigator.set_cells({{3, 0, 1}, {4, 6, 4}}, VOXNAV_STATE_OCCUPIED);
    CHECK(walker.view().remedies({0, 0, 0.5}, Point{5, 0, 0.5}).empty());
}

static void doors() {
    voxnav::Navigator navigator(0.5, {-10, 0, -10}, {10, 4, 10});
    auto box = voxnav::sized<VoxnavShape>();
    box.kind = VOXNAV_SHAPE_KIND_CUBOID;
    box.a = box.b = box.c = 2;
    auto gate = navigator.insert(box, {0, 2, 8}, {}, "gate");
    auto other = navigator.insert_box({6, 0, 6}, {7, 1, 7});
    CHECK(navigator.name(gate) == "gate" && !navigator.name(other));
    CHECK(navigator.find("gate") == gate && !navigator.find("door"));
    auto drone = navigator.add_flying({0.3, 0.3, 0.3});
    voxnav::Crowd crowd(navigator);
    std::vector<VoxnavCrowdAgentId> ids;
    for (int number = 0; number < 6; number++) {
        ids.push_back(crowd.add(drone, {-1.5 + 0.5 * number, 2, 1 - 0.5 * number}, 1));
    }
    CHECK(!navigator.is_clear_if_moved(gate, {0, 2, 0}, {}, drone, {1, 2, 1}));
    CHECK(navigator.is_clear_if_moved(gate, {0, 2, 0}, {}, drone, {4, 2, 1}));
    CHECK(crowd.try_move_obstacle(gate, {0, 2, 0}) == ids);
    for (auto id : ids) {
        crowd.remove(id);
    }
    CHECK(crowd.try_move_obstacle(gate, {0, 2, 0}).empty());
    CHECK(!drone.nearest({0, 2, 0}, 1));
    auto ann = crowd.add(drone, {4, 2, 4}, 2);
    crowd.send(ann, {4, 2, -4});
    crowd.update_plans(0.5);
    CHECK(crowd.state(ann).position.z == 4 && crowd.state(ann).velocity.z < -1.9);
    crowd.update_positions(0.5);
    CHECK(crowd.state(ann).position.z < 3.1);
}

static void saved() {
    voxnav::Navigator navigator(1, {0, 0, 0}, {9, 9, 9});
    auto drone = navigator.add_flying({0.3, 0.3, 0.3});
    voxnav::Crowd crowd(navigator);
    auto ann = crowd.add(drone, {1, 1, 1}, 2);
    auto bob = crowd.add(drone, {8, 8, 8}, 3);
    crowd.send(ann, {8, 8, 8});
    crowd.send(bob, {1, 1, 1});
    for (int frame = 0; frame < 10; frame++) {
        crowd.update(0.1);
    }
    auto again = voxnav::Navigator::from_bytes(navigator.to_bytes());
    auto bytes = crowd.to_bytes();
    auto loaded = voxnav::Crowd::from_bytes(again, bytes);
    CHECK(loaded.ids() == crowd.ids());
    auto before = crowd.state(ann).position;
    for (int frame = 0; frame < 20; frame++) {
        crowd.update(0.1);
        loaded.update(0.1);
        for (auto id : {ann, bob}) {
            auto here = crowd.state(id).position, there = loaded.state(id).position;
            CHECK(here.x == there.x && here.y == there.y && here.z == there.z);
        }
    }
    CHECK(crowd.state(ann).position.x > before.x + 1);
    VoxnavCrowd handle{};
    for (std::size_t length = 0; length < bytes.size(); length++) {
        auto cut = voxnav_crowd_from_bytes(again.handle(), bytes.data(), length, nullptr, &handle);
        CHECK(cut == VOXNAV_STATUS_ERROR_FILE && handle.id == 0);
    }
    /* Functions of cells are not saved, and nothing changes. */
    crowd.send(ann, Destination::matching([](voxnav::Cell cell) { return cell.x == 0; }));
    VoxnavBytes none{};
    CHECK(voxnav_crowd_to_bytes(crowd.handle(), &none) == VOXNAV_STATUS_ERROR_UNSUPPORTED && none.id == 0);
}

struct Thrown {};

static void throws() {
    voxnav::Navigator navigator(1, {0, 0, 0}, {7, 7, 7});
    auto drone = navigator.add_flying({0, 0, 0});
    voxnav::Crowd crowd(navigator);
    auto ann = crowd.add(drone, {1, 1, 1}, 5);
    crowd.send(ann, Destination::matching([](voxnav::Cell) -> bool { throw Thrown(); }));
    bool is_caught = false;
    try {
        crowd.update(0.1);
    } catch (const Thrown &) {
        is_caught = true;
    }
    CHECK(is_caught);
    crowd.send(ann, {6, 6, 6});
    for (int frame = 0; crowd.state(ann).has_target; frame++) {
        CHECK(frame < 1000);
        crowd.update(0.1);
    }
}

int main() {
    targets();
    together();
    more_plans();
    doors();
    saved();
    throws();
    std::uint64_t live = 1;
    CHECK(voxnav_live_objects(&live) == VOXNAV_STATUS_OK && live == 0);
    std::puts("crowds in C++ get where they are sent");
    return 0;
}
