using System.Collections.Generic;

namespace Voxnav
{
    /// <summary>Many searches that share a budget of expansions a frame, fairly and with the same result in every
    /// run.</summary>
    public sealed unsafe class Scheduler : Handle
    {
        // Functions of destinations and of guided views live as long as searches for them.
        readonly Dictionary<ulong, Destination> destinations = new Dictionary<ulong, Destination>();
        readonly Dictionary<ulong, Called> guides = new Dictionary<ulong, Called>();

        /// <summary>Makes a scheduler for agents that move as that of a view does.</summary>
        /// <param name="view">A view of such an agent.</param>
        /// <param name="inFlight">The number of searches that take turns, while others wait; 0 for 16.</param>
        /// <param name="turn">The expansions of a turn; 0 for 256.</param>
        public Scheduler(View view, uint inFlight = 0, ulong turn = 0) : base(0)
        {
            ulong scheduler;
            var of = Given.Object(view, nameof(view)).Number;
            Checked(Native.voxnav_scheduler_new(of, inFlight, turn, &scheduler), view);
            Hold(scheduler);
        }

        /// <summary>Adds the question for a route in the world of a view, and returns the number of its search, from 1. A
        /// search gets <paramref name="priority"/> turns at a time, 1 to 255, and places first.</summary>
        public ulong Add(View view, Point from, Destination to, uint priority = 1)
        {
            var goal = Given.Object(to, nameof(to)).Raw;
            ulong search;
            var of = Given.Object(view, nameof(view)).Number;
            Checked(Native.voxnav_scheduler_add(Number, of, from, &goal, priority, &search), view);
            destinations[search] = to;
            if (view.Guide != null)
            {
                guides[search] = view.Guide;
            }
            return search;
        }

        /// <summary>Searches on for at most so many expansions: once in a frame. Returns true while there are searches that
        /// have not ended.</summary>
        public bool Step(ulong most)
        {
            var status = Native.voxnav_scheduler_step(Number, most);
            foreach (var to in destinations)
            {
                to.Value.Rethrow();
            }
            foreach (var guide in guides)
            {
                guide.Value.Rethrow();
            }
            return Checked(status) == Status.Pending;
        }

        /// <summary>Takes the route of the next search that has ended, in the place of what <paramref name="route"/> held.
        /// Returns its outcome, or <see cref="Status.Nothing"/> where there is none.</summary>
        public Status Take(Route route, out ulong search)
        {
            ulong ended = 0;
            var written = Given.Object(route, nameof(route)).Number;
            var status = Native.voxnav_scheduler_take(Number, &ended, &written);
            search = ended;
            destinations.Remove(ended);
            guides.Remove(ended);
            if (status != Status.Nothing)
            {
                route.Hold(written);
            }
            return Checked(status, route);
        }

        /// <summary>Ends a search without a route. Returns false where it has ended already, or never was.</summary>
        public bool Cancel(ulong search)
        {
            destinations.Remove(search);
            guides.Remove(search);
            return Checked(Native.voxnav_scheduler_cancel(Number, search)) != Status.Nothing;
        }
    }
}
