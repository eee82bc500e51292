using System;

namespace Voxnav
{
    /// <summary>The keeper of the route of one agent while the world changes.</summary>
    public sealed unsafe class Replanner : Handle
    {
        // They live as long as the replanner, which may call them.
        Destination to;
        Called guide;

        /// <summary>Makes a replanner of the route to a destination. The first update finds the route.</summary>
        public Replanner(View view, Destination to, ReplanPolicy? policy = null) : base(0)
        {
            var goal = Given.Object(to, nameof(to)).Raw;
            var raw = policy.GetValueOrDefault();
            raw.size = (UIntPtr)sizeof(ReplanPolicy);
            ulong replanner;
            var within = Given.Object(view, nameof(view)).Number;
            Checked(Native.voxnav_replanner_new(within, &goal, &raw, &replanner), view);
            this.to = to;
            guide = view.Guide;
            Hold(replanner);
        }

        /// <summary>Brings the route up to date with the world as a newer view shows it, and with the agent's
        /// position.</summary>
        /// <returns><see cref="Status.Kept"/>, <c>Repaired</c>, <c>Replanned</c>, <c>Shorter</c> or <c>Blocked</c>.</returns>
        public Status Update(View view, Point position)
        {
            double ahead;
            return Update(view, position, out ahead);
        }

        /// <summary>As above, with the distance that the agent can still go.</summary>
        public Status Update(View view, Point position, out double ahead)
        {
            double distance = 0;
            var within = Given.Object(view, nameof(view)).Number;
            var status = Native.voxnav_replanner_update(Number, within, position, &distance);
            ahead = distance;
            to.Rethrow();
            var before = guide;
            guide = view.Guide;
            before?.Rethrow();
            guide?.Rethrow();
            return Checked(status, view);
        }

        /// <summary>Sends the agent to another destination, as of the next update.</summary>
        public void SetGoal(Destination destination)
        {
            var goal = Given.Object(destination, nameof(destination)).Raw;
            Checked(Native.voxnav_replanner_set_goal(Number, &goal), destination);
            to = destination;
        }

        /// <summary>Writes the route in the place of what <paramref name="route"/> held, and returns its outcome;
        /// <see cref="Status.Nothing"/> where there is none yet.</summary>
        public Status Route(Route route)
        {
            var written = Given.Object(route, nameof(route)).Number;
            var status = Checked(Native.voxnav_replanner_route(Number, &written), route);
            if (status != Status.Nothing)
            {
                route.Hold(written);
            }
            return status;
        }

        /// <summary>The number of routes that there have been, by which a caller sees that there is another.</summary>
        public ulong Version
        {
            get
            {
                ulong version;
                Checked(Native.voxnav_replanner_next(Number, &version, null));
                return version;
            }
        }

        /// <summary>Finds the number of the waypoint that the agent is to go to next. Returns false where it is at the last
        /// or has no route.</summary>
        public bool Next(out int waypoint)
        {
            UIntPtr next = UIntPtr.Zero;
            var status = Checked(Native.voxnav_replanner_next(Number, null, &next));
            waypoint = (int)next;
            return status != Status.Nothing;
        }

        /// <summary>Finds the factor of the optimum that the rest of the route costs at most, by what is proved. Returns
        /// false where nothing is.</summary>
        public bool Bound(out double factor)
        {
            double proved = 0;
            var status = Checked(Native.voxnav_replanner_bound(Number, &proved));
            factor = proved;
            return status != Status.Nothing;
        }
    }
}
