namespace Voxnav
{
    /// <summary>A search in slices.</summary>
    public sealed unsafe class Search : Handle
    {
        // They live as long as the search, which may call them.
        readonly Destination to;
        readonly Called guide;

        internal Search(ulong number, Destination to, Called guide) : base(number)
        {
            this.to = to;
            this.guide = guide;
        }

        /// <summary>Searches on for at most <paramref name="most"/> expansions of 50 to 500 ns each, as a rule. Returns
        /// <see cref="Status.Pending"/>, or the outcome once there is one.</summary>
        public Status Step(ulong most)
        {
            var status = Native.voxnav_search_step(Number, most);
            to.Rethrow();
            guide?.Rethrow();
            return Checked(status);
        }

        /// <summary>Returns the best route known by now.</summary>
        public Route Route()
        {
            var route = new Route();
            Route(route);
            return route;
        }

        /// <summary>Writes the best route known by now in the place of what <paramref name="route"/> held, and returns its
        /// outcome: <see cref="Status.Cancelled"/> of a search that has not ended.</summary>
        public Status Route(Route route)
        {
            var written = Given.Object(route, nameof(route)).Number;
            var status = Native.voxnav_search_route(Number, &written);
            route.Hold(written);
            return Checked(status, route);
        }

        /// <summary>Goes on to a route that costs at most <paramref name="within"/> times the optimum, in the next steps.
        /// Returns false where there is nothing to do.</summary>
        public bool Improve(double within)
        {
            return Checked(Native.voxnav_search_improve(Number, within)) == Status.Ok;
        }

        /// <summary>Goes on to the next better route, in the next steps. Returns false where there is nothing to
        /// do.</summary>
        public bool ImproveNext()
        {
            return Checked(Native.voxnav_search_improve_next(Number)) == Status.Ok;
        }

        /// <summary>Ends the search with the best route so far: the next step returns it.</summary>
        public void Cancel()
        {
            Checked(Native.voxnav_search_cancel(Number));
        }

        /// <summary>Tells the number of cells expanded so far, and what is proved of the length of any path between the
        /// cells of both ends, with what terrain adds and in world units.</summary>
        public void Progress(out ulong expanded, out double least)
        {
            ulong cells;
            double length;
            Checked(Native.voxnav_search_progress(Number, &cells, &length));
            expanded = cells;
            least = length;
        }
    }
}
