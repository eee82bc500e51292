using System;
using System.Runtime.InteropServices;

namespace Voxnav
{
    /// <summary>The space that an agent moves in: a <see cref="View"/>, an <see cref="Agent"/> that flies as of now, or a
    /// <see cref="Plane"/>.</summary>
    public abstract unsafe class Space : Handle
    {
        internal Space(ulong number) : base(number) { }

        /// <summary>Returns true where the agent's box meets nothing on the straight way between two positions.</summary>
        public bool IsClear(Point from, Point to)
        {
            return Checked(Native.voxnav_is_clear(Number, from, to)) == Status.Ok;
        }

        /// <summary>Casts a ray through the cells at which an agent that flies can be. Returns true, and the first at
        /// which it cannot be, or false where there is none.</summary>
        public bool Ray(Point from, Point to, out Hit hit)
        {
            var met = new Hit { size = (UIntPtr)sizeof(Hit) };
            var status = Checked(Native.voxnav_ray(Number, from, to, &met));
            hit = met;
            return status != Status.Nothing;
        }

        /// <summary>Writes the edges of what is in the way of the agent in a box of cells as vertices, two for each line, as
        /// far as there is room. Returns how many there are.</summary>
        public int Lines(Cells cells, Span<Point> into)
        {
            UIntPtr count;
            fixed (Point* buffer = &MemoryMarshal.GetReference(into))
            {
                Checked(Native.voxnav_debug_world(Number, cells, buffer, (UIntPtr)into.Length, &count));
            }
            return (int)count;
        }

        /// <summary>Returns what would have to change for an agent on the ground to get from a position to a destination:
        /// each change that would do alone. It takes long: for a message to a person.</summary>
        public Remedy[] Remedies(Point from, Destination to)
        {
            var goal = Given.Object(to, nameof(to)).Raw;
            UIntPtr count;
            var all = new Remedy[32];
            fixed (Remedy* buffer = all)
            {
                var status = Native.voxnav_remedies(Number, from, &goal, buffer, (UIntPtr)all.Length, &count);
                to.Rethrow();
                Checked(status);
            }
            Array.Resize(ref all, Math.Min((int)count, all.Length));
            return all;
        }

        /// <summary>Finds the nearest place at which the agent can be, within a radius in world units. Returns false where
        /// there is none.</summary>
        public bool Nearest(Point position, double radius, out Point nearest)
        {
            Point found = new Point();
            var status = Checked(Native.voxnav_nearest(Number, position, radius, null, &found));
            nearest = found;
            return status != Status.Nothing;
        }

        /// <summary>Finds the nearest place that an agent that flies gets to from another one.</summary>
        public bool Nearest(Point position, double radius, Point reachableFrom, out Point nearest)
        {
            Point found = new Point();
            var status = Checked(Native.voxnav_nearest(Number, position, radius, &reachableFrom, &found));
            nearest = found;
            return status != Status.Nothing;
        }

        /// <summary>Fills a buffer with random places at which an agent that flies can be, the same for the same seed.
        /// Returns how many there are: as many as the buffer holds, or 0 where there is no such place.</summary>
        public int RandomPlaces(ulong seed, Span<Point> into)
        {
            return RandomPlaces(seed, null, into);
        }

        /// <summary>Fills a buffer with random places that an agent that flies gets to from a position.</summary>
        public int RandomPlaces(ulong seed, Point reachableFrom, Span<Point> into)
        {
            return RandomPlaces(seed, &reachableFrom, into);
        }

        int RandomPlaces(ulong seed, Point* reachableFrom, Span<Point> into)
        {
            UIntPtr found;
            fixed (Point* buffer = &MemoryMarshal.GetReference(into))
            {
                Checked(Native.voxnav_random_places(
                    Number, seed, reachableFrom, buffer, (UIntPtr)into.Length, &found));
            }
            return (int)found;
        }
    }
}
