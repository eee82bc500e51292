using System;
using System.Runtime.InteropServices;

namespace Voxnav
{
    /// <summary>The answers to many questions.</summary>
    public sealed unsafe class Batch : Handle
    {
        internal Batch(ulong number) : base(number) { }

        /// <summary>The number of requests.</summary>
        public int Count { get { return Outcomes(Span<Status>.Empty); } }

        /// <summary>Returns the outcome of each request; <see cref="Status.Nothing"/> where the route was taken.</summary>
        public Status[] Outcomes()
        {
            var all = new Status[Count];
            Outcomes(all);
            return all;
        }

        /// <summary>Writes the outcome of each request as far as there is room, and returns how many there are.</summary>
        public int Outcomes(Span<Status> into)
        {
            return Filled(into, WritesOutcomes);
        }

        static readonly Writes WritesOutcomes = (handle, _, buffer, room, count) =>
            Native.voxnav_batch_outcomes(handle, (int*)buffer, room, count);

        /// <summary>Returns the length of each route in world units; 0 without one.</summary>
        public double[] Lengths()
        {
            var all = new double[Count];
            Lengths(all);
            return all;
        }

        /// <summary>Writes the length of each route as far as there is room, and returns how many there are.</summary>
        public int Lengths(Span<double> into)
        {
            return Filled(into, WritesLengths);
        }

        static readonly Writes WritesLengths = (handle, _, buffer, room, count) =>
            Native.voxnav_batch_lengths(handle, (double*)buffer, room, count);

        /// <summary>Takes the route that answers the request with a number, from 0; once.</summary>
        public Route Take(int request)
        {
            if (request < 0)
            {
                throw new ArgumentOutOfRangeException(nameof(request));
            }
            ulong route = 0;
            Checked(Native.voxnav_batch_take(Number, (UIntPtr)request, &route));
            return new Route(route);
        }
    }
}
