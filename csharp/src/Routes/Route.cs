using System;
using System.Runtime.InteropServices;

namespace Voxnav
{
    /// <summary>A route: an outcome, and the way in world units. One that is reused for every search makes no
    /// garbage.</summary>
    public sealed unsafe class Route : Handle
    {
        /// <summary>Makes a route that holds nothing yet, to be filled by searches.</summary>
        public Route() : base(0) { }

        internal Route(ulong number) : base(number) { }

        /// <summary>The facts about the route.</summary>
        public RouteInfo Info
        {
            get
            {
                var info = new RouteInfo { size = (UIntPtr)sizeof(RouteInfo) };
                Checked(Native.voxnav_route_info(Number, &info));
                return info;
            }
        }

        /// <summary>The outcome of the search.</summary>
        public Status Outcome { get { return Info.Outcome; } }

        /// <summary>True where the waypoints lead all the way.</summary>
        public bool IsFound { get { return Info.IsFound; } }

        /// <summary>The length along the waypoints, in world units.</summary>
        public double Length
        {
            get
            {
                double length;
                Checked(Native.voxnav_route_length(Number, &length));
                return length;
            }
        }

        /// <summary>Returns the waypoints, from one straight to the next; on the ground they are where the feet
        /// are.</summary>
        public Point[] Waypoints()
        {
            var all = new Point[Waypoints(Span<Point>.Empty)];
            Waypoints(all);
            return all;
        }

        /// <summary>Writes the waypoints as far as there is room, and returns how many there are.</summary>
        public int Waypoints(Span<Point> into)
        {
            UIntPtr count;
            fixed (Point* buffer = &MemoryMarshal.GetReference(into))
            {
                Checked(Native.voxnav_route_waypoints(Number, buffer, (UIntPtr)into.Length, &count));
            }
            return (int)count;
        }

        /// <summary>Writes the lines of the route as vertices, two for each line, as far as there is room. Returns how many
        /// there are.</summary>
        public int Lines(Span<Point> into)
        {
            UIntPtr count;
            fixed (Point* buffer = &MemoryMarshal.GetReference(into))
            {
                Checked(Native.voxnav_debug_route(Number, buffer, (UIntPtr)into.Length, &count));
            }
            return (int)count;
        }

        /// <summary>Returns the action that leads to each waypoint after the first.</summary>
        public MoveAction[] Actions()
        {
            var all = new MoveAction[Actions(Span<MoveAction>.Empty)];
            Actions(all);
            return all;
        }

        /// <summary>Writes the action that leads to each waypoint after the first, as far as there is room. Returns how
        /// many there are.</summary>
        public int Actions(Span<MoveAction> into)
        {
            UIntPtr count;
            fixed (MoveAction* buffer = &MemoryMarshal.GetReference(into))
            {
                Checked(Native.voxnav_route_actions(Number, (int*)buffer, (UIntPtr)into.Length, &count));
            }
            return (int)count;
        }

        /// <summary>Returns the legs, each of which is done by one action.</summary>
        public RouteLeg[] Legs()
        {
            var all = new RouteLeg[Legs(Span<RouteLeg>.Empty)];
            Legs(all);
            return all;
        }

        /// <summary>Writes the legs as far as there is room, and returns how many there are.</summary>
        public int Legs(Span<RouteLeg> into)
        {
            UIntPtr count;
            fixed (RouteLeg* buffer = &MemoryMarshal.GetReference(into))
            {
                Checked(Native.voxnav_route_legs(Number, buffer, (UIntPtr)into.Length, &count));
            }
            return (int)count;
        }

        /// <summary>Returns the cells of the path.</summary>
        public Cell[] Cells()
        {
            var all = new Cell[Cells(Span<Cell>.Empty)];
            Cells(all);
            return all;
        }

        /// <summary>Writes the cells of the path as far as there is room, and returns how many there are.</summary>
        public int Cells(Span<Cell> into)
        {
            UIntPtr count;
            fixed (Cell* buffer = &MemoryMarshal.GetReference(into))
            {
                Checked(Native.voxnav_route_cells(Number, buffer, (UIntPtr)into.Length, &count));
            }
            return (int)count;
        }

        /// <summary>Finds half of the size of the largest agent of the same shape that reaches the goal, after a search
        /// with <c>Explain</c>. Returns false where the goal was reached or not even a point reaches it.</summary>
        public bool Largest(out Point halfExtents)
        {
            var found = new Point();
            var status = Checked(Native.voxnav_route_largest(Number, &found));
            halfExtents = found;
            return status != Status.Nothing;
        }
    }
}
