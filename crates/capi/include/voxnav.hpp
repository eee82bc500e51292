/*
 * voxnav: 3D navigation in voxel worlds. C++17 over voxnav.h.
 *
 * Objects own their handles: they can be moved, not copied, and free what they hold. An error is an exception of the
 * type voxnav::Error; outcomes are answers. What a function of yours throws while the library calls it is caught, and
 * thrown again once the call is back. All that is not here is one call of voxnav.h away: `handle()` is the handle.
 *
 * `expected([&] { ... })` has the answer or the error as a value. With VOXNAV_NO_EXCEPTIONS, or where the compiler has
 * none, nothing is thrown: the first error in there is its error, and calls after it are refused and change nothing.
 */
#ifndef VOXNAV_HPP
#define VOXNAV_HPP

#include "voxnav_base.hpp"

namespace voxnav {

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
        to.accepts_ = std::make_shared<Callback<std::int32_t, Cell>>(std::move(numbers), 0);
        to.raw_.accepts = &Callback<std::int32_t, Cell>::call;
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
    std::shared_ptr<Callback<std::int32_t, Cell>> accepts_;
};

/* A route: an outcome, and the way in world units. */
class Route : public Object {
public:
    using Object::Object;
    VoxnavRouteInfo info() const {
        return told<VoxnavRouteInfo>(voxnav_route_info, handle_);
    }
    Status outcome() const { return info().outcome; }
    bool is_found() const { return info().is_found != 0; }
    double length() const {
        return asked<double>(voxnav_route_length, handle_);
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
        return asked<double>(voxnav_path_length, handle_);
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
        if (guide_) {
            guide_->rethrow();
        }
        checked(status);
        return route;
    }
    Search search(Point from, const Destination &to) const {
        return Search(asked<std::uint64_t>(voxnav_search_new, handle_, from, to.raw()), to);
    }
    /* One for each pair of positions, on all processors; nothing where a request is an error. */
    std::vector<std::optional<Route>> find_routes(Span<Point> from, Span<Point> to) const {
        if (from.size() != to.size()) {
            failed(VOXNAV_STATUS_ERROR_ARGUMENT, "as many goals as starts are needed");
            return {};
        }
        Object batch(asked<std::uint64_t>(voxnav_batch_new, handle_, from.data(), to.data(), from.size()));
        std::vector<std::optional<Route>> routes;
        for (std::size_t number = 0; number < from.size(); number++) {
            Route route;
            Status status = voxnav_batch_take(batch.handle(), number, route.place());
            routes.push_back(status < 0 ? std::nullopt : std::make_optional(std::move(route)));
        }
        return routes;
    }
    /* Guides all searches of the view by the length that a function estimates between two cells, in cells, which obeys a
     * law. It is called on any thread that searches: keep the view until all that was made of it is gone. */
    void guide(std::function<double(Cell, Cell)> estimate, VoxnavEstimateLaw law) {
        guide_ = std::make_shared<Guide>(std::move(estimate), 0.0);
        checked(voxnav_view_guide(handle_, &Guide::call, law, guide_.get()));
    }
    /* What would have to change for an agent on the ground to get there: each change that would do alone. */
    std::vector<VoxnavRemedy> remedies(Point from, const Destination &to) const {
        return listed<VoxnavRemedy>(
            [&](auto... rest) { return voxnav_remedies(handle_, from, to.raw(), rest...); });
    }
    /* The smooth path along a route of an agent that flies, if the route has a path. */
    std::optional<Path> smooth(const Route &route, const VoxnavSmoothing *options = nullptr) const {
        return perhaps<Path, std::uint64_t>(voxnav_path_new, handle_, route.handle(), options);
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
        return perhaps<Plane, std::uint64_t>(voxnav_plane_new, handle_, path.handle());
    }

private:
    using Guide = Callback<double, Cell, Cell>;
    std::shared_ptr<Guide> guide_;
};

/* An agent's place on its path. The space is a View, an Agent that flies, or a Plane. */
class Follower : public Object {
public:
    explicit Follower(const Path &path) { checked(voxnav_follower_new(path.handle(), &handle_)); }
    void follow(const Path &path) { checked(voxnav_follower_set_path(handle_, path.handle())); }
    VoxnavProgress update(Point position) {
        return told<VoxnavProgress>(voxnav_follower_update, handle_, position);
    }
    VoxnavProgress advance(double distance) {
        return told<VoxnavProgress>(voxnav_follower_advance, handle_, distance);
    }
    Point look_ahead(double distance) const {
        return asked<Point>(voxnav_follower_look_ahead, handle_, distance);
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
    /* Makes the index of the agent's world as it is now, by which routes are found sooner; whether there is one. */
    bool prepare_index(const VoxnavRouteOptions *options = nullptr) {
        return checked(voxnav_prepare_index(handle_, options)) == VOXNAV_STATUS_OK;
    }
    View view(const VoxnavRouteOptions *options = nullptr) const {
        return View(asked<std::uint64_t>(voxnav_view_new, handle_, options));
    }
    std::optional<Point> nearest(Point position, double radius) const {
        return perhaps<Point>(voxnav_nearest, handle_, position, radius, nullptr);
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
        return Navigator(asked<std::uint64_t>(voxnav_navigator_load, path.c_str()));
    }
    static Navigator from_bytes(Span<std::uint8_t> bytes) {
        return Navigator(asked<std::uint64_t>(voxnav_navigator_from_bytes, bytes.data(), bytes.size()));
    }
    void save(const std::string &path) const { checked(voxnav_navigator_save(handle_, path.c_str())); }
    std::vector<std::uint8_t> to_bytes() const {
        Object bytes(asked<std::uint64_t>(voxnav_navigator_to_bytes, handle_));
        return listed<std::uint8_t>([&](auto... rest) { return voxnav_bytes_read(bytes.handle(), rest...); });
    }
    VoxnavObstacleId insert(const VoxnavObstacle &obstacle) {
        return asked<VoxnavObstacleId>(voxnav_obstacle_insert, handle_, &obstacle);
    }
    VoxnavObstacleId insert(const VoxnavShape &shape, Point position, VoxnavRotation rotation = {},
                            const char *name = nullptr) {
        auto obstacle = sized<VoxnavObstacle>();
        obstacle.name = name;
        obstacle.shapes = &shape;
        obstacle.shape_count = 1;
        obstacle.position = position;
        obstacle.rotation = rotation;
        return insert(obstacle);
    }
    VoxnavObstacleId insert_box(Point min, Point max) {
        return asked<VoxnavObstacleId>(voxnav_obstacle_insert_box, handle_, min, max);
    }
    void remove(VoxnavObstacleId id) { checked(voxnav_obstacle_remove(handle_, id)); }
    void move(VoxnavObstacleId id, Point position, VoxnavRotation rotation = {}) {
        checked(voxnav_obstacle_move(handle_, id, position, rotation));
    }
    /* Whether an obstacle that is moved there would touch nothing of an agent at a position. It stays where it is. */
    bool is_clear_if_moved(VoxnavObstacleId id, Point position, VoxnavRotation rotation, const Agent &agent,
                           Point at) const {
        return checked(voxnav_obstacle_if_moved(handle_, id, position, rotation, agent.handle(), at)) ==
               VOXNAV_STATUS_OK;
    }
    /* The name of an obstacle, if it has one, and the obstacle of a name: the first of several. */
    std::optional<std::string> name(VoxnavObstacleId id) const {
        auto text = listed<char>([&](auto... rest) { return voxnav_obstacle_name(handle_, id, rest...); });
        return text.empty() ? std::nullopt : std::make_optional(std::string(text.data()));
    }
    std::optional<VoxnavObstacleId> find(const std::string &name) const {
        return perhaps<VoxnavObstacleId>(voxnav_obstacle_find, handle_, name.c_str());
    }
    void set_cells(Cells cells, VoxnavState state) { checked(voxnav_cells_set(handle_, cells, state)); }
    /* Sets cells as a function says: a VoxnavState, or VOXNAV_OF_MATERIAL and the id of a material. */
    void set_cells(Cells cells, std::function<std::int32_t(Cell)> meaning) {
        Callback<std::int32_t, Cell> callback(std::move(meaning), -1);
        Status status = voxnav_cells_set_by(handle_, cells, &Callback<std::int32_t, Cell>::call, &callback);
        callback.rethrow();
        checked(status);
    }
    VoxnavLinkId insert_link(const VoxnavLink &link) {
        return asked<VoxnavLinkId>(voxnav_link_insert, handle_, &link);
    }
    Agent add(const VoxnavAgentSettings &settings) {
        return Agent(asked<std::uint64_t>(voxnav_agent_add, handle_, &settings));
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
