using System;
using System.Diagnostics;
using System.IO;
using System.Reflection;
using Voxnav;

/// <summary>Many frames take no memory: VOXNAV_FRAMES says how many, 10,000 unless set.</summary>
static class Frames
{
    static readonly int Count = int.Parse(Environment.GetEnvironmentVariable("VOXNAV_FRAMES") ?? "10000");

    public static void CallsInEveryFrameAllocateNothing()
    {
        ulong wall;
        using (var navigator = Guide.Hall(out wall))
        using (var route = new Route())
        using (var path = new SmoothPath())
        {
            var drone = navigator.AddFlying(Guide.Small);
            using (var view = drone.TakeView())
            {
                view.FindRoute(route, Guide.Here, Guide.There);
                view.Smooth(path, route);
                var replanner = new Replanner(view, Guide.There);
                var follower = new Follower(path);
                var waypoints = new Point[64];
                Point position = Guide.Here;
                Destination goal = Guide.There;
                Action<int> frames = count =>
                {
                    for (var frame = 0; frame < count; frame++)
                    {
                        Point target;
                        Blockage blockage;
                        if (follower.HasArrived(0.1))
                        {
                            position = Guide.Here;
                            follower.Relocate(position);
                        }
                        if (follower.Steer(drone, position, 1, out target) != Status.Toward)
                        {
                            throw new Exception("the way is not free");
                        }
                        position = position.Toward(target, 0.1);
                        follower.Update(position);
                        follower.Check(view, out blockage);
                        replanner.Update(view, position);
                        replanner.Route(route);
                        route.Waypoints(waypoints);
                        drone.TakeView(view);
                        if (frame % 100 == 0)
                        {
                            drone.FindRoute(route, position, Guide.There);
                            view.FindRoute(route, position, goal);
                            view.Smooth(path, route);
                        }
                    }
                };
                TakeNoMemory(frames, Count);
                replanner.Dispose();
                follower.Dispose();
            }
        }
    }

    public static void ACrowdAllocatesNothing()
    {
        ulong door;
        using (var navigator = Crowds.Hall(out door))
        using (var crowd = new Crowd(navigator))
        {
            navigator.Remove(door);
            TakeNoMemory(Crowds.ToAndFro(crowd, navigator), Count);
        }
    }

    static void TakeNoMemory(Action<int> frames, int count)
    {
        frames(1000);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        long objects = Library.LiveObjects, before = Resident(), allocated = Allocated();
        var collections = GC.CollectionCount(0);
        frames(count);
        Check.Equal(objects, Library.LiveObjects);
        // Asking for the numbers takes some itself.
        Check.That(Allocated() - allocated <= 2000, (Allocated() - allocated) + " bytes of garbage are none");
        Check.Equal(collections, GC.CollectionCount(0));
        Check.That(Resident() - before < 4L << 20, (Resident() - before) + " bytes of memory are not many");
    }

    public static void WhatIsDroppedIsFreedWithItsLastReference()
    {
        ulong wall;
        using (var navigator = Guide.Hall(out wall))
        {
            var drone = navigator.AddFlying(Guide.Small);
            var most = 0L;
            for (var frame = 0; frame < Count / 10; frame++)
            {
                drone.FindRoute(Guide.Here, Guide.There).Waypoints();
                if (frame % 100 == 0)
                {
                    GC.Collect();
                    GC.WaitForPendingFinalizers();
                }
                most = Math.Max(most, Library.LiveObjects);
            }
            Check.That(most < 300, most + " objects at a time are few");
        }
    }

    /// <summary>Returns the bytes of this thread so far, of a runtime that counts them.</summary>
    static long Allocated()
    {
        var counter = typeof(GC).GetMethod("GetAllocatedBytesForCurrentThread", BindingFlags.Public | BindingFlags.Static);
        return counter == null ? GC.GetTotalMemory(false) : (long)counter.Invoke(null, null);
    }

    /// <summary>Returns the memory of the process, of a system that says so.</summary>
    static long Resident()
    {
        return File.Exists("/proc/self/statm")
            ? long.Parse(File.ReadAllText("/proc/self/statm").Split(' ')[1]) * 4096
            : 0;
    }
}
