using System;
using System.Runtime.InteropServices;

namespace Voxnav
{
    /// <summary>A snapshot of the world of one agent, with options, which any number of threads may search at the same
    /// time.</summary>
    public sealed unsafe class View : Space
    {
        /// <summary>Makes a view of nothing yet, to be filled by <see cref="Agent.TakeView(View, RouteOptions?)"/>.</summary>
        public View() : base(0) { }

        // The estimates of the caller's; what is made of the view holds them, too.
        internal Called Guide;

        /// <summary>Guides all searches of the view, of an agent that flies, by a function that estimates the length between
        /// two cells, in cells.</summary>
        /// <param name="estimate">The function. It is called on any thread that searches, and must not call the library;
        /// what it throws is thrown by the call that searches.</param>
        /// <param name="law">The law that it obeys, by which algorithms may run: one that claims too much is found out by
        /// nobody, and routes are longer than they need be.</param>
        public void GuideBy(Func<Cell, Cell, double> estimate, EstimatorGuarantee law)
        {
            var guide = new Called { Between = Given.Object(estimate, nameof(estimate)) };
            Checked(Native.voxnav_view_guide(Number, Called.Guiding, law, guide.User), guide);
            Guide = guide;
        }

        /// <summary>Finds the best route from a position to a destination. There is a route with every outcome.</summary>
        public Route FindRoute(Point from, Destination to)
        {
            var route = new Route();
            FindRoute(route, from, to);
            return route;
        }

        /// <summary>Finds the best route, which takes the place of what <paramref name="route"/> held: no allocation.
        /// Returns the outcome.</summary>
        public Status FindRoute(Route route, Point from, Destination to)
        {
            var goal = Given.Object(to, nameof(to)).Raw;
            var written = Given.Object(route, nameof(route)).Number;
            var status = Native.voxnav_view_find_route(Number, from, &goal, &written);
            route.Hold(written);
            to.Rethrow();
            Guide?.Rethrow();
            return Checked(status, route);
        }

        /// <summary>Begins a search that is done in slices.</summary>
        public Search Search(Point from, Destination to)
        {
            var goal = Given.Object(to, nameof(to)).Raw;
            ulong search;
            Checked(Native.voxnav_search_new(Number, from, &goal, &search));
            return new Search(search, to, Guide);
        }

        /// <summary>Finds a route for each pair of positions, on all processors.</summary>
        /// <exception cref="ArgumentException">There are not as many goals as starts.</exception>
        public Batch FindRoutes(ReadOnlySpan<Point> from, ReadOnlySpan<Point> to)
        {
            if (from.Length != to.Length)
            {
                throw new ArgumentException("as many goals as starts are needed", nameof(to));
            }
            ulong batch;
            fixed (Point* starts = &MemoryMarshal.GetReference(from))
            fixed (Point* goals = &MemoryMarshal.GetReference(to))
            {
                var status = Native.voxnav_batch_new(Number, starts, goals, (UIntPtr)from.Length, &batch);
                Guide?.Rethrow();
                Checked(status);
            }
            return new Batch(batch);
        }

        /// <summary>Finds the best places for the agent at a position, best first, at most so many. Without a limit all cells of
        /// the area are judged.</summary>
        public Place[] FindPlaces(Point from, PlaceQuery query, int most = 1)
        {
            var places = new Place[Given.Part(most, nameof(most))];
            UIntPtr count;
            Checked(Given.Object(query, nameof(query)).Ask(Number, from, places, &count));
            Array.Resize(ref places, (int)count);
            return places;
        }

        /// <summary>Finds the place to flee to from dangers; null where these are there already.</summary>
        /// <param name="from">Where the agent is.</param>
        /// <param name="dangers">Where the dangers are.</param>
        /// <param name="length">How far to look, in world units.</param>
        /// <param name="isDeadEnd">True where no way leads on for three quarters of that.</param>
        public Place? FleeFrom(Point from, ReadOnlySpan<Point> dangers, double length, out bool isDeadEnd)
        {
            Place place;
            byte ends = 0;
            Status status;
            fixed (Point* points = &MemoryMarshal.GetReference(dangers))
            {
                status = Checked(Native.voxnav_flee_from(
                    Number, from, points, (UIntPtr)dangers.Length, length, &place, &ends));
            }
            isDeadEnd = ends != 0;
            return status == Status.Ok ? place : (Place?)null;
        }

        /// <summary>Finds places around a target by which its ways out are held: where a way leads first farther than
        /// <paramref name="radius"/> world units from it.</summary>
        /// <param name="target">Where the target is.</param>
        /// <param name="radius">How far it may go, in world units.</param>
        /// <param name="most">The most places.</param>
        /// <param name="gap">How near every way out passes to one of the places, in world units.</param>
        public Point[] Surround(Point target, double radius, int most, out double gap)
        {
            var places = new Point[Given.Part(most, nameof(most))];
            UIntPtr count;
            double near;
            fixed (Point* buffer = places)
            {
                Checked(Native.voxnav_surround(
                    Number, target, radius, buffer, (UIntPtr)places.Length, &count, &near));
            }
            gap = near;
            Array.Resize(ref places, (int)count);
            return places;
        }

        /// <summary>Finds the lengths from all places within <paramref name="most"/> world units (0 for any) to the nearest
        /// of some goals, for an agent that flies.</summary>
        public Field FieldTo(ReadOnlySpan<Point> goals, double most = 0)
        {
            ulong field;
            fixed (Point* points = &MemoryMarshal.GetReference(goals))
            {
                Checked(Native.voxnav_field_new(Number, points, (UIntPtr)goals.Length, most, &field));
            }
            return new Field(field);
        }

        /// <summary>Makes the smooth path along a route of an agent that flies; null for a route without a path.</summary>
        public SmoothPath Smooth(Route route, Smoothing options = null)
        {
            var path = new SmoothPath();
            return Smooth(path, route, options) ? path : null;
        }

        /// <summary>Makes the smooth path along a route, which takes the place of what <paramref name="path"/> held: no
        /// allocation. Returns false for a route without a path.</summary>
        public bool Smooth(SmoothPath path, Route route, Smoothing options = null)
        {
            var along = Given.Object(route, nameof(route)).Number;
            var written = Given.Object(path, nameof(path)).Number;
            Status status;
            fixed (SmoothingStep* steps = options == null ? null : options.Steps)
            {
                var raw = Smoothing.Raw(options, steps);
                status = Native.voxnav_path_new(Number, along, &raw, &written);
            }
            GC.KeepAlive(route);
            Checked(status, path);
            if (status == Status.Nothing)
            {
                return false;
            }
            path.Hold(written);
            return true;
        }

        /// <summary>Makes the trajectory along a route of an agent of any kind that is at a position; null for a route
        /// without a path. Of the options the steps alone count.</summary>
        public Trajectory Trajectory(Route route, Point position, MotionLimits limits, Smoothing options = null)
        {
            limits.size = (UIntPtr)sizeof(MotionLimits);
            ulong written = 0;
            var along = Given.Object(route, nameof(route)).Number;
            Status status;
            fixed (SmoothingStep* steps = options == null ? null : options.Steps)
            {
                var raw = Smoothing.Raw(options, steps);
                status = Native.voxnav_trajectory_new(Number, along, position, &raw, &limits, &written);
            }
            return Checked(status, route) == Status.Nothing ? null : new Trajectory(written);
        }

        /// <summary>Divides a route over the ground into legs to be followed, smoothed where they lead over even
        /// ground.</summary>
        public SmoothLeg[] Legs(Route route, Smoothing options = null)
        {
            var along = Given.Object(route, nameof(route)).Number;
            UIntPtr count;
            fixed (SmoothingStep* steps = options == null ? null : options.Steps)
            {
                var raw = Smoothing.Raw(options, steps);
                Checked(Native.voxnav_path_legs(Number, along, &raw, null, UIntPtr.Zero, &count), route);
                var written = new RawSmoothLeg[(int)count];
                fixed (RawSmoothLeg* buffer = written)
                {
                    Checked(Native.voxnav_path_legs(Number, along, &raw, buffer, count, &count), route);
                }
                return Array.ConvertAll(written, leg => new SmoothLeg(leg));
            }
        }

        /// <summary>Makes a smooth path through waypoints of the caller's. Whether its segments are clear is not looked
        /// at.</summary>
        public SmoothPath Through(ReadOnlySpan<Point> waypoints)
        {
            ulong written = 0;
            fixed (Point* points = &MemoryMarshal.GetReference(waypoints))
            {
                Checked(Native.voxnav_path_through(Number, points, (UIntPtr)waypoints.Length, &written));
            }
            var path = new SmoothPath();
            path.Hold(written);
            return path;
        }

        /// <summary>Takes the even ground around a smooth path of an agent on the ground, for followers to steer in; null
        /// where there is none. Keep it while the world around the path is the same.</summary>
        public Plane PlaneAround(SmoothPath path)
        {
            ulong plane = 0;
            var along = Given.Object(path, nameof(path)).Number;
            var status = Checked(Native.voxnav_plane_new(Number, along, &plane), path);
            return status == Status.Nothing ? null : new Plane(plane);
        }
    }

    /// <summary>The even ground around a smooth path, for followers to steer in.</summary>
    public sealed class Plane : Space
    {
        internal Plane(ulong number) : base(number) { }
    }
}
