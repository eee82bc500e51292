using System;
using System.Runtime.InteropServices;

namespace Voxnav
{
    /// <summary>A joint plan: many agents in discrete time, each from its start to its goal, in which nobody meets
    /// anybody.</summary>
    public sealed unsafe class JointPlan : Handle
    {
        /// <summary>Begins a plan in the world of a view, or of an agent that flies as of now, for agents that go each from
        /// one position to the goal of the same number: <see cref="Step"/> makes it.</summary>
        /// <exception cref="ArgumentException">There are not as many goals as starts.</exception>
        public JointPlan(Space space, ReadOnlySpan<Point> starts, ReadOnlySpan<Point> goals,
            TogetherOptions? options = null) : base(0)
        {
            if (starts.Length != goals.Length)
            {
                throw new ArgumentException("as many goals as starts are needed", nameof(goals));
            }
            var raw = options.GetValueOrDefault();
            raw.size = (UIntPtr)sizeof(TogetherOptions);
            ulong plan;
            var world = Given.Object(space, nameof(space)).Number;
            fixed (Point* from = &MemoryMarshal.GetReference(starts))
            fixed (Point* to = &MemoryMarshal.GetReference(goals))
            {
                Checked(Native.voxnav_together_new(world, from, to, (UIntPtr)starts.Length, &raw, &plan), space);
            }
            Hold(plan);
        }

        /// <summary>Searches on for at most so many configurations.</summary>
        /// <returns><see cref="Status.Pending"/>; <see cref="Status.Found"/> once there is a plan,
        /// <see cref="Status.Unreachable"/> with the proof that there is none, or
        /// <see cref="Status.LimitReached"/>.</returns>
        public Status Step(ulong most)
        {
            return Checked(Native.voxnav_together_step(Number, most));
        }

        /// <summary>Tries so many times to shorten the plan that was found, some milliseconds each at most. Returns false
        /// where there is no plan yet.</summary>
        public bool Improve(ulong tries)
        {
            return Checked(Native.voxnav_together_improve(Number, tries)) != Status.Nothing;
        }

        /// <summary>The facts about the plan.</summary>
        public TogetherInfo Info
        {
            get
            {
                var info = new TogetherInfo { size = (UIntPtr)sizeof(TogetherInfo) };
                Checked(Native.voxnav_together_info(Number, &info));
                return info;
            }
        }

        /// <summary>Returns the positions of an agent after each step, from its start to where it stands for good; empty
        /// where there is no plan.</summary>
        public Point[] Path(int agent)
        {
            var all = new Point[Path(agent, Span<Point>.Empty)];
            Path(agent, all);
            return all;
        }

        /// <summary>Writes the positions of an agent after each step as far as there is room, and returns how many there
        /// are.</summary>
        public int Path(int agent, Span<Point> into)
        {
            var count = UIntPtr.Zero;
            fixed (Point* buffer = &MemoryMarshal.GetReference(into))
            {
                Checked(Native.voxnav_together_path(Number, At(agent, nameof(agent)), buffer, (UIntPtr)into.Length, &count));
            }
            return (int)count;
        }

        /// <summary>Writes the cells of an agent after each step as far as there is room, and returns how many there
        /// are.</summary>
        public int Cells(int agent, Span<Cell> into)
        {
            var count = UIntPtr.Zero;
            fixed (Cell* buffer = &MemoryMarshal.GetReference(into))
            {
                Checked(Native.voxnav_together_cells(Number, At(agent, nameof(agent)), buffer, (UIntPtr)into.Length, &count));
            }
            return (int)count;
        }

        /// <summary>Writes the positions of all agents after so many steps, in the order of their starts, as far as there is
        /// room. Returns how many there are: 0 where there is no plan.</summary>
        public int Places(int step, Span<Point> into)
        {
            var count = UIntPtr.Zero;
            fixed (Point* buffer = &MemoryMarshal.GetReference(into))
            {
                Checked(Native.voxnav_together_places(Number, At(step, nameof(step)), buffer, (UIntPtr)into.Length, &count));
            }
            return (int)count;
        }

        static UIntPtr At(int number, string name)
        {
            if (number < 0)
            {
                throw new ArgumentOutOfRangeException(name);
            }
            return (UIntPtr)number;
        }
    }
}
