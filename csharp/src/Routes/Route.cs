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

        /// <summary>The number of turns: changes of direction from one move of the path to the next, of an agent on the ground
        /// as seen from above; 0 without a path.</summary>
        public uint Turns { get { return Info.Turns; } }

        /// <summary>Finds what the path of the route costs: its length in cells if every cell has the smallest cost. Times the
        /// unit of <see cref="Navigator.CostScale"/>, it is the cost in the unit in which costs were given. Returns false
        /// where there is no path.</summary>
        public bool Cost(out double cost)
        {
            double found = 0;
            var status = Checked(Native.voxnav_route_cost(Number, &found));
            cost = found;
            return status != Status.Nothing;
        }

        /// <summary>Returns the waypoints, from one straight to the next; on the ground they are where the feet
        /// are. From a joined start the second one can be reached straight, in one move: an agent that goes toward it,
        /// and asks for another route in every frame, arrives.</summary>
        public Point[] Waypoints()
        {
            return All<Point>(WritesWaypoints);
        }

        /// <summary>Writes the waypoints as far as there is room, and returns how many there are.</summary>
        public int Waypoints(Span<Point> into)
        {
            return Filled(into, WritesWaypoints);
        }

        static readonly Writes WritesWaypoints = (handle, _, buffer, room, count) =>
            Native.voxnav_route_waypoints(handle, (Point*)buffer, room, count);

        /// <summary>Writes the lines of the route as vertices, two for each line, as far as there is room. Returns how many
        /// there are.</summary>
        public int Lines(Span<Point> into)
        {
            return Filled(into, WritesLines);
        }

        static readonly Writes WritesLines = (handle, _, buffer, room, count) =>
            Native.voxnav_debug_route(handle, (Point*)buffer, room, count);

        /// <summary>Returns the action that leads to each waypoint after the first.</summary>
        public MoveAction[] Actions()
        {
            return All<MoveAction>(WritesActions);
        }

        /// <summary>Writes the action that leads to each waypoint after the first, as far as there is room. Returns how
        /// many there are.</summary>
        public int Actions(Span<MoveAction> into)
        {
            return Filled(into, WritesActions);
        }

        static readonly Writes WritesActions = (handle, _, buffer, room, count) =>
            Native.voxnav_route_actions(handle, (int*)buffer, room, count);

        /// <summary>Returns the legs, each of which is done by one action.</summary>
        public RouteLeg[] Legs()
        {
            return All<RouteLeg>(WritesLegs);
        }

        /// <summary>Writes the legs as far as there is room, and returns how many there are.</summary>
        public int Legs(Span<RouteLeg> into)
        {
            return Filled(into, WritesLegs);
        }

        static readonly Writes WritesLegs = (handle, _, buffer, room, count) =>
            Native.voxnav_route_legs(handle, (RouteLeg*)buffer, room, count);

        /// <summary>Returns the cells of the path.</summary>
        public Cell[] Cells()
        {
            return All<Cell>(WritesCells);
        }

        /// <summary>Writes the cells of the path as far as there is room, and returns how many there are.</summary>
        public int Cells(Span<Cell> into)
        {
            return Filled(into, WritesCells);
        }

        static readonly Writes WritesCells = (handle, _, buffer, room, count) =>
            Native.voxnav_route_cells(handle, (Cell*)buffer, room, count);

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
