/*
 * voxnav: 3D navigation in voxel worlds. C++17 over voxnav.h, in this header alone.
 *
 * Objects own their handles: they can be moved, not copied, and free what they hold. An error is an exception of the
 * type voxnav::Error; outcomes are answers. What a function of yours throws while the library calls it is caught, and
 * thrown again once the call is back. All that is not here is one call of voxnav.h away: `handle()` is the handle.
 */
#ifndef VOXNAV_HPP
#define VOXNAV_HPP

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "voxnav.h"

namespace voxnav {

using Point = VoxnavPoint;
using Cell = VoxnavCell;
using Cells = VoxnavCells;
using Status = VoxnavStatus;

/* An error of the library, with its message. */
class Error : public std::runtime_error {
public:
    Error(Status status, const std::string &message) : std::runtime_error(message), status_(status) {}
    Status status() const noexcept { return status_; }

private:
    Status status_;
};

/* Throws what is an error, and returns what is not. */
inline Status checked(Status status) {
    if (status < 0) {
        throw Error(status, voxnav_last_error());
    }
    return status;
}

/* A struct with its size, and all else zero. */
template <class T> T sized() {
    T value{};
    value.size = sizeof(T);
    return value;
}

/* A list that a function writes as far as there is room: `ask(buffer, capacity, &count)`. */
template <class T, class Ask> std::vector<T> listed(Ask ask) {
    std::size_t count = 0;
    checked(ask(static_cast<T *>(nullptr), std::size_t{0}, &count));
    std::vector<T> values(count);
    if (count > 0) {
        checked(ask(values.data(), values.size(), &count));
    }
    return values;
}

/* The owner of a handle. */
class Object {
public:
    Object() noexcept = default;
    explicit Object(std::uint64_t handle) noexcept : handle_(handle) {}
    Object(Object &&other) noexcept : handle_(std::exchange(other.handle_, 0)) {}
    Object &operator=(Object &&other) noexcept {
        if (this != &other) {
            reset();
            handle_ = std::exchange(other.handle_, 0);
        }
        return *this;
    }
    Object(const Object &) = delete;
    Object &operator=(const Object &) = delete;
    ~Object() { reset(); }

    std::uint64_t handle() const noexcept { return handle_; }
    explicit operator bool() const noexcept { return handle_ != 0; }
    /* Gives the handle away, to be freed by the caller. */
    std::uint64_t release() noexcept { return std::exchange(handle_, 0); }
    void reset() noexcept {
        if (handle_ != 0) {
            /* An agent may be gone with its navigator. */
            (void)voxnav_free(std::exchange(handle_, 0));
        }
    }

protected:
    std::uint64_t handle_ = 0;
};

/* Calls a function of C++ for the library; what it throws waits for `rethrow`. */
template <class Answer> class Callback {
public:
    explicit Callback(std::function<Answer(Cell)> function, Answer instead)
        : function_(std::move(function)), instead_(instead) {}
    static Answer call(void *user, Cell cell) noexcept {
        auto *self = static_cast<Callback *>(user);
        if (self->thrown_) {
            return self->instead_;
        }
        try {
            return self->function_(cell);
        } catch (...) {
            self->thrown_ = std::current_exception();
            return self->instead_;
        }
    }
    void rethrow() {
        if (thrown_) {
            std::rethrow_exception(std::exchange(thrown_, nullptr));
        }
    }

private:
    std::function<Answer(Cell)> function_;
    Answer instead_;
    std::exception_ptr thrown_;
};

/* Where to: a position, or the best to reach of many places. */
class Destination {
public:
    Destination(Point at) { raw_.at = at; }
    static Destination within(Point center, double radius) {
        Destination to(center);
        to.raw_.kind = VOXNAV_DESTINATION_KIND_WITHIN;
        to.raw_.radius = radius;
        return to;
    }
    static Destination inside(Point min, Point max) {
        Destination to(min);
        to.raw_.kind = VOXNAV_DESTINATION_KIND_INSIDE;
        to.raw_.to = max;
        return to;
    }
    static Destination any_of(std::vector<Point> points) {
        Destination to(Point{});
        to.raw_.kind = VOXNAV_DESTINATION_KIND_ANY_OF;
        to.points_ = std::make_shared<std::vector<Point>>(std::move(points));
        to.raw_.points = to.points_->data();
        to.raw_.point_count = to.points_->size();
        return to;
    }
    static Destination in_cells(Cells cells) {
        Destination to(Point{});
        to.raw_.kind = VOXNAV_DESTINATION_KIND_CELLS;
        to.raw_.cells = cells;
        return to;
    }
    /* The cells that a function accepts, always the same for a cell. It is called on the thread that searches, and as
     * long as what was made with the destination lives: keep the destination until then. */
    static Destination matching(std::function<bool(Cell)> accepts) {
        Destination to(Point{});
        to.raw_.kind = VOXNAV_DESTINATION_KIND_MATCHING;
        auto numbers = [accepts = std::move(accepts)](Cell cell) -> std::int32_t { return accepts(cell) ? 1 : 0; };
        to.accepts_ = std::make_shared<Callback<std::int32_t>>(std::move(numbers), 0);
        to.raw_.accepts = &Callback<std::int32_t>::call;
        to.raw_.user = to.accepts_.get();
        return to;
    }

    const VoxnavDestination *raw() const noexcept { return &raw_; }
    /* Throws what the function threw. */
    void rethrow() const {
        if (accepts_) {
            accepts_->rethrow();
        }
    }

private:
    VoxnavDestination raw_ = sized<VoxnavDestination>();
    std::shared_ptr<std::vector<Point>> points_;
    std::shared_ptr<Callback<std::int32_t>> accepts_;
};

/* A route: an outcome, and the way in world units. */
class Route : public Object {
public:
    using Object::Object;
    VoxnavRouteInfo info() const {
        auto info = sized<VoxnavRouteInfo>();
        checked(voxnav_route_info(handle_, &info));
        return info;
    }
    Status outcome() const { return info().outcome; }
    bool is_found() const { return info().is_found != 0; }
    double length() const {
        double length = 0;
        checked(voxnav_route_length(handle_, &length));
        return length;
    }
    std::vector<Point> waypoints() const {
        return listed<Point>([&](auto... rest) { return voxnav_route_waypoints(handle_, rest...); });
    }
    std::vector<VoxnavLeg> legs() const {
        return listed<VoxnavLeg>([&](auto... rest) { return voxnav_route_legs(handle_, rest...); });
    }
    std::uint64_t *place() noexcept { return &handle_; }
};

/* A smooth path: few straight and rounded segments. */
class Path : public Object {
public:
    using Object::Object;
    std::vector<Point> waypoints() const {
        return listed<Point>([&](auto... rest) { return voxnav_path_waypoints(handle_, rest...); });
    }
    double length() const {
        double length = 0;
        checked(voxnav_path_length(handle_, &length));
        return length;
    }
};

/* A part of a route over the ground. */
struct Leg {
    Path path;
    VoxnavAction action;
    std::uint32_t label;
    VoxnavFooting footing;
};

/* A search in slices. */
class Search : public Object {
public:
    Search(std::uint64_t handle, Destination to) noexcept : Object(handle), to_(std::move(to)) {}
    /* The outcome, or VOXNAV_STATUS_PENDING. */
    Status step(std::uint64_t most) {
        Status status = voxnav_search_step(handle_, most);
        to_.rethrow();
        return checked(status);
    }
    bool improve(double within) { return checked(voxnav_search_improve(handle_, within)) == VOXNAV_STATUS_OK; }
    bool improve_next() { return checked(voxnav_search_improve_next(handle_)) == VOXNAV_STATUS_OK; }
    void cancel() { checked(voxnav_search_cancel(handle_)); }
    Route route() const {
        Route route;
        checked(voxnav_search_route(handle_, route.place()));
        return route;
    }

private:
    Destination to_;
};

/* The even ground around a path, for followers of agents on the ground. */
class Plane : public Object {
public:
    using Object::Object;
};

/* A snapshot of the world of an agent: any number of threads may search it. */
class View : public Object {
public:
    using Object::Object;
    Route find_route(Point from, const Destination &to) const {
        Route route;
        Status status = voxnav_view_find_route(handle_, from, to.raw(), route.place());
        to.rethrow();
        checked(status);
        return route;
    }
    Search search(Point from, const Destination &to) const {
        std::uint64_t search = 0;
        checked(voxnav_search_new(handle_, from, to.raw(), &search));
        return Search(search, to);
    }
    /* One for each pair of positions, on all processors; nothing where a request is an error. */
    std::vector<std::optional<Route>> find_routes(const std::vector<Point> &from, const std::vector<Point> &to) const {
        if (from.size() != to.size()) {
            throw std::invalid_argument("as many goals as starts are needed");
        }
        std::uint64_t handle = 0;
        checked(voxnav_batch_new(handle_, from.data(), to.data(), from.size(), &handle));
        Object batch(handle);
        std::vector<std::optional<Route>> routes;
        for (std::size_t number = 0; number < from.size(); number++) {
            Route route;
            Status status = voxnav_batch_take(handle, number, route.place());
            routes.push_back(status < 0 ? std::nullopt : std::make_optional(std::move(route)));
        }
        return routes;
    }
    /* The smooth path along a route of an agent that flies, if the route has a path. */
    std::optional<Path> smooth(const Route &route, const VoxnavSmoothing *options = nullptr) const {
        std::uint64_t path = 0;
        Status status = checked(voxnav_path_new(handle_, route.handle(), options, &path));
        return status == VOXNAV_STATUS_NOTHING ? std::nullopt : std::make_optional<Path>(path);
    }
    /* The legs of a route over the ground. */
    std::vector<Leg> legs(const Route &route, const VoxnavSmoothing *options = nullptr) const {
        auto raw = listed<VoxnavSmoothLeg>(
            [&](auto... rest) { return voxnav_path_legs(handle_, route.handle(), options, rest...); });
        std::vector<Leg> legs;
        for (const auto &leg : raw) {
            legs.push_back(Leg{Path(leg.path), leg.action, leg.label, leg.footing});
        }
        return legs;
    }
    std::optional<Plane> plane(const Path &path) const {
        std::uint64_t plane = 0;
        Status status = checked(voxnav_plane_new(handle_, path.handle(), &plane));
        return status == VOXNAV_STATUS_NOTHING ? std::nullopt : std::make_optional<Plane>(plane);
    }
};

/* An agent's place on its path. The space is a View, an Agent that flies, or a Plane. */
class Follower : public Object {
public:
    explicit Follower(const Path &path) { checked(voxnav_follower_new(path.handle(), &handle_)); }
    void follow(const Path &path) { checked(voxnav_follower_set_path(handle_, path.handle())); }
    VoxnavProgress update(Point position) {
        auto progress = sized<VoxnavProgress>();
        checked(voxnav_follower_update(handle_, position, &progress));
        return progress;
    }
    VoxnavProgress advance(double distance) {
        auto progress = sized<VoxnavProgress>();
        checked(voxnav_follower_advance(handle_, distance, &progress));
        return progress;
    }
    Point look_ahead(double distance) const {
        Point target{};
        checked(voxnav_follower_look_ahead(handle_, distance, &target));
        return target;
    }
    /* The point to go straight to; nothing for an agent that needs another route. */
    std::optional<Point> steer(const Object &space, Point position, double distance) {
        Point target{};
        Status status = checked(voxnav_follower_steer(handle_, space.handle(), position, distance, &target));
        return status == VOXNAV_STATUS_TOWARD ? std::make_optional(target) : std::nullopt;
    }
    std::optional<VoxnavBlockage> check(const Object &space) {
        auto blockage = sized<VoxnavBlockage>();
        Status status = checked(voxnav_follower_check(handle_, space.handle(), &blockage));
        return status == VOXNAV_STATUS_BLOCKED ? std::make_optional(blockage) : std::nullopt;
    }
    bool has_arrived(double distance) const {
        return checked(voxnav_follower_has_arrived(handle_, distance)) == VOXNAV_STATUS_OK;
    }
};

/* The keeper of the route of one agent while the world changes. */
class Replanner : public Object {
public:
    Replanner(const View &view, const Destination &to, const VoxnavReplanPolicy *policy = nullptr) : to_(to) {
        checked(voxnav_replanner_new(view.handle(), to_.raw(), policy, &handle_));
    }
    Status update(const View &view, Point position, double *ahead = nullptr) {
        Status status = voxnav_replanner_update(handle_, view.handle(), position, ahead);
        to_.rethrow();
        return checked(status);
    }
    void set_goal(const Destination &to) {
        checked(voxnav_replanner_set_goal(handle_, to.raw()));
        to_ = to;
    }
    std::optional<Route> route() const {
        Route route;
        Status status = checked(voxnav_replanner_route(handle_, route.place()));
        return status == VOXNAV_STATUS_NOTHING ? std::nullopt : std::make_optional(std::move(route));
    }

private:
    Destination to_;
};

/* An agent of a navigator, which must live as long. */
class Agent : public Object {
public:
    using Object::Object;
    Route find_route(Point from, const Destination &to, const VoxnavRouteOptions *options = nullptr) const {
        Route route;
        Status status = voxnav_find_route(handle_, from, to.raw(), options, route.place());
        to.rethrow();
        checked(status);
        return route;
    }
    View view(const VoxnavRouteOptions *options = nullptr) const {
        std::uint64_t view = 0;
        checked(voxnav_view_new(handle_, options, &view));
        return View(view);
    }
    std::optional<Point> nearest(Point position, double radius) const {
        Point found{};
        Status status = checked(voxnav_nearest(handle_, position, radius, nullptr, &found));
        return status == VOXNAV_STATUS_NOTHING ? std::nullopt : std::make_optional(found);
    }
};

/* A world of obstacles, cells, links and agents. */
class Navigator : public Object {
public:
    Navigator(double cell_size, Point min, Point max, Point origin = {}) {
        auto region = sized<VoxnavRegion>();
        region.cell_size = cell_size;
        region.origin = origin;
        region.min = min;
        region.max = max;
        checked(voxnav_navigator_new(&region, &handle_));
    }
    static Navigator load(const std::string &path) {
        std::uint64_t handle = 0;
        checked(voxnav_navigator_load(path.c_str(), &handle));
        return Navigator(handle);
    }
    static Navigator from_bytes(const std::vector<std::uint8_t> &bytes) {
        std::uint64_t handle = 0;
        checked(voxnav_navigator_from_bytes(bytes.data(), bytes.size(), &handle));
        return Navigator(handle);
    }
    void save(const std::string &path) const { checked(voxnav_navigator_save(handle_, path.c_str())); }
    std::vector<std::uint8_t> to_bytes() const {
        std::uint64_t handle = 0;
        checked(voxnav_navigator_to_bytes(handle_, &handle));
        Object bytes(handle);
        return listed<std::uint8_t>([&](auto... rest) { return voxnav_bytes_read(handle, rest...); });
    }
    VoxnavObstacleId insert(const VoxnavObstacle &obstacle) {
        VoxnavObstacleId id = 0;
        checked(voxnav_obstacle_insert(handle_, &obstacle, &id));
        return id;
    }
    VoxnavObstacleId insert(const VoxnavShape &shape, Point position, VoxnavRotation rotation = {}) {
        auto obstacle = sized<VoxnavObstacle>();
        obstacle.shapes = &shape;
        obstacle.shape_count = 1;
        obstacle.position = position;
        obstacle.rotation = rotation;
        return insert(obstacle);
    }
    VoxnavObstacleId insert_box(Point min, Point max) {
        VoxnavObstacleId id = 0;
        checked(voxnav_obstacle_insert_box(handle_, min, max, &id));
        return id;
    }
    void remove(VoxnavObstacleId id) { checked(voxnav_obstacle_remove(handle_, id)); }
    void move(VoxnavObstacleId id, Point position, VoxnavRotation rotation = {}) {
        checked(voxnav_obstacle_move(handle_, id, position, rotation));
    }
    void set_cells(Cells cells, VoxnavState state) { checked(voxnav_cells_set(handle_, cells, state)); }
    /* Sets cells as a function says: a VoxnavState, or VOXNAV_OF_MATERIAL and the id of a material. */
    void set_cells(Cells cells, std::function<std::int32_t(Cell)> meaning) {
        Callback<std::int32_t> callback(std::move(meaning), -1);
        Status status = voxnav_cells_set_by(handle_, cells, &Callback<std::int32_t>::call, &callback);
        callback.rethrow();
        checked(status);
    }
    VoxnavLinkId insert_link(const VoxnavLink &link) {
        VoxnavLinkId id = 0;
        checked(voxnav_link_insert(handle_, &link, &id));
        return id;
    }
    Agent add(const VoxnavAgentSettings &settings) {
        std::uint64_t agent = 0;
        checked(voxnav_agent_add(handle_, &settings, &agent));
        return Agent(agent);
    }
    Agent add_flying(Point half_extents) {
        auto settings = sized<VoxnavAgentSettings>();
        settings.half_extents = half_extents;
        return add(settings);
    }
    Agent add_walking(Point half_extents, const VoxnavLocomotion &locomotion) {
        auto settings = sized<VoxnavAgentSettings>();
        settings.half_extents = half_extents;
        settings.locomotion = &locomotion;
        return add(settings);
    }
    /* The agents of a navigator that was loaded; each handle is to be owned once. */
    std::vector<Agent> agents() const {
        auto handles =
            listed<std::uint64_t>([&](auto... rest) { return voxnav_navigator_agents(handle_, rest...); });
        return std::vector<Agent>(handles.begin(), handles.end());
    }

private:
    explicit Navigator(std::uint64_t handle) noexcept : Object(handle) {}
};

/* The abilities of a preset. */
inline VoxnavLocomotion locomotion(VoxnavPreset preset, VoxnavHeading up) {
    auto locomotion = sized<VoxnavLocomotion>();
    checked(voxnav_locomotion_preset(preset, &locomotion));
    locomotion.up = up;
    return locomotion;
}

} // namespace voxnav

#endif
