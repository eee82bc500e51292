using System;
using System.Runtime.InteropServices;

namespace Voxnav
{
    /// <summary>Agents in discrete time, in flight or on the ground, that are sent on and on; nobody meets anybody.</summary>
    public sealed unsafe class LifelongPlanner : Handle
    {
        /// <summary>Puts agents at their starts in the world of a view, or of an agent as of now. They stay until they are
        /// sent somewhere; later edits change nothing.</summary>
        public LifelongPlanner(Space space, ReadOnlySpan<Point> starts, MapfOptions? options = null) : base(0)
        {
            var raw = options.GetValueOrDefault();
            raw.size = (UIntPtr)sizeof(MapfOptions);
            ulong planner;
            var world = Given.Object(space, nameof(space)).Number;
            fixed (Point* from = &MemoryMarshal.GetReference(starts))
            {
                Checked(Native.voxnav_lifelong_new(world, from, (UIntPtr)starts.Length, &raw, &planner), space);
            }
            Hold(planner);
        }

        /// <summary>Sends an agent, by its number from 0, to a goal. Several may be sent to one goal; the next comes when
        /// the one before has been sent elsewhere.</summary>
        public void Send(int agent, Point goal)
        {
            Checked(Native.voxnav_lifelong_send(Number, (UIntPtr)Given.Part(agent, nameof(agent)), goal));
        }

        /// <summary>Takes all agents on by one step: each stays, or makes one move.</summary>
        public void Step()
        {
            Checked(Native.voxnav_lifelong_step(Number));
        }

        /// <summary>Returns true where an agent is at its goal.</summary>
        public bool HasArrived(int agent)
        {
            return Checked(Native.voxnav_lifelong_has_arrived(Number, (UIntPtr)Given.Part(agent, nameof(agent)))) == Status.Ok;
        }

        /// <summary>Returns the move of several steps that an agent on the ground is on, by the steps since the planner began;
        /// null for one that rests, flies, or moves from cell to cell in one step.</summary>
        public PlannedLeg? Leg(int agent)
        {
            PlannedLeg leg;
            var status = Checked(Native.voxnav_lifelong_leg(Number, (UIntPtr)Given.Part(agent, nameof(agent)), &leg));
            return status == Status.Ok ? leg : (PlannedLeg?)null;
        }

        /// <summary>Returns the positions of all agents, in the order of their starts: of one on a move of several steps
        /// the place that it has left.</summary>
        public Point[] Places()
        {
            return All<Point>(WritesPlaces);
        }

        /// <summary>Writes the positions of all agents as far as there is room, and returns how many there are.</summary>
        public int Places(Span<Point> into)
        {
            return Filled(into, WritesPlaces);
        }

        static readonly Writes WritesPlaces = (handle, _, buffer, room, count) =>
            Native.voxnav_lifelong_places(handle, (Point*)buffer, room, count);

        /// <summary>Writes the cells of all agents as far as there is room, and returns how many there are.</summary>
        public int Cells(Span<Cell> into)
        {
            return Filled(into, WritesCells);
        }

        static readonly Writes WritesCells = (handle, _, buffer, room, count) =>
            Native.voxnav_lifelong_cells(handle, (Cell*)buffer, room, count);

        /// <summary>The facts about the planner.</summary>
        public LifelongInfo Info
        {
            get
            {
                var info = new LifelongInfo { size = (UIntPtr)sizeof(LifelongInfo) };
                Checked(Native.voxnav_lifelong_info(Number, &info));
                return info;
            }
        }
    }
}
