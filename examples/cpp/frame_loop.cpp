// The frame loop of the guide in C++: a drone flies through a hall in which a door closes on its way.
//
// cmake -S examples/cpp -B build -DCMAKE_PREFIX_PATH=PREFIX && cmake --build build && build/frame_loop
#include <cmath>
#include <cstdio>
#include <optional>

#include <voxnav.hpp>

using voxnav::Point;

// Whatever moves the agent: here six units a second, straight.
static Point moved(Point from, Point to) {
    double apart = std::hypot(to.x - from.x, to.y - from.y, to.z - from.z), share = apart > 0.1 ? 0.1 / apart : 1;
    return {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, from.z + (to.z - from.z) * share};
}

int main() try {
    // A hall of 20 x 4 x 20 units in cells of half a unit, y up, and a wall that is open at one end.
    voxnav::Navigator navigator(0.5, {-10, 0, -10}, {10, 4, 10});
    navigator.insert_box({-0.5, -1, -10}, {0.5, 5, 4});
    auto door = navigator.insert_box({-0.5, -1, 12}, {0.5, 5, 15});
    auto drone = navigator.add_flying({0.3, 0.3, 0.3});

    Point position{-8, 2, 0}, goal{8, 2, 0};
    std::optional<voxnav::Follower> follower;
    int frame = 0;
    while (!follower || !follower->has_arrived(0.1)) {
        if (++frame == 60) {
            std::puts("the door closes");
            navigator.move(door, {0, 2, 5});
        }
        auto target = follower ? follower->steer(drone, position, 1.0) : std::nullopt;
        if (!target) {
            auto path = drone.view().smooth(drone.find_route(position, goal));
            if (!path) {
                std::puts("there is no way");
                return 1;
            }
            std::printf("frame %d: a way of %.2f units\n", frame, path->length());
            follower.emplace(*path);
            continue;
        }
        position = moved(position, *target);
        follower->update(position);
    }
    std::printf("frame %d: there\n", frame);
    return 0;
} catch (const voxnav::Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
