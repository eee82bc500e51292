using System;
using System.Runtime.InteropServices;

namespace Voxnav
{
    /// <summary>A joint plan: many agents in discrete time, each from its start to its goal, in which nobody meets
    /// anybody.</summary>
    public sealed unsafe class JointPlan : Handle
    {
        /// <summary>Begins a plan in the world of a view, or of an agent as of now, for agents that go each from one position
        /// to the goal of the same number, or with <see cref="MapfOptions.AnyGoal"/> one to each goal:
        /// <see cref="Step"/> makes it.</summary>
        /// <exception cref="ArgumentException">There are not as many goals as starts.</exception>
        public JointPlan(Space space, ReadOnlySpan<Point> starts, ReadOnlySpan<Point> goals,
            MapfOptions? options = null) : base(0)
        {
            if (starts.Length != goals.Length)
            {
                throw new ArgumentException("as many goals as starts are needed", nameof(goals));
            }
            var raw = options.GetValueOrDefault();
            raw.size = (UIntPtr)sizeof(MapfOptions);
            ulong plan;
            var world = Given.Object(space, nameof(space)).Number;
            fixed (Point* from = &MemoryMarshal.GetReference(starts))
            fixed (Point* to = &MemoryMarshal.GetReference(goals))
            {
                Checked(Native.voxnav_mapf_new(world, from, to, (UIntPtr)starts.Length, &raw, &plan), space);
            }
            Hold(plan);
        }

        /// <summary>Searches on for at most so many configurations.</summary>
        /// <returns><see cref="Status.Pending"/>; <see cref="Status.Found"/> once there is a plan,
        /// <see cref="Status.Unreachable"/> with the proof that there is none, or
        /// <see cref="Status.LimitReached"/>.</returns>
        public Status Step(ulong most)
        {
            return Checked(Native.voxnav_mapf_step(Number, most));
        }

        /// <summary>Tries so many times to shorten the plan that was found, some milliseconds each, or tens of them on the
        /// ground where agents are many. The plan never becomes worse, and agents keep the goals to which it leads them.
        /// Returns false where there is no plan yet.</summary>
        public bool Improve(ulong tries)
        {
            return Checked(Native.voxnav_mapf_improve(Number, tries)) != Status.Nothing;
        }

        /// <summary>The facts about the plan.</summary>
        public MapfInfo Info
        {
            get
            {
                var info = new MapfInfo { size = (UIntPtr)sizeof(MapfInfo) };
                Checked(Native.voxnav_mapf_info(Number, &info));
                return info;
            }
        }

        /// <summary>Returns the positions of an agent after each step, from its start to where it stands for good; empty
        /// where there is no plan.</summary>
        public Point[] Path(int agent)
        {
            return All<Point>(WritesPath, Given.Part(agent, nameof(agent)));
        }

        /// <summary>Writes the positions of an agent after each step as far as there is room, and returns how many there
        /// are.</summary>
        public int Path(int agent, Span<Point> into)
        {
            return Filled(into, WritesPath, Given.Part(agent, nameof(agent)));
        }

        static readonly Writes WritesPath = (handle, part, buffer, room, count) =>
            Native.voxnav_mapf_path(handle, (UIntPtr)part, (Point*)buffer, room, count);

        /// <summary>Writes the cells of an agent after each step as far as there is room, and returns how many there
        /// are.</summary>
        public int Cells(int agent, Span<Cell> into)
        {
            return Filled(into, WritesCells, Given.Part(agent, nameof(agent)));
        }

        static readonly Writes WritesCells = (handle, part, buffer, room, count) =>
            Native.voxnav_mapf_cells(handle, (UIntPtr)part, (Cell*)buffer, room, count);

        /// <summary>Writes the positions of all agents after so many steps, in the order of their starts, as far as there is
        /// room. Returns how many there are: 0 where there is no plan.</summary>
        public int Places(int step, Span<Point> into)
        {
            return Filled(into, WritesPlaces, Given.Part(step, nameof(step)));
        }

        static readonly Writes WritesPlaces = (handle, part, buffer, room, count) =>
            Native.voxnav_mapf_places(handle, (UIntPtr)part, (Point*)buffer, room, count);

        /// <summary>Returns the legs of an agent on the ground, each a move that takes some steps; empty where there is no
        /// plan.</summary>
        public PlannedLeg[] Legs(int agent)
        {
            return All<PlannedLeg>(WritesLegs, Given.Part(agent, nameof(agent)));
        }

        static readonly Writes WritesLegs = (handle, part, buffer, room, count) =>
            Native.voxnav_mapf_legs(handle, (UIntPtr)part, (PlannedLeg*)buffer, room, count);

        /// <summary>Returns for each agent the number of the goal that it goes to: its own, or with
        /// <see cref="MapfOptions.AnyGoal"/> the one that it was given; empty where there is no plan.</summary>
        public uint[] Goals()
        {
            return All<uint>(WritesGoals);
        }

        static readonly Writes WritesGoals = (handle, _, buffer, room, count) =>
            Native.voxnav_mapf_goals(handle, (uint*)buffer, room, count);
    }
}
