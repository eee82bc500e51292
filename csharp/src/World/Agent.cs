using System;
using System.Runtime.InteropServices;

namespace Voxnav
{
    /// <summary>An agent of a <see cref="Navigator"/>, flying or on the ground. Disposed, it is removed from its
    /// navigator; otherwise it lives as long as that.</summary>
    public sealed unsafe class Agent : Space
    {
        readonly Navigator navigator;

        internal Agent(Navigator navigator, ulong number) : base(number)
        {
            this.navigator = navigator;
        }

        /// <summary>The navigator that the agent moves in.</summary>
        public Navigator Navigator { get { return navigator; } }

        /// <summary>Frees the agent where that was asked for: it is not removed because nobody refers to it.</summary>
        protected override void Dispose(bool disposing)
        {
            if (!disposing)
            {
                SetHandleAsInvalid();
            }
            base.Dispose(disposing);
        }

        /// <summary>Returns the size of the agent, and what else is known of it.</summary>
        public AgentSize Size
        {
            get
            {
                var size = new AgentSize { size = (UIntPtr)sizeof(AgentSize) };
                Checked(Native.voxnav_agent_size(Number, &size));
                return size;
            }
        }

        /// <summary>Finds the best route from a position to a destination, in the world as it is now. There is a route
        /// with every outcome.</summary>
        public Route FindRoute(Point from, Destination to, RouteOptions? options = null)
        {
            var route = new Route();
            FindRoute(route, from, to, options);
            return route;
        }

        /// <summary>Finds the best route, which takes the place of what <paramref name="route"/> held: no allocation.
        /// Returns the outcome.</summary>
        public Status FindRoute(Route route, Point from, Destination to, RouteOptions? options = null)
        {
            var goal = Given.Object(to, nameof(to)).Raw;
            var raw = options.GetValueOrDefault();
            raw.size = (UIntPtr)sizeof(RouteOptions);
            var written = Given.Object(route, nameof(route)).Number;
            var status = Native.voxnav_find_route(Number, from, &goal, &raw, &written);
            route.Hold(written);
            to.Rethrow();
            return Checked(status, route);
        }

        /// <summary>Finds the best route from one position to another, which takes the place of what
        /// <paramref name="route"/> held: no allocation. Returns the outcome.</summary>
        public Status FindRoute(Route route, Point from, Point to)
        {
            var written = Given.Object(route, nameof(route)).Number;
            var status = Native.voxnav_find_route_to(Number, from, to, &written);
            route.Hold(written);
            return Checked(status, route);
        }

        /// <summary>Makes the index of the world of the agent, which flies, as it is now: in buildings, ships, dungeons, mazes
        /// and mines routes are found several to hundreds of times sooner, and cost the same. Returns false for a world that
        /// has none. In other worlds, but for noise, it says where straight runs lead, and edits keep it up; the next edit that
        /// changes a world of rooms or passages drops it.</summary>
        /// <param name="options">The options whose moves and corners it is for.</param>
        public bool PrepareIndex(RouteOptions? options = null)
        {
            var raw = options.GetValueOrDefault();
            raw.size = (UIntPtr)sizeof(RouteOptions);
            return Checked(Native.voxnav_prepare_index(Number, &raw)) == Status.Ok;
        }

        /// <summary>Takes a snapshot of the world of the agent, with options for all its searches. Later edits do not
        /// change it.</summary>
        public View TakeView(RouteOptions? options = null)
        {
            var view = new View();
            TakeView(view, options);
            return view;
        }

        /// <summary>Takes a snapshot, in place of the one that <paramref name="view"/> held: no managed
        /// allocation.</summary>
        public void TakeView(View view, RouteOptions? options = null)
        {
            var raw = options.GetValueOrDefault();
            raw.size = (UIntPtr)sizeof(RouteOptions);
            var old = Given.Object(view, nameof(view)).Number;
            ulong written = 0;
            Checked(Native.voxnav_view_new(Number, &raw, &written), view);
            view.Hold(written);
            view.Guide = null;
            if (old != 0)
            {
                Native.voxnav_free(old);
            }
        }

        /// <summary>Returns the distance from the cell of a position to the nearest cell at which the agent, which flies,
        /// cannot be, at most <paramref name="most"/>.</summary>
        public double DistanceToBlocked(Point position, double most)
        {
            double distance;
            Checked(Native.voxnav_distance_to_blocked(Number, position, most, &distance));
            return distance;
        }

        /// <summary>Returns the floor below the agent, which goes on the ground, where it is seen to stand with its feet at a
        /// position; null where it does not stand.</summary>
        public Point? FloorUnder(Point position)
        {
            Point floor;
            var status = Checked(Native.voxnav_floor_under(Number, position, &floor));
            return status == Status.Nothing ? (Point?)null : floor;
        }

        /// <summary>Writes the positions that the agent, which flies, reaches from another one by routes no longer than a
        /// length, with what terrain adds, nearest first, as far as there is room. Returns how many there are.</summary>
        public int PositionsWithin(Point from, double length, Span<Point> into)
        {
            UIntPtr count;
            fixed (Point* buffer = &MemoryMarshal.GetReference(into))
            {
                Checked(Native.voxnav_positions_within(
                    Number, from, length, buffer, null, (UIntPtr)into.Length, &count));
            }
            return (int)count;
        }
    }
}
