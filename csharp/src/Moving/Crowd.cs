using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Voxnav
{
    /// <summary>Agents of one navigator that are sent somewhere and get there by themselves. In the steady state no call
    /// allocates.</summary>
    public sealed unsafe class Crowd : Handle
    {
        // Functions of destinations live as long as agents may go there.
        readonly Dictionary<ulong, Destination> destinations = new Dictionary<ulong, Destination>();
        CrowdEvent[] events = new CrowdEvent[16];
        CrowdAgentState[] states = new CrowdAgentState[16];

        /// <summary>Makes an empty crowd in the world of a navigator.</summary>
        /// <param name="navigator">The navigator. The crowd lives on when it is disposed, and then refuses its
        /// updates.</param>
        /// <param name="settings">The settings; null for the default one.</param>
        /// <param name="smoothing">The steps of smoothing; null for the usual ones.</param>
        /// <param name="options">The options of all searches; null for the default ones.</param>
        public Crowd(Navigator navigator, CrowdSettings? settings = null, Smoothing smoothing = null,
            RouteOptions? options = null) : this(navigator, default(ReadOnlySpan<byte>), false, settings,
            smoothing, options)
        {
        }

        /// <summary>Makes an empty crowd whose settings are a text in JSON: the fields of <c>CrowdSpec</c>, the form in which
        /// every language has them, such as <c>{ "budget": 1500 }</c>.</summary>
        public Crowd(Navigator navigator, string json) : base(0)
        {
            var world = Given.Object(navigator, nameof(navigator)).Number;
            ulong crowd;
            fixed (byte* text = Text.Zeroed(json, nameof(json)))
            {
                Checked(Native.voxnav_crowd_new_json(world, text, &crowd), navigator);
            }
            Hold(crowd);
        }

        Crowd(Navigator navigator, ReadOnlySpan<byte> saved, bool isSaved, CrowdSettings? settings, Smoothing smoothing,
            RouteOptions? options) : base(0)
        {
            var raw = settings.GetValueOrDefault();
            raw.size = (UIntPtr)sizeof(CrowdSettings);
            var searches = options.GetValueOrDefault();
            searches.size = (UIntPtr)sizeof(RouteOptions);
            var world = Given.Object(navigator, nameof(navigator)).Number;
            ulong crowd;
            fixed (byte* bytes = &MemoryMarshal.GetReference(saved))
            fixed (SmoothingStep* steps = smoothing == null ? null : smoothing.Steps)
            {
                var smooth = Smoothing.Raw(smoothing, steps);
                raw.smoothing = smoothing == null ? null : &smooth;
                raw.options = options.HasValue ? &searches : null;
                Checked(isSaved
                    ? Native.voxnav_crowd_from_bytes(world, bytes, (UIntPtr)saved.Length, &raw, &crowd)
                    : Native.voxnav_crowd_new(world, &raw, &crowd), navigator);
            }
            Hold(crowd);
        }

        /// <summary>Makes the crowd that <see cref="ToBytes"/> wrote, in a world that was saved and loaded, too. Agents have
        /// the ids that they had.</summary>
        public static Crowd FromBytes(Navigator navigator, ReadOnlySpan<byte> bytes, CrowdSettings? settings = null,
            Smoothing smoothing = null, RouteOptions? options = null)
        {
            return new Crowd(navigator, bytes, true, settings, smoothing, options);
        }

        /// <summary>Returns the crowd as bytes: agents, where they are and where they are sent. It finds its routes anew, as
        /// a loaded one does. Agents on a joint plan or sent to cells are refused.</summary>
        public byte[] ToBytes()
        {
            ulong bytes;
            Checked(Native.voxnav_crowd_to_bytes(Number, &bytes));
            return Bytes.Taken(bytes);
        }

        /// <summary>Adds an agent and returns its id, from 1 on. It stays where it is until it is sent somewhere.</summary>
        /// <param name="body">The agent of the navigator whose body it has; any number of agents share it.</param>
        /// <param name="position">The position: of an agent on the ground, of its feet.</param>
        /// <param name="speed">The speed, in world units a second.</param>
        /// <param name="stoppingDistance">The distance from its destination at which it has arrived, in world units.</param>
        /// <param name="movedBy">The one who moves it.</param>
        public ulong Add(Agent body, Point position, double speed = 1, double stoppingDistance = 0.1,
            MovedBy movedBy = MovedBy.Crowd)
        {
            return Add(body, new CrowdAgent
            {
                Position = position, Speed = speed, StoppingDistance = stoppingDistance, MovedBy = movedBy
            });
        }

        /// <summary>Adds an agent with all its settings, a priority and a radius for others among them, and returns its
        /// id.</summary>
        public ulong Add(Agent body, CrowdAgent agent)
        {
            agent.size = (UIntPtr)sizeof(CrowdAgent);
            ulong id;
            var shared = Given.Object(body, nameof(body)).Number;
            Checked(Native.voxnav_crowd_add(Number, shared, &agent, &id), body);
            return id;
        }

        /// <summary>Removes an agent. Agents that follow it are told by an event.</summary>
        public void Remove(ulong agent)
        {
            Checked(Native.voxnav_crowd_remove(Number, agent));
            destinations.Remove(agent);
        }

        /// <summary>Sends an agent to a position. It goes on along what it has until there is a better route.</summary>
        public void Send(ulong agent, Point to)
        {
            Checked(Native.voxnav_crowd_send_to(Number, agent, to));
            destinations.Remove(agent);
        }

        /// <summary>Sends an agent to a destination.</summary>
        public void Send(ulong agent, Destination to)
        {
            var goal = Given.Object(to, nameof(to)).Raw;
            Checked(Native.voxnav_crowd_send(Number, agent, &goal), to);
            destinations[agent] = to;
        }

        /// <summary>Sends agents to one point, where they settle next to each other: each has a place with a way to the
        /// point, and they are assigned such that ways do not cross. Returns the place of each.</summary>
        public Point[] SendGroup(ReadOnlySpan<ulong> agents, Point point)
        {
            var places = new Point[agents.Length];
            fixed (ulong* ids = &MemoryMarshal.GetReference(agents))
            fixed (Point* found = places)
            {
                Checked(Native.voxnav_crowd_send_group(Number, ids, (UIntPtr)agents.Length, point, found));
            }
            foreach (var agent in agents)
            {
                destinations.Remove(agent);
            }
            return places;
        }

        /// <summary>Has an agent follow another one up to a distance, in world units.</summary>
        public void Follow(ulong agent, ulong leader, double within)
        {
            Checked(Native.voxnav_crowd_follow(Number, agent, leader, within));
        }

        /// <summary>Has agents follow a leader in a formation, which goes and turns with it: each keeps its place where it
        /// is wide, and follows on the trail of the leader where it is narrow.</summary>
        public void FollowInFormation(ulong leader, ReadOnlySpan<ulong> agents, Formation formation)
        {
            formation.size = (UIntPtr)sizeof(Formation);
            fixed (ulong* ids = &MemoryMarshal.GetReference(agents))
            {
                Checked(Native.voxnav_crowd_follow_in_formation(Number, leader, ids, (UIntPtr)agents.Length, &formation));
            }
            foreach (var agent in agents)
            {
                destinations.Remove(agent);
            }
        }

        /// <summary>Sets the speed of an agent, in world units a second. With 0 it stays, and keeps where it is
        /// sent.</summary>
        public void SetSpeed(ulong agent, double speed)
        {
            Checked(Native.voxnav_crowd_set_speed(Number, agent, speed));
        }

        /// <summary>Sets the priority of an agent: others make way for one of a higher one.</summary>
        public void SetPriority(ulong agent, int priority)
        {
            Checked(Native.voxnav_crowd_set_priority(Number, agent, priority));
        }

        /// <summary>Sets the radius of an agent for others, in world units; 0 for that of its body.</summary>
        public void SetRadius(ulong agent, double radius)
        {
            Checked(Native.voxnav_crowd_set_radius(Number, agent, radius));
        }

        /// <summary>Sets the distance that an agent that flies keeps from what blocks it, in world units, where there is
        /// room, and the weight of moves right beside that; a distance of 0 for those of the options of the crowd. It keeps
        /// where it is sent, and is given another route.</summary>
        public void SetKeepAway(ulong agent, double distance, uint weight = 4)
        {
            Checked(Native.voxnav_crowd_set_keep_away(Number, agent, distance, weight));
        }

        /// <summary>Gives an agent another body of the navigator. It keeps its position and where it is sent.</summary>
        public void SetBody(ulong agent, Agent body)
        {
            Checked(Native.voxnav_crowd_set_body(Number, agent, Given.Object(body, nameof(body)).Number), body);
        }

        /// <summary>Has an agent move at a velocity, in world units a second, as far as walls and others let it, until it is
        /// sent elsewhere or stopped. It plans nothing and never arrives.</summary>
        public void Move(ulong agent, Point velocity)
        {
            Checked(Native.voxnav_crowd_move(Number, agent, velocity));
            destinations.Remove(agent);
        }

        /// <summary>Returns the ids of all agents, in the order in which they were added.</summary>
        public ulong[] Ids()
        {
            return All<ulong>(WritesIds);
        }

        static readonly Writes WritesIds = (handle, _, buffer, room, count) =>
            Native.voxnav_crowd_ids(handle, (ulong*)buffer, room, count);

        /// <summary>Returns the waypoints of the smooth route of an agent; none if it has no route.</summary>
        public Point[] Waypoints(ulong agent)
        {
            return All<Point>(WritesWaypoints, agent);
        }

        /// <summary>Writes the waypoints of the smooth route of an agent as far as there is room, and returns how many
        /// there are.</summary>
        public int Waypoints(ulong agent, Span<Point> into)
        {
            return Filled(into, WritesWaypoints, agent);
        }

        static readonly Writes WritesWaypoints = (handle, agent, buffer, room, count) =>
            Native.voxnav_crowd_waypoints(handle, agent, (Point*)buffer, room, count);

        /// <summary>Returns what would have to change for an agent on the ground to get where it is sent: each change that
        /// would do alone. It takes long: for a message to a person.</summary>
        public Remedy[] Remedies(ulong agent)
        {
            return All<Remedy>(WritesRemedies, agent);
        }

        static readonly Writes WritesRemedies = (handle, agent, buffer, room, count) =>
            Native.voxnav_crowd_remedies(handle, agent, (Remedy*)buffer, room, count);

        /// <summary>Has an agent stay where it is, at the next place where it can rest.</summary>
        public void Stop(ulong agent)
        {
            Checked(Native.voxnav_crowd_stop(Number, agent));
        }

        /// <summary>Says where neighbors are that do not cooperate, such as a player: agents avoid them alone. It holds for
        /// all updates until it is said anew.</summary>
        public void SetCharacters(ReadOnlySpan<Character> characters)
        {
            fixed (Character* all = &MemoryMarshal.GetReference(characters))
            {
                Checked(Native.voxnav_crowd_set_characters(Number, all, (UIntPtr)characters.Length));
            }
        }

        /// <summary>Moves an obstacle of the navigator unless it would touch agents of the crowd there. Returns those in its
        /// way, in the order in which they were added: none, if it moved.</summary>
        public ulong[] TryMoveObstacle(ulong obstacle, Point position, Rotation rotation = default(Rotation))
        {
            var inTheWay = new ulong[4];
            while (true)
            {
                UIntPtr count;
                fixed (ulong* ids = inTheWay)
                {
                    Checked(Native.voxnav_crowd_try_move_obstacle(Number, obstacle, position, rotation, ids,
                        (UIntPtr)inTheWay.Length, &count));
                }
                var room = inTheWay.Length;
                Array.Resize(ref inTheWay, (int)count);
                if ((int)count <= room)
                {
                    return inTheWay;
                }
            }
        }

        /// <summary>Has agents follow a joint plan, in flight or on the ground, in its order, each from its first cell, where
        /// it has to be. One that is sent somewhere else, or is removed, leaves the plan.</summary>
        public void FollowPlan(ReadOnlySpan<ulong> agents, JointPlan plan)
        {
            var own = Given.Object(plan, nameof(plan)).Number;
            fixed (ulong* ids = &MemoryMarshal.GetReference(agents))
            {
                Checked(Native.voxnav_crowd_follow_plan(Number, ids, (UIntPtr)agents.Length, own), plan);
            }
        }

        /// <summary>Says where an agent is: as physics moved it, pushed it, or as a teleport did.</summary>
        public void SetPosition(ulong agent, Point position)
        {
            Checked(Native.voxnav_crowd_set_position(Number, agent, position));
        }

        /// <summary>Says where agents are, each with the position of the same number.</summary>
        /// <exception cref="ArgumentException">There are not as many positions as agents.</exception>
        public void MoveAll(ReadOnlySpan<ulong> agents, ReadOnlySpan<Point> positions)
        {
            if (agents.Length != positions.Length)
            {
                throw new ArgumentException("as many positions as agents are needed", nameof(positions));
            }
            fixed (ulong* ids = &MemoryMarshal.GetReference(agents))
            fixed (Point* places = &MemoryMarshal.GetReference(positions))
            {
                Checked(Native.voxnav_crowd_move_all(Number, ids, places, (UIntPtr)agents.Length));
            }
        }

        /// <summary>Takes all agents on by some seconds in the world as it is now, and returns what happened, in the order
        /// of agents: valid until the next update.</summary>
        public ReadOnlySpan<CrowdEvent> Update(double seconds)
        {
            return Happened(Native.voxnav_crowd_update(Number, seconds));
        }

        /// <summary>Does the first half of an update: agents notice what was edited, plan, and steer. Their states tell the
        /// velocities that they would have if they were alone. <see cref="UpdatePositions"/> is the other half; who has another way to
        /// avoid others calls <see cref="SetPosition"/> in its place.</summary>
        public ReadOnlySpan<CrowdEvent> UpdatePlans(double seconds)
        {
            return Happened(Native.voxnav_crowd_update_plans(Number, seconds));
        }

        /// <summary>Does the second half of an update: agents avoid each other, and move.</summary>
        public ReadOnlySpan<CrowdEvent> UpdatePositions(double seconds)
        {
            return Happened(Native.voxnav_crowd_update_positions(Number, seconds));
        }

        ReadOnlySpan<CrowdEvent> Happened(Status status)
        {
            foreach (var to in destinations)
            {
                to.Value.Rethrow();
            }
            Checked(status);
            while (true)
            {
                UIntPtr count;
                fixed (CrowdEvent* buffer = events)
                {
                    Checked(Native.voxnav_crowd_events(Number, buffer, (UIntPtr)events.Length, &count));
                }
                if ((int)count <= events.Length)
                {
                    return new ReadOnlySpan<CrowdEvent>(events, 0, (int)count);
                }
                events = new CrowdEvent[2 * (int)count];
            }
        }

        /// <summary>Returns where all agents are and go, in the order in which they were added: valid until the next
        /// call.</summary>
        public ReadOnlySpan<CrowdAgentState> States()
        {
            while (true)
            {
                UIntPtr count;
                fixed (CrowdAgentState* buffer = states)
                {
                    Checked(Native.voxnav_crowd_states(Number, buffer, (UIntPtr)states.Length, &count));
                }
                if ((int)count <= states.Length)
                {
                    return new ReadOnlySpan<CrowdAgentState>(states, 0, (int)count);
                }
                states = new CrowdAgentState[2 * (int)count];
            }
        }

        /// <summary>Returns where an agent is and goes.</summary>
        public CrowdAgentState State(ulong agent)
        {
            CrowdAgentState state;
            Checked(Native.voxnav_crowd_state(Number, agent, &state));
            return state;
        }

        /// <summary>The work of the last update.</summary>
        public PlanningStats Work
        {
            get
            {
                var work = new PlanningStats { size = (UIntPtr)sizeof(PlanningStats) };
                Checked(Native.voxnav_crowd_work(Number, &work));
                return work;
            }
        }

        /// <summary>Finds half of the size of the largest agent that would get where this one, which flies, does not.
        /// Returns false where there is none. It takes long: for a message to a person.</summary>
        public bool LargestPassableAgent(ulong agent, out Point halfExtents)
        {
            var found = new Point();
            var status = Checked(Native.voxnav_crowd_largest_passable_agent(Number, agent, &found));
            halfExtents = found;
            return status != Status.Nothing;
        }
    }
}
