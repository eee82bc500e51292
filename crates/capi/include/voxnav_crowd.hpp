/*
 * voxnav: many agents in C++17, over voxnav.hpp: crowds that are sent somewhere and get there by themselves, joint plans
 * in which nobody meets anybody, and schedules of searches that share a budget.
 */
#ifndef VOXNAV_CROWD_HPP
#define VOXNAV_CROWD_HPP

#include <map>

#include "voxnav.hpp"

namespace voxnav {

/* Agents of one navigator. Lists of events and states are kept from one call to the next: no frame allocates. */
class Crowd : public Object {
public:
    explicit Crowd(const Navigator &navigator, const VoxnavCrowdPolicy *policy = nullptr) {
        checked(voxnav_crowd_new(navigator.handle(), policy, &handle_));
    }
    /* Adds an agent with the body of one of the navigator's, which any number of agents share. */
    VoxnavMoverId add(const Agent &body, const VoxnavMover &mover) {
        return asked<VoxnavMoverId>(voxnav_crowd_add, handle_, body.handle(), &mover);
    }
    VoxnavMoverId add(const Agent &body, Point position, double speed, VoxnavMovedBy by = VOXNAV_MOVED_BY_CROWD) {
        auto mover = sized<VoxnavMover>();
        mover.position = position;
        mover.speed = speed;
        mover.moved_by = by;
        return add(body, mover);
    }
    void remove(VoxnavMoverId id) {
        checked(voxnav_crowd_remove(handle_, id));
        destinations_.erase(id);
    }
    void send(VoxnavMoverId id, const Destination &to) {
        checked(voxnav_crowd_send(handle_, id, to.raw()));
        destinations_.insert_or_assign(id, to);
    }
    void send(VoxnavMoverId id, Point to) {
        checked(voxnav_crowd_send_to(handle_, id, to));
        destinations_.erase(id);
    }
    /* Has an agent follow another one up to a distance. */
    void follow(VoxnavMoverId id, VoxnavMoverId leader, double within) {
        checked(voxnav_crowd_follow(handle_, id, leader, within));
    }
    /* Has agents follow a joint plan, in flight or on the ground, each from its first cell. */
    void follow_plan(Span<VoxnavMoverId> ids, const Object &together) {
        checked(voxnav_crowd_follow_plan(handle_, ids.data(), ids.size(), together.handle()));
    }
    /* Says where neighbors are that do not cooperate, such as a player. */
    void set_strangers(Span<VoxnavStranger> strangers) {
        checked(voxnav_crowd_set_strangers(handle_, strangers.data(), strangers.size()));
    }
    /* Sets a speed; with 0 the agent stays, and keeps where it is sent. */
    void set_speed(VoxnavMoverId id, double speed) { checked(voxnav_crowd_set_speed(handle_, id, speed)); }
    /* Others make way for an agent of a higher priority. */
    void set_priority(VoxnavMoverId id, int priority) { checked(voxnav_crowd_set_priority(handle_, id, priority)); }
    /* Sets the radius for others; 0 for that of the body. */
    void set_radius(VoxnavMoverId id, double radius) { checked(voxnav_crowd_set_radius(handle_, id, radius)); }
    void set_body(VoxnavMoverId id, const Agent &body) { checked(voxnav_crowd_set_body(handle_, id, body.handle())); }
    /* Has an agent move at a velocity, as far as walls and others let it. */
    void move(VoxnavMoverId id, Point velocity) {
        checked(voxnav_crowd_move(handle_, id, velocity));
        destinations_.erase(id);
    }
    /* Moves an obstacle of the navigator unless it would touch agents there, and returns those: none, if it moved. */
    std::vector<VoxnavMoverId> move_unless_touching(VoxnavObstacleId obstacle, Point to, VoxnavRotation rotation = {}) {
        std::vector<VoxnavMoverId> in_the_way(4);
        for (;;) {
            std::size_t count = 0;
            auto room = in_the_way.size();
            checked(voxnav_crowd_move_unless_touching(handle_, obstacle, to, rotation, in_the_way.data(), room, &count));
            in_the_way.resize(count);
            if (count <= room) {
                return in_the_way;
            }
        }
    }
    /* The waypoints of the smooth route of an agent. */
    std::vector<Point> waypoints(VoxnavMoverId id) const {
        return listed<Point>([&](auto... rest) { return voxnav_crowd_waypoints(handle_, id, rest...); });
    }
    /* What would have to change for an agent on the ground to get where it is sent. */
    std::vector<VoxnavRemedy> remedies(VoxnavMoverId id) const {
        return listed<VoxnavRemedy>([&](auto... rest) { return voxnav_crowd_remedies(handle_, id, rest...); });
    }
    void stop(VoxnavMoverId id) { checked(voxnav_crowd_stop(handle_, id)); }
    /* Says where an agent is, as physics moved it. */
    void moved_to(VoxnavMoverId id, Point position) { checked(voxnav_crowd_moved_to(handle_, id, position)); }
    void move_all(Span<VoxnavMoverId> ids, Span<Point> positions) {
        if (ids.size() != positions.size()) {
            failed(VOXNAV_STATUS_ERROR_ARGUMENT, "as many positions as ids are needed");
            return;
        }
        checked(voxnav_crowd_move_all(handle_, ids.data(), positions.data(), ids.size()));
    }
    /* Takes all agents on by some seconds, and returns what happened: valid until the next update. */
    const std::vector<VoxnavCrowdEvent> &update(double dt) {
        return happened(voxnav_crowd_update(handle_, dt));
    }
    /* The halves of an update: agents plan and steer, each as if it were alone, then they avoid each other and move. */
    const std::vector<VoxnavCrowdEvent> &set_out(double dt) { return happened(voxnav_crowd_set_out(handle_, dt)); }
    const std::vector<VoxnavCrowdEvent> &go(double dt) { return happened(voxnav_crowd_go(handle_, dt)); }
    /* Where all agents are and go, in the order in which they were added: valid until the next call. */
    const std::vector<VoxnavMoverState> &states() { return filled(states_, &voxnav_crowd_states); }
    VoxnavMoverState state(VoxnavMoverId id) const {
        return asked<VoxnavMoverState>(voxnav_crowd_state, handle_, id);
    }
    VoxnavCrowdWork work() const {
        return told<VoxnavCrowdWork>(voxnav_crowd_work, handle_);
    }
    /* Half of the size of the largest agent that would get where this one does not, if there is one. */
    std::optional<Point> largest(VoxnavMoverId id) const {
        return perhaps<Point>(voxnav_crowd_largest, handle_, id);
    }

private:
    const std::vector<VoxnavCrowdEvent> &happened(Status status) {
        for (const auto &[id, to] : destinations_) {
            to.rethrow();
        }
        checked(status);
        return filled(events_, &voxnav_crowd_events);
    }

    template <class T, class Ask> const std::vector<T> &filled(std::vector<T> &values, Ask ask) {
        std::size_t count = 0;
        values.resize(values.capacity());
        while (checked(ask(handle_, values.data(), values.size(), &count)) == VOXNAV_STATUS_CUT_SHORT ||
               count > values.size()) {
            values.resize(count);
        }
        values.resize(count);
        return values;
    }

    /* Functions of destinations live as long as agents may go there. */
    std::map<VoxnavMoverId, Destination> destinations_;
    std::vector<VoxnavCrowdEvent> events_;
    std::vector<VoxnavMoverState> states_;
};

/* Paths for many agents at once, in discrete time, in which nobody meets anybody. */
class Together : public Object {
public:
    /* The space is a View, or an Agent as of now. */
    Together(const Object &space, Span<Point> starts, Span<Point> goals,
             const VoxnavTogetherOptions *options = nullptr) {
        if (starts.size() != goals.size()) {
            failed(VOXNAV_STATUS_ERROR_ARGUMENT, "as many goals as starts are needed");
            return;
        }
        checked(voxnav_together_new(space.handle(), starts.data(), goals.data(), starts.size(), options, &handle_));
    }
    /* VOXNAV_STATUS_PENDING, FOUND, UNREACHABLE with the proof that there is no plan, or LIMIT_REACHED. */
    Status step(std::uint64_t most) { return checked(voxnav_together_step(handle_, most)); }
    bool improve(std::uint64_t tries) { return checked(voxnav_together_improve(handle_, tries)) == VOXNAV_STATUS_OK; }
    VoxnavTogetherInfo info() const {
        return told<VoxnavTogetherInfo>(voxnav_together_info, handle_);
    }
    /* Where an agent is after each step, and where all are after one. */
    std::vector<Point> path(std::size_t agent) const {
        return listed<Point>([&](auto... rest) { return voxnav_together_path(handle_, agent, rest...); });
    }
    std::vector<Point> places(std::size_t step) const {
        return listed<Point>([&](auto... rest) { return voxnav_together_places(handle_, step, rest...); });
    }
    /* The moves of an agent on the ground, with the steps that they take. */
    std::vector<VoxnavPlannedLeg> legs(std::size_t agent) const {
        return listed<VoxnavPlannedLeg>([&](auto... rest) { return voxnav_together_legs(handle_, agent, rest...); });
    }
    /* The number of the goal of each agent: with `any_goal` the one that it was given. */
    std::vector<std::uint32_t> goals() const {
        return listed<std::uint32_t>([&](auto... rest) { return voxnav_together_goals(handle_, rest...); });
    }
};

/* Agents that fly in discrete time and are sent on and on; nobody meets anybody. */
class Fleet : public Object {
public:
    /* The space is a View of an agent that flies, or such an Agent. */
    Fleet(const Object &space, Span<Point> starts, const VoxnavTogetherOptions *options = nullptr) {
        checked(voxnav_fleet_new(space.handle(), starts.data(), starts.size(), options, &handle_));
    }
    void send(std::size_t agent, Point goal) { checked(voxnav_fleet_send(handle_, agent, goal)); }
    void step() { checked(voxnav_fleet_step(handle_)); }
    bool has_arrived(std::size_t agent) const {
        return checked(voxnav_fleet_has_arrived(handle_, agent)) == VOXNAV_STATUS_OK;
    }
    std::vector<Point> places() const {
        return listed<Point>([&](auto... rest) { return voxnav_fleet_places(handle_, rest...); });
    }
    VoxnavFleetInfo info() const { return told<VoxnavFleetInfo>(voxnav_fleet_info, handle_); }
};

/* Searches for many routes that share a budget of expansions a frame. */
class Scheduler : public Object {
public:
    /* For agents that move as that of the view does. */
    explicit Scheduler(const View &view, std::uint32_t in_flight = 0, std::uint64_t turn = 0) {
        checked(voxnav_scheduler_new(view.handle(), in_flight, turn, &handle_));
    }
    std::uint64_t add(const View &view, Point from, const Destination &to, std::uint32_t priority = 1) {
        std::uint64_t ticket = 0;
        checked(voxnav_scheduler_add(handle_, view.handle(), from, to.raw(), priority, &ticket));
        destinations_.emplace(ticket, to);
        return ticket;
    }
    /* Searches on, and returns whether there is more to do. */
    bool step(std::uint64_t most) {
        Status status = voxnav_scheduler_step(handle_, most);
        for (const auto &[ticket, to] : destinations_) {
            to.rethrow();
        }
        return checked(status) == VOXNAV_STATUS_PENDING;
    }
    /* The next route that was found, with its ticket. */
    std::optional<std::pair<std::uint64_t, Route>> take() {
        std::uint64_t ticket = 0;
        Route route;
        Status status = checked(voxnav_scheduler_take(handle_, &ticket, route.place()));
        if (status == VOXNAV_STATUS_NOTHING) {
            return std::nullopt;
        }
        destinations_.erase(ticket);
        return std::make_pair(ticket, std::move(route));
    }
    void cancel(std::uint64_t ticket) {
        checked(voxnav_scheduler_cancel(handle_, ticket));
        destinations_.erase(ticket);
    }

private:
    /* Functions of destinations live as long as searches may call them. */
    std::map<std::uint64_t, Destination> destinations_;
};

} // namespace voxnav

#endif
