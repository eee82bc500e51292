using System;
using System.Threading;
using Voxnav;

/// <summary>Whatever a program does wrong is an exception that says so.</summary>
static class Misuse
{
    public static void WhatWasDisposedIsRefused()
    {
        ulong wall;
        var navigator = Guide.Hall(out wall);
        var drone = navigator.AddFlying(Guide.Small);
        var view = drone.TakeView();
        var route = view.FindRoute(Guide.Here, Guide.There);
        var path = view.Smooth(route);
        var follower = new Follower(path);
        var search = view.Search(Guide.Here, Guide.There);
        var batch = view.FindRoutes(new[] { Guide.Here }, new[] { Guide.There });
        var field = view.FieldTo(new[] { Guide.There });
        var watch = new PathWatcher(view);
        var replanner = new Replanner(view, Guide.There);
        var world = navigator.ToWorld();
        Point target;
        double length;
        Action<Handle, Action> refused = (handle, use) =>
        {
            use();
            handle.Dispose();
            handle.Dispose();
            Check.Throws<ObjectDisposedException>(use, handle.GetType().Name);
        };
        refused(world, () => world.Set(new Cells(), 0));
        refused(replanner, () => replanner.Update(view, Guide.Here));
        refused(watch, () => watch.Update(view, Span<WatchEvent>.Empty));
        refused(field, () => field.Length(Guide.Here, out length));
        refused(batch, () => batch.Outcomes());
        refused(search, () => search.Step(1));
        refused(follower, () => follower.Steer(drone, Guide.Here, 1, out target));
        refused(path, () => new Follower(path).Dispose());
        refused(route, () => route.Waypoints());
        refused(view, () => view.IsClear(Guide.Here, Guide.There));
        refused(drone, () => drone.FindRoute(Guide.Here, Guide.There).Dispose());
        refused(navigator, () => navigator.Bounds.ToString());
        Check.Equal(0L, Library.LiveObjects);
    }

    public static void AnAgentIsGoneWithItsNavigator()
    {
        ulong wall;
        var navigator = Guide.Hall(out wall);
        var drone = navigator.AddFlying(Guide.Small);
        var view = drone.TakeView();
        navigator.Dispose();
        Check.Refused(Status.ErrorStaleHandle, () => drone.FindRoute(Guide.Here, Guide.There));
        Check.That(view.FindRoute(Guide.Here, Guide.There).IsFound, "a view lives on");
        drone.Dispose();
        view.Dispose();
    }

    public static void AnAgentStaysThoughNobodyRefersToIt()
    {
        ulong wall;
        using (var navigator = Guide.Hall(out wall))
        {
            AddOne(navigator);
            GC.Collect();
            GC.WaitForPendingFinalizers();
            Check.Equal(1, navigator.Agents().Length);
            navigator.Agents()[0].Dispose();
            Check.Equal(0, navigator.Agents().Length);
        }
    }

    static void AddOne(Navigator navigator)
    {
        navigator.AddFlying(Guide.Small);
    }

    public static void NothingIsNoArgument()
    {
        ulong wall;
        using (var navigator = Guide.Hall(out wall))
        using (var route = new Route())
        {
            var drone = navigator.AddFlying(Guide.Small);
            Check.Throws<ArgumentNullException>(() => drone.FindRoute(Guide.Here, null));
            Check.Throws<ArgumentNullException>(() => drone.FindRoute(null, Guide.Here, Guide.There));
            Check.Throws<ArgumentNullException>(() => new Follower(null));
            Check.Throws<ArgumentNullException>(() => new PathWatcher(null));
            Check.Throws<ArgumentNullException>(() => Navigator.Load(null));
            Check.Throws<ArgumentNullException>(() => navigator.AddMaterial(null, new CellMaterial()));
            Check.Throws<ArgumentNullException>(() => navigator.Insert((Shape)null, new Point()));
            Check.Throws<ArgumentNullException>(() => Shape.Mesh(null, new uint[3]));
            Check.Throws<ArgumentNullException>(() => Destination.Matching(null));
            // A route that holds nothing yet.
            Check.Refused(Status.ErrorNullHandle, () => route.Waypoints(), "null");
            Check.Refused(Status.ErrorNullHandle, () => new View().FindRoute(Guide.Here, Guide.There), "null");
        }
    }

    public static void LengthsThatDoNotFitAreRefused()
    {
        ulong wall;
        using (var navigator = Guide.Hall(out wall))
        {
            var drone = navigator.AddFlying(Guide.Small);
            using (var view = drone.TakeView())
            {
                Check.Throws<ArgumentException>(() => view.FindRoutes(new Point[2], new Point[3]), "as many goals");
            }
            Check.Throws<ArgumentException>(
                () => navigator.SetCells(new Cell(), new Cell(2, 2, 2), new byte[7]), "as many values");
            Check.Throws<ArgumentException>(
                () => navigator.SetCells(new Cell(), new Cell(-1, -1, 7), new byte[7]), "as many values");
            Check.Throws<ArgumentException>(
                () => navigator.SetCells(new Cell(), new Cell(1 << 30, 1 << 30, 1 << 30), new byte[7]), "as many values");
            Check.Throws<ArgumentException>(() => Shape.Mesh(new float[4], new uint[3]), "three numbers");
            Check.Throws<ArgumentException>(() => Shape.HeightField(new float[5], 2, 3, new Point(1, 1, 1)), "heights");
            Check.Refused(Status.ErrorObstacle,
                () => navigator.Insert(Shape.Mesh(new float[9], new uint[] { 0, 1, 9 }), new Point()));
            Check.Refused(Status.ErrorArgument,
                () => navigator.SetCells(new Cell(), new byte[1, 1, 1] { { { 3 } } }, new[] { 0, 1 }));
        }
    }

    public static void WhatTheLibraryRefusesIsThrownWithItsMessage()
    {
        ulong wall;
        using (var navigator = Guide.Hall(out wall))
        {
            var drone = navigator.AddFlying(Guide.Small);
            var nowhere = new Point(double.NaN, 0, 0);
            Check.Refused(Status.ErrorPosition, () => drone.FindRoute(nowhere, Guide.There), "NaN");
            Check.Refused(Status.ErrorUnknownId, () => navigator.Remove(wall + 100));
            Check.Refused(Status.ErrorAgent, () => navigator.AddFlying(new Point(-1, 1, 1)));
            Check.Refused(Status.ErrorOptions,
                () => drone.TakeView(new RouteOptions { Algorithm = Algorithm.WeightedAStar, Weight = -1 }));
            Check.Refused(Status.ErrorArgument, () => drone.TakeView(new RouteOptions { Moves = (MoveSet)99 }), "99");
            Check.Refused(Status.ErrorFile, () => Navigator.Load("/nothing/there"));
            Check.Refused(Status.ErrorFile, () => Navigator.FromBytes(new byte[10]));
            Check.Refused(Status.ErrorFile, () => Navigator.FromBytes(ReadOnlySpan<byte>.Empty));
            Check.Throws<ArgumentException>(() => Navigator.Load("a\0b"), "zero");
            Check.Refused(Status.ErrorMaterial, () => navigator.AddMaterial("", new CellMaterial()));
            Check.Refused(Status.ErrorBounds, () => navigator.SetCells(
                new Cells(new Cell(-1000, 0, 0), new Cell(0, 1, 1)), CellState.Occupied));
            Check.Equal("found", Library.Name(Status.Found));
        }
    }

    public static void AgentsOfAnotherKindAreRefused()
    {
        ulong wall;
        using (var navigator = Guide.Hall(out wall))
        using (var other = Guide.Hall(out wall))
        {
            var drone = navigator.AddFlying(Guide.Small);
            var walker = navigator.AddWalking(new Point(0.2, 0.9, 0.2), Locomotion.Of(Preset.Walker, Heading.PlusY));
            using (var flying = drone.TakeView())
            using (var walking = walker.TakeView())
            {
                var route = flying.FindRoute(Guide.Here, Guide.There);
                Check.Refused(Status.ErrorUnsupported, () => walking.Smooth(route));
                Check.Refused(Status.ErrorUnsupported, () => walking.FieldTo(new[] { Guide.There }));
                using (var watch = new PathWatcher(walking))
                using (var replanner = new Replanner(flying, Guide.There))
                {
                    ulong path;
                    Check.Refused(Status.ErrorUnsupported, () => watch.Insert(route, out path));
                    Check.Refused(Status.ErrorUnsupported, () => replanner.Update(walking, Guide.Here));
                }
                route.Dispose();
            }
            // A world of another navigator, with other bounds.
            using (var small = new Navigator(1, new Point(), new Point(3, 3, 3)))
            using (var world = small.ToWorld())
            {
                Check.Throws<VoxnavException>(() => world.ApplyTo(navigator));
            }
        }
    }

    sealed class Mine : Exception { }

    public static void WhatAFunctionThrowsIsThrownByTheCall()
    {
        ulong wall;
        using (var navigator = Guide.Hall(out wall))
        {
            var drone = navigator.AddFlying(Guide.Small);
            uint material;
            var box = new Cells(new Cell(0, 0, 0), new Cell(3, 3, 3));
            var left = 5;
            Check.Throws<Mine>(() => navigator.SetCells(box, cell =>
            {
                if (left-- == 0)
                {
                    throw new Mine();
                }
                return Meaning.Of(CellState.Occupied);
            }));
            Check.Equal(CellState.Free, navigator.StateOf(new Cell(0, 0, 0), out material));
            Check.Throws<Mine>(() => drone.FindRoute(Guide.Here, Destination.Matching(cell => { throw new Mine(); })));
            Check.Throws<Mine>(() => drone.FindRoute(Guide.Here,
                Destination.Matching(cell => cell.X > 15, cell => { throw new Mine(); })));
            Check.Refused(Status.ErrorCallback, () => navigator.SetCells(box, cell => -1));
            Check.Refused(Status.ErrorInCallback, () => navigator.SetCells(box, cell => navigator.Bounds.Min.X));
        }
    }

    public static void ManyThreadsShareAViewAndDisposeWhatTheyLike()
    {
        ulong wall;
        using (var navigator = Guide.Hall(out wall))
        {
            var drone = navigator.AddFlying(Guide.Small);
            var view = drone.TakeView();
            var length = view.FindRoute(Guide.Here, Guide.There).Length;
            int answered = 0, wrong = 0;
            var threads = new Thread[4];
            for (var number = 0; number < threads.Length; number++)
            {
                threads[number] = new Thread(() =>
                {
                    try
                    {
                        using (var route = new Route())
                        {
                            for (var round = 0; round < 200; round++)
                            {
                                view.FindRoute(route, Guide.Here, Guide.There);
                                if (route.Length == length)
                                {
                                    Interlocked.Increment(ref answered);
                                }
                                else
                                {
                                    Interlocked.Increment(ref wrong);
                                }
                            }
                        }
                    }
                    catch (ObjectDisposedException) { }
                    catch (VoxnavException refused)
                    {
                        // Freed between the look at the object and the call.
                        if (refused.Status != Status.ErrorStaleHandle)
                        {
                            Interlocked.Increment(ref wrong);
                        }
                    }
                });
                threads[number].Start();
            }
            while (Volatile.Read(ref answered) < 50)
            {
                Thread.Yield();
            }
            view.Dispose();
            Array.ForEach(threads, thread => thread.Join());
            Check.Equal(0, wrong);
        }
    }
}
