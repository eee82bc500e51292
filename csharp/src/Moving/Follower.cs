using System;

namespace Voxnav
{
    /// <summary>An agent's place on its smooth path, and where it goes next. No call allocates.</summary>
    public sealed unsafe class Follower : Handle
    {
        /// <summary>Makes a follower at the start of a path, which may be disposed then.</summary>
        public Follower(SmoothPath path) : base(0)
        {
            ulong follower;
            Checked(Native.voxnav_follower_new(Given.Object(path, nameof(path)).Number, &follower), path);
            Hold(follower);
        }

        /// <summary>Follows another path, from its start.</summary>
        public void Follow(SmoothPath path)
        {
            Checked(Native.voxnav_follower_set_path(Number, Given.Object(path, nameof(path)).Number), path);
        }

        /// <summary>Takes note of the position of the agent, and returns its place on the path.</summary>
        public Progress Update(Point position)
        {
            var progress = Empty();
            Checked(Native.voxnav_follower_update(Number, position, &progress));
            return progress;
        }

        /// <summary>Moves the place on along the path, for an agent that follows it exactly.</summary>
        public Progress Advance(double distance)
        {
            var progress = Empty();
            Checked(Native.voxnav_follower_advance(Number, distance, &progress));
            return progress;
        }

        /// <summary>Finds the place anew on the whole path, for an agent that was put somewhere else.</summary>
        public Progress Relocate(Point position)
        {
            var progress = Empty();
            Checked(Native.voxnav_follower_relocate(Number, position, &progress));
            return progress;
        }

        /// <summary>The place of the agent on the path, as of the last update.</summary>
        public Progress Progress
        {
            get
            {
                var progress = Empty();
                Checked(Native.voxnav_follower_progress(Number, &progress));
                return progress;
            }
        }

        /// <summary>Returns the position a distance farther along the path, at most its end.</summary>
        public Point LookAhead(double distance)
        {
            Point target;
            Checked(Native.voxnav_follower_look_ahead(Number, distance, &target));
            return target;
        }

        /// <summary>Returns true where the agent is within a distance of the end of its path, along it and
        /// straight.</summary>
        public bool HasArrived(double distance)
        {
            return Checked(Native.voxnav_follower_has_arrived(Number, distance)) == Status.Ok;
        }

        /// <summary>Takes note of the position of the agent, and finds the farthest point of its path up to a distance
        /// ahead that it can go straight to.</summary>
        /// <returns><see cref="Status.Toward"/>; or <see cref="Status.WayBlocked"/> or <see cref="Status.OutOfSight"/>,
        /// for an agent that needs another route.</returns>
        public Status Steer(Space space, Point position, double distance, out Point target)
        {
            var found = new Point();
            var within = Given.Object(space, nameof(space)).Number;
            var status = Native.voxnav_follower_steer(Number, within, position, distance, &found);
            target = found;
            return Checked(status, space);
        }

        /// <summary>Looks for the first place ahead where the path is not free any more. Returns false where there is
        /// none.</summary>
        public bool Check(Space space, out Blockage blockage)
        {
            var found = new Blockage { size = (UIntPtr)sizeof(Blockage) };
            var within = Given.Object(space, nameof(space)).Number;
            var status = Checked(Native.voxnav_follower_check(Number, within, &found), space);
            blockage = found;
            return status == Status.Blocked;
        }

        static Progress Empty()
        {
            return new Progress { size = (UIntPtr)sizeof(Progress) };
        }
    }
}
