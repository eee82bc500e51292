// The frame loop of the guide in C#: a drone flies through a hall in which a door closes on its way.
//
// mcs -unsafe csharp/src/*.cs csharp/src/*/*.cs examples/csharp/FrameLoop.cs -out:FrameLoop.exe
using System;
using Voxnav;

static class FrameLoop
{
    static int Main()
    {
        // A hall of 20 x 4 x 20 units in cells of half a unit, y up, and a wall that is open at one end.
        using (var navigator = new Navigator(0.5, new Point(-10, 0, -10), new Point(10, 4, 10)))
        using (var view = new View())
        using (var route = new Route()) // each of these is used again for the next route
        using (var path = new SmoothPath())
        {
            navigator.InsertBox(new Point(-0.5, -1, -10), new Point(0.5, 5, 4));
            var door = navigator.InsertBox(new Point(-0.5, -1, 12), new Point(0.5, 5, 15));
            var drone = navigator.AddFlying(new Point(0.3, 0.3, 0.3));

            Point position = new Point(-8, 2, 0), goal = new Point(8, 2, 0);
            Follower follower = null;
            var hasWay = false;
            var frame = 0;
            while (follower == null || !follower.HasArrived(0.1))
            {
                if (++frame == 60)
                {
                    Console.WriteLine("the door closes");
                    navigator.Move(door, new Point(0, 2, 5));
                }
                if (!hasWay)
                {
                    if (drone.FindRoute(route, position, goal) != Status.Found)
                    {
                        Console.WriteLine("there is no way");
                        return 1;
                    }
                    drone.TakeView(view);
                    view.Smooth(path, route);
                    follower = follower ?? new Follower(path);
                    follower.Follow(path);
                    Console.WriteLine("frame {0}: a way of {1:0.00} units", frame, path.Length);
                }
                Point target;
                hasWay = follower.Steer(drone, position, 1.0, out target) == Status.Toward;
                if (hasWay)
                {
                    // Whatever moves the agent: here six units a second, straight.
                    position = position.Toward(target, 0.1);
                    follower.Update(position);
                }
            }
            Console.WriteLine("frame {0}: there", frame);
            follower.Dispose();
        }
        return Library.LiveObjects == 0 ? 0 : 1;
    }
}
