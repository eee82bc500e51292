using System;

namespace Voxnav
{
    /// <summary>A trajectory: where an agent is at each moment of its way. No call allocates.</summary>
    public sealed unsafe class Trajectory : Handle
    {
        internal Trajectory(ulong number) : base(number) { }

        /// <summary>Makes the trajectory along a smooth path in a space: a view or an agent that flies, or a
        /// plane.</summary>
        public Trajectory(Space space, SmoothPath path, MotionLimits limits) : base(0)
        {
            limits.size = (UIntPtr)sizeof(MotionLimits);
            ulong trajectory = 0;
            var within = Given.Object(space, nameof(space)).Number;
            var along = Given.Object(path, nameof(path)).Number;
            var status = Native.voxnav_trajectory_along(within, along, &limits, &trajectory);
            GC.KeepAlive(space);
            Checked(status, path);
            Hold(trajectory);
        }

        /// <summary>The duration, the length, and where the speed at the start is too high.</summary>
        public TrajectoryInfo Info
        {
            get
            {
                var info = new TrajectoryInfo { size = (UIntPtr)sizeof(TrajectoryInfo) };
                Checked(Native.voxnav_trajectory_info(Number, &info));
                return info;
            }
        }

        /// <summary>Returns the state of the agent at a time in seconds.</summary>
        public Motion At(double seconds)
        {
            var motion = new Motion { size = (UIntPtr)sizeof(Motion) };
            Checked(Native.voxnav_trajectory_at(Number, seconds, &motion));
            return motion;
        }

        /// <summary>Finds the time at which the trajectory is nearest to a position within a distance: an agent that was
        /// pushed off it gets on again there. Where it comes near more than once, the time nearest to
        /// <paramref name="around"/> counts. Returns false for an agent that is farther away.</summary>
        public bool TimeNear(Point position, double distance, double around, out double seconds)
        {
            double found = 0;
            var status = Checked(Native.voxnav_trajectory_time_near(Number, position, distance, around, &found));
            seconds = found;
            return status != Status.Nothing;
        }
    }
}
