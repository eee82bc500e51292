// The frame loop of the guide over a crowd, in C++: drones and walkers get where they are sent, through a door that
// opens after a second; one of the drones is moved by "physics".
//
// cmake -S examples/cpp -B build -DCMAKE_PREFIX_PATH=PREFIX && cmake --build build && build/crowd
#include <cstdio>

#include <voxnav_crowd.hpp>

int main() try {
    // A hall of 20 x 4 x 20 units in cells of half a unit, y up, with a floor, a wall, and a door in it.
    voxnav::Navigator navigator(0.5, {-10, 0, -10}, {10, 4, 10});
    navigator.insert_box({-11, -1, -11}, {11, 0.2, 11});
    navigator.insert_box({-0.5, 0, -11}, {0.5, 5, 4});
    auto door = navigator.insert_box({-0.5, 0, 4}, {0.5, 5, 11});

    // Two bodies: any number of agents of the crowd share them.
    auto drone = navigator.add_flying({0.3, 0.3, 0.3});
    auto legs = voxnav::locomotion(VOXNAV_PRESET_WALKER, VOXNAV_HEADING_PLUS_Y);
    auto walker = navigator.add_walking({0.2, 0.9, 0.2}, legs);

    voxnav::Crowd crowd(navigator);
    const int agents = 10;
    for (int number = 0; number < agents; number++) {
        double y = number % 2 ? 0.25 : 2, z = number - 5;
        auto id = number % 2 ? crowd.add(walker, {-8, y, z}, 4)
                             : crowd.add(drone, {-8, y, z}, 4, number ? VOXNAV_MOVED_BY_CROWD : VOXNAV_MOVED_BY_OTHERS);
        crowd.send(id, {8, y, z});
    }

    int arrived = 0, frame = 0;
    for (; arrived < agents; frame++) {
        if (frame == 60) {
            std::puts("frame 60: the door opens");
            navigator.remove(door);
        }
        for (const auto &event : crowd.update(1.0 / 60)) {
            if (event.kind == VOXNAV_CROWD_EVENT_KIND_ARRIVED) {
                arrived++;
            } else if (event.kind == VOXNAV_CROWD_EVENT_KIND_NO_PATH) {
                std::printf("frame %d: agent %d has no way\n", frame, static_cast<int>(event.id));
            }
        }
        // Where all are, for whatever draws them; the first is moved here, and the crowd is told where to.
        auto own = crowd.states().front();
        auto [p, v] = std::make_pair(own.position, own.velocity);
        crowd.set_position(own.id, {p.x + v.x / 60, p.y + v.y / 60, p.z + v.z / 60});
    }
    std::printf("frame %d: all %d are there\n", frame, arrived);
    return 0;
} catch (const voxnav::Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
