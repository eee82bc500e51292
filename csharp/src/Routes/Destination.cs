using System;
using System.Runtime.InteropServices;

namespace Voxnav
{
    /// <summary>A destination: one position, or the best to reach of many places.</summary>
    public sealed unsafe class Destination
    {
        RawDestination raw;
        // Lives as long as the destination, which what searches for it holds.
        readonly Called called;

        Destination(RawDestination raw)
        {
            raw.size = (UIntPtr)sizeof(RawDestination);
            this.raw = raw;
            if (raw.kind != DestinationKind.AnyOf)
            {
                GC.SuppressFinalize(this);
            }
        }

        Destination(Called called, bool estimates) : this(new RawDestination
        {
            kind = DestinationKind.Matching, accepts = Called.Accepting,
            estimate = estimates ? Called.Estimating : null, user = called.User
        })
        {
            this.called = called;
        }

        /// <summary>Frees what the library is given pointers to.</summary>
        ~Destination()
        {
            Marshal.FreeHGlobal((IntPtr)raw.points);
        }

        /// <summary>Makes the destination of a position.</summary>
        public static implicit operator Destination(Point at)
        {
            return At(at);
        }

        /// <summary>Makes the destination of a position.</summary>
        public static Destination At(Point position)
        {
            return new Destination(new RawDestination { at = position });
        }

        /// <summary>Makes the destination of any place within a radius, in world units.</summary>
        public static Destination Within(Point center, double radius)
        {
            return new Destination(new RawDestination
            {
                kind = DestinationKind.Within, at = center, radius = radius
            });
        }

        /// <summary>Makes the destination of any place in a box from one corner to the opposite one.</summary>
        public static Destination Inside(Point min, Point max)
        {
            return new Destination(new RawDestination { kind = DestinationKind.Inside, at = min, to = max });
        }

        /// <summary>Makes the destination of the nearest of some positions.</summary>
        public static Destination AnyOf(params Point[] positions)
        {
            Given.Object(positions, nameof(positions));
            var points = (Point*)Marshal.AllocHGlobal(checked(sizeof(Point) * Math.Max(positions.Length, 1)));
            for (var number = 0; number < positions.Length; number++)
            {
                points[number] = positions[number];
            }
            return new Destination(new RawDestination
            {
                kind = DestinationKind.AnyOf, points = points, point_count = (UIntPtr)positions.Length
            });
        }

        /// <summary>Makes the destination of any of the cells in a box.</summary>
        public static Destination InCells(Cells cells)
        {
            return new Destination(new RawDestination { kind = DestinationKind.Cells, cells = cells });
        }

        /// <summary>Makes the destination of the cells that a function accepts, always the same for a cell.</summary>
        /// <param name="accepts">The function. It is called on the thread that searches, and must not call the library;
        /// what it throws ends the search and is thrown by the call that searches.</param>
        /// <param name="estimate">A function that estimates the length from a cell to the goal, in cells, never more than
        /// it is; null for 0.</param>
        public static Destination Matching(Func<Cell, bool> accepts, Func<Cell, double> estimate = null)
        {
            var called = new Called { Accepts = Given.Object(accepts, nameof(accepts)), Estimate = estimate };
            return new Destination(called, estimate != null);
        }

        /// <summary>The destination as the library takes it; the object has to live as long as it is used.</summary>
        internal RawDestination Raw { get { return raw; } }

        /// <summary>Throws what a function of the destination threw.</summary>
        internal void Rethrow()
        {
            GC.KeepAlive(this);
            called?.Rethrow();
        }
    }
}
