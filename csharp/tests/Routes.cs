using System;
using System.Collections.Generic;
using Voxnav;

/// <summary>Questions of every kind, each answered as another one is.</summary>
static class Routes
{
    public static void ARouteLeadsFromOneEndToTheOther()
    {
        ulong wall;
        using (var navigator = Guide.Hall(out wall))
        {
            var drone = navigator.AddFlying(Guide.Small);
            var route = drone.FindRoute(Guide.Here, Guide.There);
            var waypoints = route.Waypoints();
            Check.Equal(Guide.Here, waypoints[0]);
            Check.Equal(Guide.There, waypoints[waypoints.Length - 1]);
            var length = 0.0;
            for (var number = 1; number < waypoints.Length; number++)
            {
                length += waypoints[number - 1].DistanceTo(waypoints[number]);
            }
            Check.That(Math.Abs(length - route.Length) < 1e-9, "the length is that of the waypoints");
            Check.Equal(waypoints.Length, route.Info.Waypoints);
            Check.Equal(1.0, route.Info.ProvedFactor);
            Check.Equal(RouteEnd.Joined, route.Info.Start);
            var two = new Point[2];
            Check.Equal(waypoints.Length, route.Waypoints(two));
            Check.Equal(waypoints[1], two[1]);
            Check.Equal(navigator.CellAt(Guide.There), route.Cells()[route.Cells().Length - 1]);
            navigator.Remove(wall);
            Check.Equal(Status.Found, drone.FindRoute(route, Guide.Here, Guide.There));
            Check.Equal(16.0, route.Length);
            Check.Equal(13.0, drone.FindRoute(Guide.Here, Destination.Within(Guide.There, 3)).Length);
            Check.Equal(4.0, drone.FindRoute(Guide.Here, Destination.AnyOf(Guide.There, new Point(-4, 2, 0))).Length);
            Check.Equal(6.0, drone.FindRoute(Guide.Here,
                Destination.Inside(new Point(-2, 0, -5), new Point(3, 4, 5))).Length);
        }
    }

    public static void ATrajectoryKeepsItsLimitsAndArrives()
    {
        ulong wall;
        using (var navigator = Guide.Hall(out wall))
        using (var view = navigator.AddFlying(Guide.Small).TakeView())
        {
            var route = view.FindRoute(Guide.Here, Guide.There);
            var limits = new MotionLimits { Speed = 2, Acceleration = 1, Braking = 1, Lateral = 1 };
            using (var trajectory = view.Trajectory(route, Guide.Here, limits))
            using (var along = new Trajectory(view, view.Smooth(route), limits))
            {
                Check.That(trajectory.At(trajectory.Info.Duration).Position.DistanceTo(Guide.There) < 1e-5, "it arrives");
                Check.That(Math.Abs(along.Info.Duration - trajectory.Info.Duration) < 1, "both take as long");
                double seconds;
                Check.That(trajectory.TimeNear(trajectory.At(3).Position, 0.1, 2, out seconds), "it is there at three");
                Check.That(Math.Abs(seconds - 3) < 1e-6, "it is there at " + seconds);
                Check.That(!trajectory.TimeNear(new Point(0, 100, 0), 0.1, 2, out seconds), "it never gets there");
            }
            Check.Refused(Status.ErrorOptions, () => view.Trajectory(route, Guide.Here, new MotionLimits()));
        }
    }

    public static void RoutesThroughRoomsAreFoundSoonerWithAnIndex()
    {
        using (var navigator = new Navigator(1, new Point(0, 0, 0), new Point(24, 11, 3)))
        {
            var drone = navigator.AddFlying(Guide.Small);
            Check.That(!drone.PrepareIndex(), "an open world has no index");
            navigator.SetCells(new Cells { Min = new Cell(12, 0, 0), Max = new Cell(13, 12, 4) }, CellState.Occupied);
            navigator.SetCells(new Cells { Min = new Cell(12, 5, 0), Max = new Cell(13, 6, 2) }, CellState.Free);
            Point from = new Point(1, 1, 1), to = new Point(23, 1, 1);
            var before = drone.FindRoute(from, to).Info;
            Check.That(drone.PrepareIndex(), "two rooms and a door have one");
            var after = drone.FindRoute(from, to).Info;
            Check.That(Math.Abs(after.Length - before.Length) < 1e-9, "the routes are as long");
            Check.That(after.Expanded < before.Expanded, after.Expanded + " cells are fewer than " + before.Expanded);
        }
    }

    public static void PlacesAreFoundToHideAndToFlee()
    {
        using (var navigator = new Navigator(1, new Point(0, 0, 0), new Point(8, 7, 0)))
        {
            navigator.SetCells(new Cells { Min = new Cell(4, 0, 0), Max = new Cell(5, 7, 1) }, CellState.Occupied);
            var view = navigator.AddFlying(new Point(0, 0, 0)).TakeView();
            Point eye = new Point(1, 1, 0), from = new Point(3, 7, 0);
            var hide = PlaceQuery.ByWay(0, 9).Filter(PlaceFilterKind.Hidden, points: eye).Score(PlaceMeasure.Way, -1);
            var places = view.FindPlaces(from, hide, 3);
            Check.Equal(3, places.Length);
            Hit hit;
            foreach (var place in places)
            {
                Check.That(place.Cell.X >= 4 && view.Ray(eye, place.Position, out hit), "the eye does not see it");
                Check.That(Math.Abs(view.FindRoute(from, place.Position).Length - place.Way) < 1e-9, "its way is the route");
            }
            Check.Equal(0, view.FindPlaces(from, hide.Limit(1), 3).Length);
            bool isDeadEnd;
            var escape = view.FleeFrom(from, new[] { new Point(1, 7, 0) }, 5, out isDeadEnd);
            Check.That(escape.HasValue && !isDeadEnd && escape.Value.Position.X > 4, "it flees through the gap");
            Check.That(view.FleeFrom(from, new[] { from }, 5, out isDeadEnd) == null, "it is caught");
            double gap;
            Check.That(view.Surround(new Point(1, 7, 0), 5, 4, out gap).Length > 0 && gap >= 0, "there are ways out");
            Check.Refused(Status.ErrorOptions, () => view.FindPlaces(from, PlaceQuery.ByWay(9, 1)));
        }
    }

    public static void TheFewestTurnsCostNothingMore()
    {
        using (var navigator = new Navigator(1, new Point(0, 0, 0), new Point(19, 19, 3)))
        {
            var drone = navigator.AddFlying(Guide.Small);
            for (var x = 1; x < 19; x += 3)
            {
                var wall = new Cells { Min = new Cell(x, x % 2 * 5, 0), Max = new Cell(x + 1, x % 2 * 5 + 12, 4) };
                navigator.SetCells(wall, CellState.Occupied);
            }
            Point from = new Point(0, 0, 2), to = new Point(18, 9, 2);
            var plain = drone.FindRoute(from, to);
            var straight = drone.FindRoute(from, Destination.At(to), new RouteOptions { FewestTurns = true });
            double cost, least;
            Check.That(plain.Cost(out cost) && straight.Cost(out least) && cost == least, "both cost as much");
            Check.That(0 < straight.Turns && straight.Turns <= plain.Turns, straight.Turns + " turns of " + plain.Turns);
        }
    }

    public static void AFunctionSaysWhereTheGoalIs()
    {
        ulong wall;
        using (var navigator = Guide.Hall(out wall))
        {
            var drone = navigator.AddFlying(Guide.Small);
            var asked = 0;
            var far = Destination.Matching(cell => { asked++; return cell.X >= 15; }, cell => Math.Max(0, 15 - cell.X));
            var waypoints = drone.FindRoute(Guide.Here, far).Waypoints();
            Check.Equal(7.5, waypoints[waypoints.Length - 1].X);
            Check.That(asked > 0, "the function was called");
            using (var view = drone.TakeView())
            {
                // The search alone holds the destination.
                var search = view.Search(Guide.Here, Destination.Matching(cell => cell.X >= 15));
                GC.Collect();
                GC.WaitForPendingFinalizers();
                while (search.Step(10) == Status.Pending) { }
                Check.That(search.Route().IsFound, "there is a route");
                search.Dispose();
            }
        }
    }

    public static void AViewIsGuidedByAFunction()
    {
        ulong wall;
        using (var navigator = Guide.Hall(out wall))
        {
            var drone = navigator.AddFlying(Guide.Small);
            var asked = 0;
            using (var view = drone.TakeView())
            using (var plain = drone.TakeView())
            {
                view.GuideBy((from, to) => { asked++; return Math.Abs(from.X - to.X); }, EstimatorGuarantee.Consistent);
                GC.Collect();
                GC.WaitForPendingFinalizers();
                var length = plain.FindRoute(Guide.Here, Guide.There).Length;
                Check.Equal(length, view.FindRoute(Guide.Here, Guide.There).Length);
                Check.That(asked > 0, "it is asked");
                view.GuideBy((from, to) => { throw new TimeoutException(); }, EstimatorGuarantee.None);
                Check.Throws<TimeoutException>(() => view.FindRoute(Guide.Here, Guide.There));
                var search = view.Search(Guide.Here, Guide.There);
                // What was made of the view keeps its function, when the view has another.
                drone.TakeView(view);
                Check.Equal(length, view.FindRoute(Guide.Here, Guide.There).Length);
                Check.Throws<TimeoutException>(() =>
                {
                    while (search.Step(10) == Status.Pending) { }
                });
                Check.Throws<ArgumentNullException>(() => view.GuideBy(null, EstimatorGuarantee.None));
                var walkers = Crowds.Walker(navigator).TakeView();
                Check.Refused(Status.ErrorUnsupported, () => walkers.GuideBy((from, to) => 0, EstimatorGuarantee.None));
            }
        }
    }

    public static void ASearchInSlicesFindsWhatOneAtOnceFinds()
    {
        ulong wall;
        using (var navigator = Guide.Hall(out wall))
        {
            var drone = navigator.AddFlying(Guide.Small);
            var best = drone.FindRoute(Guide.Here, Guide.There).Length;
            using (var view = drone.TakeView(new RouteOptions { Algorithm = Algorithm.Hierarchical }))
            using (var search = view.Search(Guide.Here, Guide.There))
            {
                while (search.Step(20) == Status.Pending) { }
                Check.That(search.Route().Length >= best, "the first route is not shorter than the best");
                while (search.ImproveNext())
                {
                    while (search.Step(20) == Status.Pending) { }
                }
                ulong expanded;
                double least;
                search.Progress(out expanded, out least);
                Check.That(expanded > 0, "cells were expanded");
                Check.That(Math.Abs(search.Route().Length - best) < 1e-6, "the last route is the best");
                search.Cancel();
            }
        }
    }

    public static void BatchesAndFieldsAnswerAsRoutesDo()
    {
        ulong wall;
        using (var navigator = Guide.Hall(out wall))
        {
            var drone = navigator.AddFlying(Guide.Small);
            using (var view = drone.TakeView())
            using (var field = view.FieldTo(new[] { Guide.There }))
            {
                var from = new Point[20];
                Check.Equal(20, drone.RandomPlaces(5, Guide.Here, from));
                var to = new Point[20];
                for (var number = 0; number < to.Length; number++)
                {
                    to[number] = Guide.There;
                }
                using (var batch = view.FindRoutes(from, to))
                {
                    Check.Equal(20, batch.Count);
                    for (var number = 0; number < to.Length; number++)
                    {
                        var length = drone.FindRoute(from[number], Guide.There).Length;
                        double left;
                        Check.Equal(Status.Found, batch.Outcomes()[number]);
                        Check.Equal(length, batch.Lengths()[number]);
                        Check.That(field.Length(from[number], out left) && Math.Abs(left - length) < 1e-6,
                            "the field has the length of the route");
                        Check.Equal(length, batch.Take(number).Length);
                    }
                    Check.Equal(Status.Nothing, batch.Outcomes()[3]);
                }
                Point position = navigator.CenterOf(navigator.CellAt(Guide.Here)), next;
                var steps = 0;
                while (field.Next(position, out next))
                {
                    position = next;
                    steps++;
                }
                Check.That(position == Guide.There && steps > 30, "the field leads to the goal");
                navigator.Remove(wall);
                using (var newer = drone.TakeView())
                {
                    field.Update(newer);
                }
                double straight;
                Check.That(field.Length(Guide.Here, out straight) && straight == 16, "the field is up to date");
            }
        }
    }

    public static void ARouteIsKeptUntilItIsBlocked()
    {
        ulong wall;
        using (var navigator = Guide.Hall(out wall))
        using (var view = new View())
        using (var route = new Route())
        {
            var drone = navigator.AddFlying(Guide.Small);
            drone.TakeView(view);
            using (var replanner = new Replanner(view, Guide.There))
            using (var watch = new PathWatcher(view))
            {
                Check.Equal(Status.Nothing, replanner.Route(route));
                Check.Equal(Status.Replanned, replanner.Update(view, Guide.Here));
                Check.Equal(Status.Kept, replanner.Update(view, Guide.Here));
                Check.Equal(Status.Found, replanner.Route(route));
                int next;
                double factor;
                Check.That(replanner.Next(out next) && next == 1, "the second waypoint is next");
                Check.That(replanner.Bound(out factor) && factor == 1, "the route is the best");
                ulong watched, version = replanner.Version;
                Check.That(watch.Insert(route, out watched), "the route has a path");
                var door = navigator.InsertBox(new Point(-0.2, -1, 5), new Point(0.2, 5, 8.5));
                drone.TakeView(view);
                var events = new WatchEvent[3];
                Check.Equal(1, watch.Update(view, events));
                Check.Equal(WatchEventKind.Blocked, events[0].Kind);
                Check.That(watch.IsBlocked(watched), "the route is blocked");
                Check.That(replanner.Update(view, Guide.Here) != Status.Kept, "there is another route");
                Check.That(replanner.Version > version, "the version says so");
                navigator.Remove(door);
                drone.TakeView(view);
                watch.Update(view, events);
                Check.That(!watch.IsBlocked(watched), "the route is free again");
                watch.Remove(watched);
                replanner.SetGoal(Guide.Here);
                replanner.Update(view, Guide.Here);
            }
        }
    }

    public static void PlacesAndSweepsAreThoseOfTheWorld()
    {
        ulong wall;
        using (var navigator = Guide.Hall(out wall))
        {
            var drone = navigator.AddFlying(Guide.Small);
            Point nearest;
            Hit hit;
            Check.That(!drone.IsClear(Guide.Here, Guide.There), "the wall is in the way");
            Check.That(drone.Ray(Guide.Here, Guide.There, out hit) && hit.Distance < 8, "a ray meets the wall");
            Check.That(drone.Nearest(new Point(0, 2, 0), 3, out nearest) && Math.Abs(nearest.X) < 2, "there is a place");
            Check.That(!drone.Nearest(new Point(0, 2, 0), 0.3, out nearest), "there is none so near");
            Check.That(navigator.Sweep(Guide.Here, Guide.There, Guide.Small, out hit), "a box meets the wall");
            Check.Equal(wall, hit.Obstacle);
            Check.That(Math.Abs(hit.Distance - 7.2) < 1e-3, "it meets it where it is, but for the skin");
            Check.That(drone.DistanceToBlocked(Guide.Here, 3) <= 3, "the distance is at most that asked for");
            Check.That(drone.PositionsWithin(Guide.Here, 1, new Point[100]) > 10, "there are positions around");
            var ids = new List<ulong>();
            foreach (var shape in Shapes())
            {
                ids.Add(navigator.Insert(shape, new Point(5, 2, 5), layers: 2));
            }
            ids.Add(navigator.Insert(new List<Shape>(Shapes()).GetRange(0, 6).ToArray(), new Point(5, 2, 5), layers: 2));
            var found = new ulong[20];
            Check.Equal(ids.Count, navigator.Overlapping(new Point(5, 2, 5), new Point(2, 2, 2), found, 2));
            Check.Equal(ids.Count + 1, navigator.Obstacles(found));
            Point position;
            Rotation rotation;
            navigator.Move(ids[0], new Point(1, 2, 3), new Rotation(0, 1, 0, 0));
            navigator.Placement(ids[0], out position, out rotation);
            Check.That(position == new Point(1, 2, 3) && rotation.Y == 1, "the obstacle was moved");
        }
    }

    static IEnumerable<Shape> Shapes()
    {
        yield return Shape.Box(new Point(1, 1, 1));
        yield return Shape.Ball(1);
        yield return Shape.Capsule(1, 0.5).At(new Point(0, 0.1, 0));
        yield return Shape.Cylinder(1, 0.5).Rounded(0.1);
        yield return Shape.Cone(1, 0.5);
        float[] corners = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 };
        yield return Shape.ConvexHull(corners);
        yield return Shape.Mesh(corners, new uint[] { 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3 }, solid: true);
        yield return Shape.Polyline(corners);
        yield return Shape.HeightField(new float[] { 0, 1, 0, 1, 0, 1 }, 2, 3, new Point(2, 1, 2));
    }
}
