using System;
using System.Globalization;
using System.Text;
using Voxnav;

/// <summary>Writes the answers to many questions, every number to the last bit; <c>answers.c</c> writes the same through
/// voxnav.h.</summary>
static class Answers
{
    static ulong seed = 1;

    static int Draw(int below)
    {
        seed = unchecked(seed * 6364136223846793005 + 1442695040888963407);
        return (int)((seed >> 33) % (ulong)below);
    }

    static double Place()
    {
        return Draw(400) / 10.0 - 20;
    }

    static string Bits(double value)
    {
        return BitConverter.DoubleToInt64Bits(value).ToString("x16", CultureInfo.InvariantCulture);
    }

    internal static void Write()
    {
        var text = new StringBuilder();
        var waypoints = new Point[1000];
        for (var world = 0; world < 40; world++)
        {
            using (var navigator = new Navigator(0.5, new Point(-20, -20, -20), new Point(20, 20, 20)))
            using (var route = new Route())
            using (var path = new SmoothPath())
            {
                for (var box = 0; box < 200; box++)
                {
                    double x = Place(), y = Place(), z = Place();
                    double a = x + Draw(80) / 10.0, b = y + Draw(80) / 10.0, c = z + Draw(80) / 10.0;
                    navigator.InsertBox(new Point(x, y, z), new Point(a, b, c));
                }
                var drone = navigator.AddFlying(new Point(0.3, 0.3, 0.3));
                var walker = navigator.AddWalking(new Point(0.2, 0.9, 0.2), Locomotion.Of(Preset.Walker, Heading.PlusY));
                using (var view = drone.TakeView())
                {
                    for (var query = 0; query < 25; query++)
                    {
                        double x = Place(), y = Place(), z = Place();
                        double a = Place(), b = Place(), c = Place();
                        Point from = new Point(x, y, z), to = new Point(a, b, c);
                        var outcome = drone.FindRoute(route, from, to);
                        text.Append(outcome.ToString("d")).Append(' ').Append(Bits(route.Length));
                        var count = route.Waypoints(waypoints);
                        for (var number = 0; number < count; number++)
                        {
                            text.Append(' ').Append(Bits(waypoints[number].X)).Append(' ')
                                .Append(Bits(waypoints[number].Y)).Append(' ').Append(Bits(waypoints[number].Z));
                        }
                        if (outcome == Status.Found && view.Smooth(path, route))
                        {
                            text.Append(' ').Append(Bits(path.Length));
                        }
                        outcome = walker.FindRoute(route, from, to);
                        text.Append(' ').Append(outcome.ToString("d")).Append(' ').Append(Bits(route.Length));
                        text.Append('\n');
                    }
                }
            }
        }
        Console.Out.Write(text.ToString());
    }
}
