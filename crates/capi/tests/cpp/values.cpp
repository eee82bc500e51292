// C++ without exceptions: errors are values, and calls after an error change nothing.

#define VOXNAV_NO_EXCEPTIONS
#include "voxnav_crowd.hpp"

#include "check.hpp"

using voxnav::Point;

static void answers_and_errors() {
    auto made = voxnav::expected([] { return voxnav::Navigator(1, {0, 0, 0}, {7, 7, 7}); });
    CHECK(made);
    auto &navigator = *made;
    auto drone = navigator.add_flying({0, 0, 0});
    auto found = voxnav::expected([&] { return drone.find_route({1, 1, 1}, Point{6, 1, 1}); });
    CHECK(found && found->length() == 5);
    auto none = voxnav::expected([] { return voxnav::Navigator(-1, {0, 0, 0}, {7, 7, 7}); });
    CHECK(!none && none.error().status() < 0 && none.error().what()[0] != 0);
    // The first error is told, and calls that follow are refused.
    auto length = voxnav::expected([&] {
        auto view = drone.view();
        return view.smooth(view.find_route({1e300, 1, 1}, Point{6, 1, 1})).has_value();
    });
    CHECK(!length && length.error().status() == VOXNAV_STATUS_ERROR_POSITION);
    auto counts = voxnav::expected([&] { return voxnav::Together(drone, {{1, 1, 1}}, {}).info(); });
    CHECK(!counts && counts.error().status() == VOXNAV_STATUS_ERROR_ARGUMENT);
    auto cells = voxnav::expected([&] { navigator.set_cells({{0, 0, 0}, {8, 8, 1}}, VOXNAV_STATE_OCCUPIED); });
    CHECK(cells);

    voxnav::Crowd crowd(navigator);
    auto ann = crowd.add(drone, {1, 1, 1}, 4);
    crowd.send(ann, {6, 6, 6});
    for (int frame = 0; crowd.state(ann).has_target; frame++) {
        CHECK(frame < 1000);
        crowd.update(0.1);
    }
    CHECK(!voxnav::expected([&] { crowd.remove(99); }));
}

int main() {
    answers_and_errors();
    std::uint64_t live = 1;
    CHECK(voxnav_live_objects(&live) == VOXNAV_STATUS_OK && live == 0);
    std::puts("errors are values");
    return 0;
}
