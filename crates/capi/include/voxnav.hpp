/*
 * voxnav: 3D navigation in voxel worlds. C++17 over voxnav.h.
 *
 * Objects own their handles: they can be moved, not copied, and free what they hold. An error is an exception of the
 * type voxnav::Error; outcomes are answers. What a function of yours throws while the library calls it is caught, and
 * thrown again once the call is back. Each method is the function of voxnav.h of nearly the same name, which has the
 * details; structs of voxnav.h come from `sized<T>()`. `handle()` is the handle for calls of yours.
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
    Destination(Point at) : Destination(VOXNAV_DESTINATION_KIND_POSITION, at) {}
    static Destination within(Point center, double radius) {
        Destination to(VOXNAV_DESTINATION_KIND_WITHIN, center);
        to.raw_.radius = radius;
        return to;
    }
    static Destination inside(Point min, Point max) {
        Destination to(VOXNAV_DESTINATION_KIND_INSIDE, min);
        to.raw_.to = max;
        return to;
    }
    static Destination any_of(std::vector<Point> points) {
        Destination to(VOXNAV_DESTINATION_KIND_ANY_OF);
        to.points_ = std::make_shared<std::vector<Point>>(std::move(points));
        to.raw_.points = to.points_->data();
        to.raw_.point_count = to.points_->size();
        return to;
    }
    static Destination in_cells(Cells cells) {
        Destination to(VOXNAV_DESTINATION_KIND_CELLS);
        to.raw_.cells = cells;
        return to;
    }
    /* The cells that a function accepts, always the same for a cell. It is called on the thread that searches. */
    static Destination matching(std::function<bool(Cell)> accepts) {
        using Accepts = Callback<std::int32_t, Cell>;
        Destination to(VOXNAV_DESTINATION_KIND_MATCHING);
        auto numbers = [accepts = std::move(accepts)](Cell cell) { return accepts(cell) ? 1 : 0; };
        to.kept_ = std::make_shared<Accepts>(std::move(numbers), 0);
        to.raw_.accepts = &Accepts::call;
        to.raw_.user = static_cast<Accepts *>(to.kept_.get());
        return to;
    }
    const VoxnavDestination *raw() const noexcept { return &raw_; }
    const Kept &kept() const noexcept { return kept_; }

private:
    explicit Destination(VoxnavDestinationKind kind, Point at = {}) {
        raw_.kind = kind;
        raw_.at = at;
    }
    VoxnavDestination raw_ = sized<VoxnavDestination>();
    std::shared_ptr<std::vector<Point>> points_;
    Kept kept_;
};

/* A route: an outcome, and the way in world units. */
class Route : public Owner<VoxnavRoute> {
public:
    using Owner::Owner;
    VoxnavRouteInfo info() const { return asked(voxnav_route_info, *this); }
    Status outcome() const { return info().outcome; }
    bool is_found() const { return info().is_found != 0; }
    double length() const { return asked(voxnav_route_length, *this); }
    /* What its path costs, in parts of the smallest cost of a cell: nothing of a route without a path. */
    std::optional<double> cost() const { return perhaps(voxnav_route_cost, *this); }
    /* The changes of direction from one move of its path to the next, of an agent on the ground as seen from above. */
    std::uint32_t turns() const { return info().turns; }
    std::vector<Point> waypoints() const { return listed(voxnav_route_waypoints, *this); }
    std::vector<Cell> cells() const { return listed(voxnav_route_cells, *this); }
    /* What each move does, a VoxnavAction, and the legs of a route over the ground. */
    std::vector<std::int32_t> actions() const { return listed(voxnav_route_actions, *this); }
    std::vector<VoxnavLeg> legs() const { return listed(voxnav_route_legs, *this); }
    /* Half of the size of the largest agent that would get there, of a search with `explain`. */
    std::optional<Point> largest() const { return perhaps(voxnav_route_largest, *this); }
    /* The ends of lines, two for each. */
    std::vector<Point> lines() const { return listed(voxnav_debug_route, *this); }
};

/* A smooth path: few straight and rounded segments. */
class Path : public Owner<VoxnavPath> {
public:
    using Owner::Owner;
    std::vector<Point> waypoints() const { return listed(voxnav_path_waypoints, *this); }
    double length() const { return asked(voxnav_path_length, *this); }
    std::vector<Point> lines() const { return listed(voxnav_debug_path, *this); }
};

/* The space in which a follower steers: that of a View, of an Agent that flies, or of a Plane. */
class SteeringSpace : public Object {
public:
    VoxnavSpace handle() const noexcept { return VoxnavSpace{id_}; }

protected:
    SteeringSpace() noexcept = default;
    explicit SteeringSpace(std::uint64_t id) noexcept : Object(id) {}
};

/* The even ground around a path, for followers of agents on the ground. */
class Plane : public Owner<VoxnavPlane, SteeringSpace> {
public:
    using Owner::Owner;
};

/* Where an agent is at each moment of its way. */
class Trajectory : public Owner<VoxnavTrajectory> {
public:
    using Owner::Owner;
    Trajectory(const SteeringSpace &space, const Path &path, const VoxnavMotionLimits &limits)
        : Owner(asked(voxnav_trajectory_along, space, path, &limits)) {}
    VoxnavTrajectoryInfo info() const { return asked(voxnav_trajectory_info, *this); }
    VoxnavMotion at(double seconds) const { return asked(voxnav_trajectory_at, *this, seconds); }
    /* The time at which it is nearest to a position within a distance; nothing for an agent that is farther away. */
    std::optional<double> time_near(Point position, double distance, double around) const {
        return perhaps(voxnav_trajectory_time_near, *this, position, distance, around);
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
class Search : public Owner<VoxnavSearch> {
public:
    using Owner::Owner;
    Search(VoxnavSearch handle, Kept to, Kept guide) : Owner(handle), to_(std::move(to)), guide_(std::move(guide)) {}
    /* The outcome, or VOXNAV_STATUS_PENDING. */
    Status step(std::uint64_t most) {
        Status status = voxnav_search_step(handle(), most);
        guide_ ? guide_->rethrow() : void();
        to_ ? to_->rethrow() : void();
        return checked(status);
    }
    bool improve(double within) { return is(voxnav_search_improve, *this, within); }
    bool improve_next() { return is(voxnav_search_improve_next, *this); }
    void cancel() { called(voxnav_search_cancel, *this); }
    Route route() const { return made<Route>(voxnav_search_route, *this); }
    /* What is proved by now of the length of any path, and the number of cells expanded. */
    double least() const { return asked(voxnav_search_progress, *this, nullptr); }
    std::uint64_t expanded() const {
        std::uint64_t count = 0;
        called(voxnav_search_progress, *this, &count, nullptr);
        return count;
    }

private:
    Kept to_, guide_;
};

/* The world of an agent: a View, or an Agent as of now. */
class Space : public SteeringSpace {
public:
    /* What stops a ray first, and whether nothing does. */
    std::optional<VoxnavHit> ray(Point from, Point to) const { return perhaps(voxnav_ray, *this, from, to); }
    bool is_clear(Point from, Point to) const { return is(voxnav_is_clear, *this, from, to); }
    /* The nearest place, which is reached from a position if one is named. */
    std::optional<Point> nearest(Point position, double radius, const Point *reachable_from = nullptr) const {
        return perhaps(voxnav_nearest, *this, position, radius, reachable_from);
    }
    std::vector<Point> random_places(std::uint64_t seed, std::size_t count,
                                     const Point *reachable_from = nullptr) const {
        std::vector<Point> places(count);
        called(voxnav_random_places, *this, seed, reachable_from, places.data(), count, &count);
        places.resize(count);
        return places;
    }
    /* What would have to change for an agent on the ground to get there: each change that would do alone. */
    std::vector<VoxnavRemedy> remedies(Point from, const Destination &to) const {
        return listed(voxnav_remedies, *this, from, to.raw());
    }
    /* The ends of lines of what is in the way in some cells, two for each. */
    std::vector<Point> lines(Cells cells) const { return listed(voxnav_debug_world, *this, cells); }

protected:
    using SteeringSpace::SteeringSpace;
};

/* A snapshot of the world of an agent: any number of threads may search it. */
class View : public Owner<VoxnavView, Space> {
public:
    using Owner::Owner;
    Route find_route(Point from, const Destination &to) const {
        VoxnavRoute found{};
        Status status = voxnav_view_find_route(handle(), from, to.raw(), &found);
        Route route(found);
        kept_called(to.kept(), [&] { return status; });
        kept_called(guide_, [&] { return status; });
        return route;
    }
    /* The best places of a query, best first. All are known to be the best unless the query has a limit. */
    std::vector<VoxnavPlace> find_places(Point from, const VoxnavPlaceQuery &query, std::size_t most = 1) const {
        std::vector<VoxnavPlace> places(most);
        called(voxnav_find_places, *this, from, &query, places.data(), most, &most);
        places.resize(most);
        return places;
    }
    /* The place to flee to from dangers, and into `is_dead_end` whether no way leads on from there. */
    std::optional<VoxnavPlace> flee_from(Point from, Span<Point> dangers, double length,
                                         bool *is_dead_end = nullptr) const {
        VoxnavPlace place{};
        std::uint8_t ends = 0;
        bool found = is(voxnav_flee_from, *this, from, dangers.data(), dangers.size(), length, &place, &ends);
        is_dead_end ? void(*is_dead_end = ends != 0) : void();
        return found ? std::make_optional(place) : std::nullopt;
    }
    /* At most so many places around a target by which its ways out are held, and into `gap` how near each of these passes. */
    std::vector<Point> surround(Point target, double radius, std::size_t most, double *gap = nullptr) const {
        std::vector<Point> places(most);
        called(voxnav_surround, *this, target, radius, places.data(), most, &most, gap);
        places.resize(most);
        return places;
    }
    Search search(Point from, const Destination &to) const {
        return Search(asked(voxnav_search_new, *this, from, to.raw()), to.kept(), guide_);
    }
    /* One for each pair of positions, on all processors; nothing where a request is an error. */
    std::vector<std::optional<Route>> find_routes(Span<Point> from, Span<Point> to) const {
        std::vector<std::optional<Route>> routes;
        if (!paired(from.size(), to.size())) {
            return routes;
        }
        VoxnavBatch made{};
        Status status = voxnav_batch_new(handle(), from.data(), to.data(), from.size(), &made);
        Owner<VoxnavBatch> batch(made);
        kept_called(guide_, [&] { return status; });
        for (std::size_t number = 0; batch && number < from.size(); number++) {
            VoxnavRoute taken{};
            bool is_taken = voxnav_batch_take(batch.handle(), number, &taken) >= 0;
            routes.push_back(is_taken ? std::make_optional(Route(taken)) : std::nullopt);
        }
        return routes;
    }
    /* Guides all searches of the view by the length that a function estimates between two cells, in cells, which obeys
     * a law. It is called on any thread that searches: keep the view until all that was made of it is gone. */
    void guide(std::function<double(Cell, Cell)> estimate, VoxnavEstimatorGuarantee law) {
        using Guide = Callback<double, Cell, Cell>;
        auto guide = std::make_shared<Guide>(std::move(estimate), 0.0);
        called(voxnav_view_guide, *this, &Guide::call, law, guide.get());
        guide_ = guide;
    }
    /* The smooth path along a route of an agent that flies, if it has a path, and one through points of yours. */
    std::optional<Path> smooth(const Route &route, const VoxnavSmoothing *options = nullptr) const {
        return perhaps_made<Path>(voxnav_path_new, *this, route, options);
    }
    /* The trajectory along a route of an agent of any kind that is at a position, if the route has a path. */
    std::optional<Trajectory> trajectory(const Route &route, Point position, const VoxnavMotionLimits &limits,
                                         const VoxnavSmoothing *options = nullptr) const {
        return perhaps_made<Trajectory>(voxnav_trajectory_new, *this, route, position, options, &limits);
    }
    Path path_through(Span<Point> points) const {
        return made<Path>(voxnav_path_through, *this, points.data(), points.size());
    }
    /* The legs of a route over the ground. */
    std::vector<Leg> legs(const Route &route, const VoxnavSmoothing *options = nullptr) const {
        std::vector<Leg> legs;
        for (const auto &leg : listed(voxnav_path_legs, *this, route, options)) {
            legs.push_back(Leg{Path(leg.path), leg.action, leg.label, leg.footing});
        }
        return legs;
    }
    std::optional<Plane> plane(const Path &path) const { return perhaps_made<Plane>(voxnav_plane_new, *this, path); }

private:
    Kept guide_;
};

/* The lengths from everywhere to the nearest of some goals, with what terrain adds, for agents that fly. */
class Field : public Owner<VoxnavField> {
public:
    /* As far as `most`; 0 for any length. */
    Field(const View &view, Span<Point> goals, double most = 0)
        : Owner(asked(voxnav_field_new, view, goals.data(), goals.size(), most)) {}
    void update(const View &newer) { called(voxnav_field_update, *this, newer); }
    std::optional<double> length(Point from) const { return perhaps(voxnav_field_length, *this, from); }
    /* The cell to go to next; nothing at a goal, and where there is no way. */
    std::optional<Point> next(Point from) const { return perhaps(voxnav_field_next, *this, from); }
};

/* Routes, of which each is told when the world changes on its way. */
class PathWatcher : public Owner<VoxnavPathWatcher> {
public:
    explicit PathWatcher(const View &view) : Owner(asked(voxnav_path_watcher_new, view)) {}
    /* The number of a route; nothing for one without a path. */
    std::optional<std::uint64_t> insert(const Route &route) {
        auto path = perhaps(voxnav_path_watcher_insert, *this, route);
        watched_ += path ? 1 : 0;
        return path;
    }
    void remove(std::uint64_t path) { watched_ -= is(voxnav_path_watcher_remove, *this, path) ? 1 : 0; }
    /* Forgets so many moves at the beginning, which were made. */
    void advance(std::uint64_t path, std::uint64_t moves) { called(voxnav_path_watcher_advance, *this, path, moves); }
    bool is_blocked(std::uint64_t path) const {
        return called(voxnav_path_watcher_is_blocked, *this, path) == VOXNAV_STATUS_BLOCKED;
    }
    /* What the changes up to a newer view mean for the routes: at most one event of each of three kinds. */
    std::vector<VoxnavEvent> update(const View &newer) {
        std::vector<VoxnavEvent> events(3 * watched_);
        std::size_t count = 0;
        called(voxnav_path_watcher_update, *this, newer, events.data(), events.size(), &count);
        events.resize(count);
        return events;
    }

private:
    std::size_t watched_ = 0;
};

/* An agent's place on its path. The space is a View, an Agent that flies, or a Plane. */
class Follower : public Owner<VoxnavFollower> {
public:
    explicit Follower(const Path &path) : Owner(asked(voxnav_follower_new, path)) {}
    void follow(const Path &path) { called(voxnav_follower_set_path, *this, path); }
    VoxnavProgress update(Point position) { return asked(voxnav_follower_update, *this, position); }
    VoxnavProgress advance(double distance) { return asked(voxnav_follower_advance, *this, distance); }
    /* For an agent that was put somewhere else. */
    VoxnavProgress relocate(Point position) { return asked(voxnav_follower_relocate, *this, position); }
    VoxnavProgress progress() const { return asked(voxnav_follower_progress, *this); }
    Point look_ahead(double distance) const { return asked(voxnav_follower_look_ahead, *this, distance); }
    bool has_arrived(double distance) const { return is(voxnav_follower_has_arrived, *this, distance); }
    /* The point to go straight to; nothing for an agent that needs another route. */
    std::optional<Point> steer(const SteeringSpace &space, Point position, double distance) {
        Point to{};
        Status status = called(voxnav_follower_steer, *this, space, position, distance, &to);
        return status == VOXNAV_STATUS_TOWARD ? std::make_optional(to) : std::nullopt;
    }
    std::optional<VoxnavBlockage> check(const SteeringSpace &space) {
        auto blockage = sized<VoxnavBlockage>();
        Status status = called(voxnav_follower_check, *this, space, &blockage);
        return status == VOXNAV_STATUS_BLOCKED ? std::make_optional(blockage) : std::nullopt;
    }
};

/* The keeper of the route of one agent while the world changes. */
class Replanner : public Owner<VoxnavReplanner> {
public:
    Replanner(const View &view, const Destination &to, const VoxnavReplanPolicy *policy = nullptr)
        : Owner(asked(voxnav_replanner_new, view, to.raw(), policy)), to_(to.kept()) {}
    Status update(const View &view, Point position, double *ahead = nullptr) {
        return kept_called(to_, voxnav_replanner_update, *this, view, position, ahead);
    }
    void set_goal(const Destination &to) {
        called(voxnav_replanner_set_goal, *this, to.raw());
        to_ = to.kept();
    }
    std::optional<Route> route() const { return perhaps_made<Route>(voxnav_replanner_route, *this); }
    /* The number of the waypoint to go to next, and the factor of the optimum that is proved of the rest. */
    std::optional<std::size_t> next() const { return perhaps(voxnav_replanner_next, *this, nullptr); }
    std::optional<double> bound() const { return perhaps(voxnav_replanner_bound, *this); }

private:
    Kept to_;
};

/* An agent of a navigator, which must live as long. */
class Agent : public Owner<VoxnavAgent, Space> {
public:
    using Owner::Owner;
    Route find_route(Point from, const Destination &to, const VoxnavRouteOptions *options = nullptr) const {
        VoxnavRoute found{};
        Status status = voxnav_find_route(handle(), from, to.raw(), options, &found);
        Route route(found);
        kept_called(to.kept(), [&] { return status; });
        return route;
    }
    /* Makes the index of the agent's world as it is now, by which routes are found sooner; whether there is one. */
    bool prepare_index(const VoxnavRouteOptions *options = nullptr) { return is(voxnav_prepare_index, *this, options); }
    View view(const VoxnavRouteOptions *options = nullptr) const { return made<View>(voxnav_view_new, *this, options); }
    VoxnavAgentSize size() const { return asked(voxnav_agent_size, *this); }
    double distance_to_blocked(Point position, double most) const {
        return asked(voxnav_distance_to_blocked, *this, position, most);
    }
    /* The floor below an agent on the ground, where it is seen to stand. */
    std::optional<Point> floor_under(Point position) const {
        return perhaps(voxnav_floor_under, *this, position);
    }
    /* The positions that an agent that flies reaches by routes no longer than a length, with what terrain adds, nearest
       first. */
    std::vector<Point> positions_within(Point from, double length) const {
        auto ask = +[](VoxnavAgent agent, Point at, double most, Point *buffer, std::size_t room, std::size_t *count) {
            return voxnav_positions_within(agent, at, most, buffer, nullptr, room, count);
        };
        return listed(ask, *this, from, length);
    }
    /* Removes the agent from its navigator. */
    void remove() {
        Agent removed(release());
        called(voxnav_agent_remove, removed);
    }
};

/* A world of obstacles, cells, links and agents. */
class Navigator : public Owner<VoxnavNavigator> {
public:
    Navigator(double cell_size, Point min, Point max, Point origin = {}) : Navigator(with_size(cell_size, min, max, origin)) {}
    /* Cells whose sides along x, y and z differ, such as those that are lower than wide. */
    static Navigator with_sizes(Point sizes, Point min, Point max, Point origin = {}) {
        auto region = region_of(min, max, origin);
        return Navigator(asked(voxnav_navigator_with_sizes, &region, sizes));
    }
    static Navigator load(const std::string &path) { return Navigator(asked(voxnav_navigator_load, path.c_str())); }
    static Navigator from_bytes(Span<std::uint8_t> bytes) {
        return Navigator(asked(voxnav_navigator_from_bytes, bytes.data(), bytes.size()));
    }
    void save(const std::string &path) const { called(voxnav_navigator_save, *this, path.c_str()); }
    std::vector<std::uint8_t> to_bytes() const {
        return listed(voxnav_bytes_read, made<Owner<VoxnavBytes>>(voxnav_navigator_to_bytes, *this));
    }
    /* Brings the worlds of all agents up to date, so that the next questions need not. */
    void refresh() { called(voxnav_navigator_refresh, *this); }
    Cells bounds() const { return asked(voxnav_navigator_bounds, *this); }
    Cell cell_at(Point position) const { return asked(voxnav_cell_at, *this, position); }
    Point center(Cell cell) const { return asked(voxnav_cell_center, *this, cell); }

    VoxnavObstacleId insert(const VoxnavObstacle &one) { return asked(voxnav_obstacle_insert, *this, &one); }
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
    VoxnavObstacleId insert_box(Point min, Point max) { return asked(voxnav_obstacle_insert_box, *this, min, max); }
    void remove(VoxnavObstacleId id) { called(voxnav_obstacle_remove, *this, id); }
    void move(VoxnavObstacleId id, Point position, VoxnavRotation rotation = {}) {
        called(voxnav_obstacle_move, *this, id, position, rotation);
    }
    void set_layers(VoxnavObstacleId id, std::uint32_t bits) { called(voxnav_obstacle_set_layers, *this, id, bits); }
    /* Whether an obstacle that is moved there would touch nothing of an agent at a position. It stays where it is. */
    bool is_clear_if_moved(VoxnavObstacleId id, Point to, VoxnavRotation rotation, const Agent &agent, Point at) const {
        return is(voxnav_obstacle_preview_move, *this, id, to, rotation, agent, at);
    }
    std::pair<Point, VoxnavRotation> placement(VoxnavObstacleId id) const {
        std::pair<Point, VoxnavRotation> found{};
        called(voxnav_obstacle_placement, *this, id, &found.first, &found.second);
        return found;
    }
    /* The name of an obstacle, if it has one, and the obstacle of a name: the first of several. */
    std::optional<std::string> name(VoxnavObstacleId id) const {
        auto text = listed(voxnav_obstacle_name, *this, id);
        return text.empty() ? std::nullopt : std::make_optional(std::string(text.data()));
    }
    std::optional<VoxnavObstacleId> find(const std::string &name) const {
        return perhaps(voxnav_obstacle_find, *this, name.c_str());
    }
    std::vector<VoxnavObstacleId> obstacles() const { return listed(voxnav_obstacle_ids, *this); }
    /* What a box meets first on its way, and what it overlaps, on some layers (a bit each, 0 for all). */
    std::optional<VoxnavHit> sweep(Point from, Point to, Point half_extents, std::uint32_t layers = 0) const {
        return perhaps(voxnav_obstacles_sweep, *this, from, to, half_extents, layers);
    }
    std::vector<VoxnavObstacleId> overlapping(Point center, Point half_extents, std::uint32_t layers = 0) const {
        return listed(voxnav_obstacles_overlapping, *this, center, half_extents, layers);
    }

    std::uint32_t add_material(const std::string &name, const VoxnavMaterial &material) {
        return asked(voxnav_material_add, *this, name.c_str(), &material);
    }
    void set_cells(Cells cells, VoxnavState state) { called(voxnav_cells_set, *this, cells, state); }
    void set_cells(const VoxnavArray &array) { called(voxnav_cells_set_array, *this, &array); }
    void set_material(Cells cells, std::uint32_t id) { called(voxnav_cells_set_material, *this, cells, id); }
    void set_terrain(Cells cells, std::uint32_t weight) { called(voxnav_terrain_set, *this, cells, weight); }
    void set_costs(const VoxnavCosts &costs) { called(voxnav_costs_set, *this, &costs); }
    /* Sets the costs of a box of cells from floats, x fastest, then y, then z: a list of another length is an error. */
    void set_costs(Cell first, Cell extent, Span<float> values,
                   VoxnavCostConvention convention = VOXNAV_COST_CONVENTION_ENTERED, bool blocks_infinite = false) {
        auto costs = sized<VoxnavCosts>();
        costs.data = values.data();
        costs.first = first;
        costs.extent = extent;
        costs.stride_x = sizeof(float);
        costs.stride_y = costs.stride_x * extent.x;
        costs.stride_z = costs.stride_y * extent.y;
        costs.convention = convention;
        costs.blocks_infinite = blocks_infinite;
        auto cells = static_cast<double>(extent.x) * extent.y * extent.z;
        auto is_box = extent.x >= 0 && extent.y >= 0 && extent.z >= 0;
        if (paired(is_box ? static_cast<std::size_t>(cells) : SIZE_MAX, values.size())) {
            set_costs(costs);
        }
    }
    double cost(Cell cell) const { return asked(voxnav_cost, *this, cell); }
    VoxnavCostScale cost_scale() const { return asked(voxnav_cost_scale, *this); }
    /* The distance of each cell to the nearest occupied or unknown one, in world units, x fastest, then y, then z. */
    std::vector<float> cell_distances(bool outside = false) const {
        return listed(voxnav_cells_distances, *this, static_cast<std::uint32_t>(outside));
    }
    /* Sets cells as a function says: a VoxnavState, or VOXNAV_OF_MATERIAL and the id of a material. */
    void set_cells(Cells cells, std::function<std::int32_t(Cell)> meaning) {
        using Meaning = Callback<std::int32_t, Cell>;
        auto kept = std::make_shared<Meaning>(std::move(meaning), -1);
        kept_called(kept, voxnav_cells_set_by, *this, cells, &Meaning::call, kept.get());
    }
    /* Calls a function with each occupied cell, without a list of them; the first false ends it. Whether it had all. */
    bool each_cell(std::function<bool(Cell)> function) const {
        using Function = Callback<std::int32_t, Cell>;
        auto numbers = [function = std::move(function)](Cell cell) { return function(cell) ? 0 : -1; };
        auto kept = std::make_shared<Function>(std::move(numbers), -1);
        return kept_called(kept, voxnav_cells_each, *this, &Function::call, kept.get()) == VOXNAV_STATUS_OK;
    }
    std::int32_t state(Cell cell) const {
        std::int32_t state = 0;
        called(voxnav_cell_state, *this, cell, &state, nullptr);
        return state;
    }
    std::uint32_t material(Cell cell) const { return asked(voxnav_cell_state, *this, cell, nullptr); }

    VoxnavLinkId insert_link(const VoxnavLink &link) { return asked(voxnav_link_insert, *this, &link); }
    void remove_link(VoxnavLinkId id) { called(voxnav_link_remove, *this, id); }
    void close_link(VoxnavLinkId id, bool is_closed = true) {
        called(voxnav_link_set_closed, *this, id, is_closed ? 1u : 0u);
    }
    std::vector<VoxnavLinkId> links() const { return listed(voxnav_link_ids, *this); }

    Agent add(const VoxnavAgentSettings &settings) { return made<Agent>(voxnav_agent_add, *this, &settings); }
    /* An agent by its description in JSON: the fields of AgentSpec. */
    Agent add(const std::string &json) { return made<Agent>(voxnav_agent_add_json, *this, json.c_str()); }
    Agent add_flying(Point half_extents) { return add_body(half_extents, nullptr); }
    Agent add_walking(Point half_extents, const VoxnavLocomotion &legs) { return add_body(half_extents, &legs); }
    /* The agents of a navigator that was loaded; each handle is to be owned once. */
    std::vector<Agent> agents() const {
        auto handles = listed(voxnav_navigator_agents, *this);
        return std::vector<Agent>(handles.begin(), handles.end());
    }
    Agent agent(std::uint32_t number) const { return made<Agent>(voxnav_agent_of_number, *this, number); }

private:
    using Owner::Owner;
    static Navigator with_size(double cell_size, Point min, Point max, Point origin) {
        auto region = region_of(min, max, origin);
        region.cell_size = cell_size;
        return Navigator(asked(voxnav_navigator_new, &region));
    }
    static VoxnavRegion region_of(Point min, Point max, Point origin) {
        auto region = sized<VoxnavRegion>();
        region.origin = origin;
        region.min = min;
        region.max = max;
        return region;
    }
    Agent add_body(Point half_extents, const VoxnavLocomotion *locomotion) {
        auto settings = sized<VoxnavAgentSettings>();
        settings.half_extents = half_extents;
        settings.locomotion = locomotion;
        return add(settings);
    }
};

/* Cells beside a navigator, which another thread may edit: they become its own at once. */
class World : public Owner<VoxnavWorld> {
public:
    explicit World(const Navigator &navigator) : Owner(asked(voxnav_world_new, navigator)) {}
    void set(Cells cells, std::int32_t meaning) { called(voxnav_world_set, *this, cells, meaning); }
    void set(const VoxnavArray &array) { called(voxnav_world_set_array, *this, &array); }
    void apply(Navigator &navigator) const { called(voxnav_world_apply, *this, navigator); }
};

/* The abilities of a preset. */
inline VoxnavLocomotion locomotion(VoxnavPreset preset, VoxnavHeading up) {
    auto locomotion = asked(voxnav_locomotion_preset, preset);
    locomotion.up = up;
    return locomotion;
}

/* Options of searches by their description in JSON: the fields of RouteSpec. */
inline VoxnavRouteOptions route_options(const std::string &json) { return asked(voxnav_route_options_json, json.c_str()); }

} // namespace voxnav

#endif
