/*
 * voxnav: many agents in C++17, over voxnav.hpp: crowds that are sent somewhere and get there by themselves, joint
 * plans in which nobody meets anybody, and schedules of searches that share a budget.
 */
#ifndef VOXNAV_CROWD_HPP
#define VOXNAV_CROWD_HPP

#include <map>

#include "voxnav.hpp"

namespace voxnav {

/* Paths for many agents at once, in discrete time, in which nobody meets anybody. */
class Together : public Owner<VoxnavMapf> {
public:
    /* The space is a View, or an Agent as of now. */
    Together(const Space &space, Span<Point> starts, Span<Point> goals, const VoxnavMapfOptions *options = nullptr)
        : Owner(paired(starts.size(), goals.size())
                    ? asked(voxnav_mapf_new, space, starts.data(), goals.data(), starts.size(), options)
                    : VoxnavMapf{}) {}
    /* VOXNAV_STATUS_PENDING, FOUND, UNREACHABLE with the proof that there is no plan, or LIMIT_REACHED. */
    Status step(std::uint64_t most) { return called(voxnav_mapf_step, *this, most); }
    bool improve(std::uint64_t tries) { return is(voxnav_mapf_improve, *this, tries); }
    VoxnavMapfInfo info() const { return asked(voxnav_mapf_info, *this); }
    /* Where an agent is after each step, and where all are after one. */
    std::vector<Point> path(std::size_t agent) const { return listed(voxnav_mapf_path, *this, agent); }
    std::vector<Cell> cells(std::size_t agent) const { return listed(voxnav_mapf_cells, *this, agent); }
    std::vector<Point> places(std::size_t step) const { return listed(voxnav_mapf_places, *this, step); }
    /* The moves of an agent on the ground, with the steps that they take. */
    std::vector<VoxnavPlannedLeg> legs(std::size_t agent) const { return listed(voxnav_mapf_legs, *this, agent); }
    /* The number of the goal of each agent: with `any_goal` the one that it was given. */
    std::vector<std::uint32_t> goals() const { return listed(voxnav_mapf_goals, *this); }
};

/* Agents of one navigator. Lists of events and states are kept from one call to the next: no frame allocates. */
class Crowd : public Owner<VoxnavCrowd> {
public:
    explicit Crowd(const Navigator &navigator, const VoxnavCrowdSettings *settings = nullptr)
        : Owner(asked(voxnav_crowd_new, navigator, settings)) {}
    /* A crowd by its settings in JSON: the fields of CrowdSpec. */
    Crowd(const Navigator &navigator, const std::string &json)
        : Owner(asked(voxnav_crowd_new_json, navigator, json.c_str())) {}
    /* The crowd that `to_bytes` wrote, in a world that was saved and loaded, too. */
    static Crowd from_bytes(const Navigator &navigator, Span<std::uint8_t> bytes,
                            const VoxnavCrowdSettings *settings = nullptr) {
        return Crowd(asked(voxnav_crowd_from_bytes, navigator, bytes.data(), bytes.size(), settings));
    }
    /* The crowd as bytes; it finds its routes anew, as a loaded one does. */
    std::vector<std::uint8_t> to_bytes() {
        return listed(voxnav_bytes_read, made<Owner<VoxnavBytes>>(voxnav_crowd_to_bytes, *this));
    }
    /* Adds an agent with the body of one of the navigator's, which any number of agents share. */
    VoxnavCrowdAgentId add(const Agent &body, const VoxnavCrowdAgent &own) { return asked(voxnav_crowd_add, *this, body, &own); }
    VoxnavCrowdAgentId add(const Agent &body, Point position, double speed, VoxnavMovedBy by = VOXNAV_MOVED_BY_CROWD) {
        auto agent = sized<VoxnavCrowdAgent>();
        agent.position = position;
        agent.speed = speed;
        agent.moved_by = by;
        return add(body, agent);
    }
    void remove(VoxnavCrowdAgentId id) { command(id, voxnav_crowd_remove); }
    std::vector<VoxnavCrowdAgentId> ids() const { return listed(voxnav_crowd_ids, *this); }
    void send(VoxnavCrowdAgentId id, const Destination &to) {
        command(id, voxnav_crowd_send, to.raw());
        if (to.kept()) {
            kept_[id] = to.kept();
        }
    }
    void send(VoxnavCrowdAgentId id, Point to) { command(id, voxnav_crowd_send_to, to); }
    /* Sends agents to one point, where they settle next to each other; returns the place of each. */
    std::vector<Point> send_group(Span<VoxnavCrowdAgentId> ids, Point point) {
        std::vector<Point> places(ids.size());
        called(voxnav_crowd_send_group, *this, ids.data(), ids.size(), point, places.data());
        return places;
    }
    /* Has an agent follow another one up to a distance. */
    void follow(VoxnavCrowdAgentId id, VoxnavCrowdAgentId leader, double near) { command(id, voxnav_crowd_follow, leader, near); }
    /* Has agents follow a leader in a formation, which goes and turns with it. */
    void follow_in_formation(VoxnavCrowdAgentId leader, Span<VoxnavCrowdAgentId> ids, const VoxnavFormation &formation) {
        called(voxnav_crowd_follow_in_formation, *this, leader, ids.data(), ids.size(), &formation);
    }
    /* Has an agent move at a velocity, as far as walls and others let it. */
    void move(VoxnavCrowdAgentId id, Point velocity) { command(id, voxnav_crowd_move, velocity); }
    void stop(VoxnavCrowdAgentId id) { command(id, voxnav_crowd_stop); }
    /* Has agents follow a joint plan, in flight or on the ground, each from its first cell. */
    void follow_plan(Span<VoxnavCrowdAgentId> ids, const Together &plan) {
        called(voxnav_crowd_follow_plan, *this, ids.data(), ids.size(), plan);
    }
    /* Says where neighbors are that do not cooperate, such as a player. */
    void set_characters(Span<VoxnavCharacter> characters) {
        called(voxnav_crowd_set_characters, *this, characters.data(), characters.size());
    }
    /* Sets a speed; with 0 the agent stays, and keeps where it is sent. */
    void set_speed(VoxnavCrowdAgentId id, double speed) { called(voxnav_crowd_set_speed, *this, id, speed); }
    /* Others make way for an agent of a higher priority. */
    void set_priority(VoxnavCrowdAgentId id, int priority) { called(voxnav_crowd_set_priority, *this, id, priority); }
    /* Sets the radius for others; 0 for that of the body. */
    void set_radius(VoxnavCrowdAgentId id, double radius) { called(voxnav_crowd_set_radius, *this, id, radius); }
    /* Sets the distance that an agent that flies keeps from what blocks it, and the weight beside that; 0 for those of the crowd. */
    void set_keep_away(VoxnavCrowdAgentId id, double distance, unsigned weight = 4) {
        called(voxnav_crowd_set_keep_away, *this, id, distance, weight);
    }
    void set_body(VoxnavCrowdAgentId id, const Agent &body) { called(voxnav_crowd_set_body, *this, id, body); }
    /* Moves an obstacle of the navigator unless it would touch agents there, and returns those: none, if it moved. */
    std::vector<VoxnavCrowdAgentId> try_move_obstacle(VoxnavObstacleId obstacle, Point to, VoxnavRotation rotation = {}) {
        return listed(voxnav_crowd_try_move_obstacle, *this, obstacle, to, rotation);
    }
    /* The waypoints of the smooth route of an agent. */
    std::vector<Point> waypoints(VoxnavCrowdAgentId id) const { return listed(voxnav_crowd_waypoints, *this, id); }
    /* What would have to change for an agent on the ground to get where it is sent. */
    std::vector<VoxnavRemedy> remedies(VoxnavCrowdAgentId id) const { return listed(voxnav_crowd_remedies, *this, id); }
    /* Half of the size of the largest agent that would get where this one does not, if there is one. */
    std::optional<Point> largest_passable_agent(VoxnavCrowdAgentId id) const { return perhaps(voxnav_crowd_largest_passable_agent, *this, id); }
    /* Says where agents are, as physics moved them. */
    void set_position(VoxnavCrowdAgentId id, Point position) { called(voxnav_crowd_set_position, *this, id, position); }
    void move_all(Span<VoxnavCrowdAgentId> ids, Span<Point> positions) {
        if (paired(ids.size(), positions.size())) {
            called(voxnav_crowd_move_all, *this, ids.data(), positions.data(), ids.size());
        }
    }
    /* Takes all agents on by some seconds, and returns what happened: valid until the next update. */
    const std::vector<VoxnavCrowdEvent> &update(double dt) { return happened(voxnav_crowd_update(handle(), dt)); }
    /* The halves of an update: agents plan and steer, each as if it were alone, then they avoid each other and move. */
    const std::vector<VoxnavCrowdEvent> &update_plans(double dt) { return happened(voxnav_crowd_update_plans(handle(), dt)); }
    const std::vector<VoxnavCrowdEvent> &update_positions(double dt) { return happened(voxnav_crowd_update_positions(handle(), dt)); }
    /* Where all agents are and go, in the order in which they were added: valid until the next call. */
    const std::vector<VoxnavCrowdAgentState> &states() { return filled(states_, voxnav_crowd_states); }
    VoxnavCrowdAgentState state(VoxnavCrowdAgentId id) const { return asked(voxnav_crowd_state, *this, id); }
    VoxnavPlanningStats work() const { return asked(voxnav_crowd_work, *this); }

private:
    using Owner::Owner;
    template <class Ask, class... Given> void command(VoxnavCrowdAgentId id, Ask ask, const Given &...arguments) {
        called(ask, *this, id, arguments...);
        kept_.erase(id);
    }
    const std::vector<VoxnavCrowdEvent> &happened(Status status) {
        for (const auto &kept : kept_) {
            kept.second->rethrow();
        }
        checked(status);
        return filled(events_, voxnav_crowd_events);
    }
    template <class T, class Ask> const std::vector<T> &filled(std::vector<T> &values, Ask ask) {
        std::size_t count = 0;
        values.resize(values.capacity());
        auto ask_again = [&] { return called(ask, *this, values.data(), values.size(), &count); };
        while (ask_again() == VOXNAV_STATUS_CUT_SHORT || count > values.size()) {
            values.resize(count);
        }
        values.resize(count);
        return values;
    }

    /* Functions of destinations live as long as agents may go there. */
    std::map<VoxnavCrowdAgentId, Kept> kept_;
    std::vector<VoxnavCrowdEvent> events_;
    std::vector<VoxnavCrowdAgentState> states_;
};

/* Agents in discrete time that are sent on and on; nobody meets anybody. */
class LifelongPlanner : public Owner<VoxnavLifelongPlanner> {
public:
    /* The space is a View, or an Agent as of now. */
    LifelongPlanner(const Space &space, Span<Point> starts, const VoxnavMapfOptions *options = nullptr)
        : Owner(asked(voxnav_lifelong_new, space, starts.data(), starts.size(), options)) {}
    void send(std::size_t agent, Point goal) { called(voxnav_lifelong_send, *this, agent, goal); }
    void step() { called(voxnav_lifelong_step, *this); }
    bool has_arrived(std::size_t agent) const { return is(voxnav_lifelong_has_arrived, *this, agent); }
    /* The move of several steps that an agent on the ground is on. */
    std::optional<VoxnavPlannedLeg> leg(std::size_t agent) const { return perhaps(voxnav_lifelong_leg, *this, agent); }
    std::vector<Point> places() const { return listed(voxnav_lifelong_places, *this); }
    std::vector<Cell> cells() const { return listed(voxnav_lifelong_cells, *this); }
    VoxnavLifelongInfo info() const { return asked(voxnav_lifelong_info, *this); }
};

/* Searches for many routes that share a budget of expansions a frame. */
class Scheduler : public Owner<VoxnavScheduler> {
public:
    /* For agents that move as that of the view does. */
    explicit Scheduler(const View &view, std::uint32_t in_flight = 0, std::uint64_t turn = 0)
        : Owner(asked(voxnav_scheduler_new, view, in_flight, turn)) {}
    std::uint64_t add(const View &view, Point from, const Destination &to, std::uint32_t priority = 1) {
        auto ticket = asked(voxnav_scheduler_add, *this, view, from, to.raw(), priority);
        if (to.kept()) {
            kept_[ticket] = to.kept();
        }
        return ticket;
    }
    /* Searches on, and returns whether there is more to do. */
    bool step(std::uint64_t most) {
        Status status = voxnav_scheduler_step(handle(), most);
        for (const auto &kept : kept_) {
            kept.second->rethrow();
        }
        return checked(status) == VOXNAV_STATUS_PENDING;
    }
    /* The next route that was found, with its ticket. */
    std::optional<std::pair<std::uint64_t, Route>> take() {
        std::uint64_t ticket = 0;
        VoxnavRoute route{};
        if (called(voxnav_scheduler_take, *this, &ticket, &route) == VOXNAV_STATUS_NOTHING) {
            return std::nullopt;
        }
        kept_.erase(ticket);
        return std::make_pair(ticket, Route(route));
    }
    void cancel(std::uint64_t ticket) {
        called(voxnav_scheduler_cancel, *this, ticket);
        kept_.erase(ticket);
    }

private:
    /* Functions of destinations live as long as searches may call them. */
    std::map<std::uint64_t, Kept> kept_;
};

} // namespace voxnav

#endif
