using System;
using System.Runtime.InteropServices;

namespace Voxnav
{
    /// <summary>A watcher of many routes in a world that changes.</summary>
    public sealed unsafe class PathWatcher : Handle
    {
        /// <summary>Makes a watcher without routes over the world of a view.</summary>
        public PathWatcher(View view) : base(0)
        {
            ulong watch;
            Checked(Native.voxnav_path_watcher_new(Given.Object(view, nameof(view)).Number, &watch), view);
            Hold(watch);
        }

        /// <summary>Watches the path of a route and gives it a number, from 1. Returns false for a route without a
        /// path.</summary>
        public bool Insert(Route route, out ulong path)
        {
            ulong given = 0;
            var along = Given.Object(route, nameof(route)).Number;
            var status = Checked(Native.voxnav_path_watcher_insert(Number, along, &given), route);
            path = given;
            return status != Status.Nothing;
        }

        /// <summary>Ends the watch over a route.</summary>
        public void Remove(ulong path)
        {
            Checked(Native.voxnav_path_watcher_remove(Number, path));
        }

        /// <summary>Says that an agent has made so many moves along its route in all: those are not watched any
        /// more.</summary>
        public void Advance(ulong path, ulong moves)
        {
            Checked(Native.voxnav_path_watcher_advance(Number, path, moves));
        }

        /// <summary>Returns true where a route is not free, as of the last update.</summary>
        public bool IsBlocked(ulong path)
        {
            return Checked(Native.voxnav_path_watcher_is_blocked(Number, path)) == Status.Blocked;
        }

        /// <summary>Looks at the world of a newer view, and writes what its changes mean for the routes. Returns how many
        /// events there are; those that there is no room for are lost. Each route has at most one of each kind.</summary>
        public int Update(View view, Span<WatchEvent> into)
        {
            UIntPtr count;
            var newer = Given.Object(view, nameof(view)).Number;
            fixed (WatchEvent* buffer = &MemoryMarshal.GetReference(into))
            {
                Checked(Native.voxnav_path_watcher_update(Number, newer, buffer, (UIntPtr)into.Length, &count), view);
            }
            return (int)count;
        }
    }
}
