using System;
using System.Runtime.InteropServices;

namespace Voxnav
{
    /// <summary>A smooth path: few straight and rounded segments.</summary>
    public sealed unsafe class SmoothPath : Handle
    {
        /// <summary>Makes a path that holds nothing yet, to be filled by
        /// <see cref="View.Smooth(SmoothPath, Route, Smoothing)"/>.</summary>
        public SmoothPath() : base(0) { }

        internal SmoothPath(ulong number) : base(number) { }

        /// <summary>The length, in world units.</summary>
        public double Length
        {
            get
            {
                double length;
                Checked(Native.voxnav_path_length(Number, &length));
                return length;
            }
        }

        /// <summary>Writes the lines of the path as vertices, two for each line, as far as there is room. Returns how many
        /// there are.</summary>
        public int Lines(Span<Point> into)
        {
            return Filled(into, WritesLines);
        }

        static readonly Writes WritesLines = (handle, _, buffer, room, count) =>
            Native.voxnav_debug_path(handle, (Point*)buffer, room, count);

        /// <summary>Returns the waypoints.</summary>
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
            Native.voxnav_path_waypoints(handle, (Point*)buffer, room, count);
    }

    /// <summary>Options for a smooth path. As it is made it is the usual smoothing, from the center of the first cell or
    /// the start of a route that begins there.</summary>
    public sealed unsafe class Smoothing
    {
        /// <summary>The steps in their order; null for the usual ones.</summary>
        public SmoothingStep[] Steps { get; set; }

        /// <summary>The position of the agent, from which the path starts.</summary>
        public Point? Start { get; set; }

        /// <summary>The position at which the path ends.</summary>
        public Point? End { get; set; }

        internal static RawSmoothing Raw(Smoothing options, SmoothingStep* steps)
        {
            var raw = new RawSmoothing { size = (UIntPtr)sizeof(RawSmoothing) };
            if (options != null)
            {
                raw.steps = steps;
                raw.step_count = (UIntPtr)(options.Steps == null ? 0 : options.Steps.Length);
                raw.has_start = options.Start.HasValue ? 1u : 0u;
                raw.has_end = options.End.HasValue ? 1u : 0u;
                raw.start = options.Start.GetValueOrDefault();
                raw.end = options.End.GetValueOrDefault();
            }
            return raw;
        }
    }

    /// <summary>A part of a route over the ground as an agent follows it.</summary>
    public sealed class SmoothLeg : IDisposable
    {
        internal SmoothLeg(RawSmoothLeg raw)
        {
            Path = new SmoothPath(raw.path);
            Action = raw.action;
            Label = raw.label;
            Footing = raw.footing;
        }

        /// <summary>The smooth path of the feet.</summary>
        public SmoothPath Path { get; }

        /// <summary>The action along the leg.</summary>
        public MoveAction Action { get; }

        /// <summary>The label of the link that is used, else 0.</summary>
        public uint Label { get; }

        /// <summary>The ground below the leg.</summary>
        public Footing Footing { get; }

        /// <summary>Frees the path.</summary>
        public void Dispose()
        {
            Path.Dispose();
        }
    }
}
