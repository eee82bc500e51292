using System;
using System.Collections.Generic;
using System.IO;
using Voxnav;

/// <summary>From the first obstacle to agents that move, in flight and on the ground.</summary>
static class Guide
{
    /// <summary>Makes a hall of 20 x 4 x 20 units, y up, with a wall that is open at one end.</summary>
    internal static Navigator Hall(out ulong wall)
    {
        var navigator = new Navigator(0.5, new Point(-10, 0, -10), new Point(10, 4, 10));
        wall = navigator.InsertBox(new Point(-0.5, -1, -10), new Point(0.5, 5, 6));
        return navigator;
    }

    internal static readonly Point Here = new Point(-8, 2, 0);
    internal static readonly Point There = new Point(8, 2, 0);
    internal static readonly Point Small = new Point(0.3, 0.3, 0.3);

    public static void AgentsOptionsAndCrowdsAreReadFromJson()
    {
        ulong wall;
        using (var navigator = Hall(out wall))
        using (var crowd = new Crowd(navigator, "{ \"budget\": 600 }"))
        using (var route = new Route())
        {
            var drone = navigator.AddJson("{ \"size\": 0.6 }");
            var options = RouteOptions.FromJson("{ \"moves\": 6, \"max_memory\": 100000000 }");
            Check.Equal(Status.Found, drone.FindRoute(route, Here, There, options));
            crowd.Add(drone, Here, 2);
            try
            {
                navigator.AddJson("{ \"size\": 1, \"wings\": 2 }");
                Check.That(false, "an unknown field is refused");
            }
            catch (VoxnavException refused)
            {
                Check.That(refused.Message.Contains("`wings`"), refused.Message);
            }
        }
    }

    public static void ADroneFliesAndTakesAnotherRouteWhereADoorCloses()
    {
        ulong wall;
        using (var navigator = Hall(out wall))
        using (var view = new View())
        using (var route = new Route())
        using (var path = new SmoothPath())
        {
            var drone = navigator.AddFlying(Small);
            var door = navigator.InsertBox(new Point(-0.2, -1, 12), new Point(0.2, 5, 16));
            Follower follower = null;
            Point position = Here;
            int frames = 0, searches = 0;
            var hasWay = false;
            while (follower == null || !follower.HasArrived(0.1))
            {
                Check.That(++frames < 2000, "the drone arrives");
                if (frames == 60)
                {
                    navigator.Move(door, new Point(0, 2, 6));
                }
                if (!hasWay)
                {
                    drone.TakeView(view);
                    Check.Equal(Status.Found, view.FindRoute(route, position, There));
                    Check.That(view.Smooth(path, route), "the route has a path");
                    follower = follower ?? new Follower(path);
                    follower.Follow(path);
                    searches++;
                }
                Point target;
                hasWay = follower.Steer(drone, position, 1.0, out target) == Status.Toward;
                if (hasWay)
                {
                    position = position.Toward(target, 0.1);
                }
                follower.Update(position);
                var inside = navigator.Overlapping(position, new Point(0.295, 0.295, 0.295), Span<ulong>.Empty);
                Check.Equal(0, inside);
            }
            Check.That(searches >= 2, "the door was noticed");
            Check.That(position.DistanceTo(There) <= 0.1 + 1e-9, "the drone is there");
            follower.Dispose();
        }
    }

    public static void AWalkerStandsOnASlabAmongLowCells()
    {
        var sizes = new Point(0.5, 0.0625, 0.5);
        var origin = new Point(0.25, 0.03125, 0.25);
        using (var navigator = new Navigator(sizes, new Point(0.1, 0.01, 0.1), new Point(19.9, 3.9, 9.9), origin))
        {
            var legs = Locomotion.Of(Preset.Walker, Heading.PlusY);
            legs.StepUp = 4;
            legs.Drop = 16;
            var walker = navigator.AddWalking(new Point(0.2, 0.9, 0.2), legs);
            navigator.InsertBox(new Point(10, -1, 0), new Point(20, 0.2, 10));
            var options = new RouteOptions { OnFloor = true };
            var route = walker.FindRoute(new Point(2, 0.1, 5), new Point(18, 0.25, 5), options);
            Check.That(route.IsFound, "the slab is stepped up");
            Check.That(Math.Abs(route.Waypoints()[route.Waypoints().Length - 1].Y - 0.2) < 1e-3, "it ends on the slab");
            var floor = walker.FloorUnder(new Point(18, 0.25, 5));
            Check.That(floor.HasValue && Math.Abs(floor.Value.Y - 0.2) < 1e-3, "the floor is the top of the slab");
            Check.That(!walker.FloorUnder(new Point(18, 3, 5)).HasValue, "in the air there is none");
            Check.Refused(Status.ErrorPosition, () => new Navigator(new Point(1, 65, 1), origin, origin));
        }
    }

    public static void AWalkerStepsUpALedgeAndUsesALink()
    {
        var half = new Point(0.25, 0.25, 0.25);
        using (var navigator = new Navigator(0.5, new Point(0.1, 0.1, 0.1), new Point(19.9, 7.9, 9.9), half))
        {
            var legs = Locomotion.Of(Preset.Walker, Heading.PlusY);
            Check.That(legs.Walk == 1 && legs.Jump < 0 && legs.StepUp == 1, "the preset is that of a walker");
            var walker = navigator.AddWalking(new Point(0.2, 0.9, 0.2), legs);
            Check.That(walker.Size.IsOnGround, "the walker is on the ground");
            var ledge = navigator.InsertBox(new Point(10, 0, 0), new Point(20, 0.5, 10));
            Point from = new Point(2, 0.1, 5);
            var route = walker.FindRoute(from, new Point(18, 0.6, 5));
            Check.That(route.IsFound, "the ledge is stepped up");
            Check.Equal(3, route.Legs().Length);
            Check.Equal(MoveAction.StepUp, route.Legs()[1].Action);
            Check.That(new List<MoveAction>(route.Actions()).Contains(MoveAction.StepUp), "an action is the step");
            using (var view = walker.TakeView())
            {
                var parts = view.Legs(route);
                Check.Equal(3, parts.Length);
                Check.Equal(Footing.Plane, parts[0].Footing);
                using (var plane = view.PlaneAround(parts[0].Path))
                using (var follower = new Follower(parts[0].Path))
                {
                    Point target, position = new Point(2.2, 0, 5.1);
                    Check.Equal(Status.Toward, follower.Steer(plane, position, 3, out target));
                    Check.Refused(Status.ErrorUnsupported, () => follower.Steer(walker, position, 3, out target));
                }
                Array.ForEach(parts, part => part.Dispose());
            }
            navigator.Remove(ledge);
            navigator.InsertBox(new Point(10, 0, 0), new Point(20, 3, 10));
            var top = new Point(18, 3.1, 5);
            Check.That(walker.FindRoute(route, from, top) != Status.Found, "it is too high to step up");
            var link = navigator.InsertLink(new Link
            {
                From = new Point(9.2, 0.1, 5), FromEnd = new Point(9.2, 0.1, 5), To = new Point(10.7, 3.1, 5), Label = 7
            });
            Check.Equal(Status.Found, walker.FindRoute(route, from, top));
            Check.Equal(7u, route.Legs()[1].Label);
            navigator.CloseLink(link);
            Check.That(walker.FindRoute(route, from, top) != Status.Found, "a closed link is not used");
            navigator.OpenLink(link);
            Check.Equal(1, navigator.Links(new uint[2]));
            route.Dispose();
        }
    }

    public static void AWorldThatIsLoadedIsTheOneThatWasSaved()
    {
        ulong wall;
        using (var navigator = Hall(out wall))
        {
            var drone = navigator.AddFlying(Small);
            var length = drone.FindRoute(Here, There).Length;
            var path = Path.GetTempFileName();
            try
            {
                navigator.Save(path);
                using (var loaded = Navigator.Load(path))
                using (var copy = Navigator.FromBytes(navigator.ToBytes()))
                {
                    Check.Equal(length, loaded.Agents()[0].FindRoute(Here, There).Length);
                    Check.Equal(length, copy.AgentOf(drone.Size.Number).FindRoute(Here, There).Length);
                    loaded.Remove(wall);
                    Check.Equal(16.0, loaded.Agents()[0].FindRoute(Here, There).Length);
                }
            }
            finally
            {
                File.Delete(path);
            }
        }
    }

    public static void CostsAreThoseOfAnArray()
    {
        using (var navigator = new Navigator(0.5, new Point(), new Point(1.5, 1, 0.5)))
        {
            var costs = new float[4, 3, 2];
            var row = new float[costs.Length];
            for (var x = 0; x < 4; x++)
            {
                for (var y = 0; y < 3; y++)
                {
                    for (var z = 0; z < 2; z++)
                    {
                        row[x + 4 * (y + 3 * z)] = costs[x, y, z] = 0.5f + x + 4 * y + 12 * z;
                    }
                }
            }
            Cell first = new Cell(), extent = new Cell(4, 3, 2), last = new Cell(3, 2, 1);
            navigator.SetCosts(first, costs, CostConvention.Max);
            Check.Equal(0.5, navigator.CostScale.Unit);
            Check.Equal(CostConvention.Max, navigator.CostScale.Convention);
            Check.Equal(8.5, navigator.CostOf(new Cell(0, 2, 0)));
            Check.Equal(23.5, navigator.CostOf(last));
            navigator.SetCosts(first, extent, row);
            Check.Equal(23.5, navigator.CostOf(last));
            var drone = navigator.AddFlying(new Point());
            double cost;
            using (var route = drone.FindRoute(new Point(), new Point(0.5, 0, 0)))
            {
                Check.That(route.Cost(out cost), "there is a path");
                Check.Equal(0.5, route.Length);
                Check.That(Math.Abs(cost * navigator.CostScale.Unit - 1.5) < 1e-3, "it enters a cell of cost 1.5");
            }
            row[row.Length - 1] = float.PositiveInfinity;
            Check.Refused(Status.ErrorArgument, () => navigator.SetCosts(first, extent, row));
            navigator.SetCosts(first, extent, row, CostConvention.Entered, true);
            uint material;
            Check.Equal(CellState.Occupied, navigator.StateOf(last, out material));
            var distances = new float[navigator.CellDistances(Span<float>.Empty)];
            Check.Equal(row.Length, distances.Length);
            Check.Equal(row.Length, navigator.CellDistances(distances));
            Check.Equal(0f, distances[row.Length - 1]);
            Check.Equal(0.5f, distances[row.Length - 2]);
        }
    }

    public static void CellsAreThoseOfAnArray()
    {
        const int wide = 8;
        using (var navigator = new Navigator(1, new Point(), new Point(wide - 1, wide - 2, wide - 3)))
        {
            var water = navigator.AddMaterial("wäter", new CellMaterial { Kind = MaterialKind.Liquid });
            var values = new byte[wide, wide - 1, wide - 2];
            var row = new byte[values.Length];
            for (int x = 0, number; x < wide; x++)
            {
                for (var y = 0; y < wide - 1; y++)
                {
                    for (var z = 0; z < wide - 2; z++)
                    {
                        number = x + wide * (y + (wide - 1) * z);
                        row[number] = values[x, y, z] = (byte)((x + 2 * y + 4 * z) % 3);
                    }
                }
            }
            int[] meanings = { Meaning.Of(CellState.Free), Meaning.Of(CellState.Occupied), Meaning.OfMaterial(water) };
            Action<Func<Cell, int>> isThat = of =>
            {
                for (int x = 0; x < wide; x++)
                {
                    for (var y = 0; y < wide - 1; y++)
                    {
                        for (var z = 0; z < wide - 2; z++)
                        {
                            uint material;
                            var state = navigator.StateOf(new Cell(x, y, z), out material);
                            Check.Equal(of(new Cell(x, y, z)) == 1, state == CellState.Occupied);
                            Check.Equal(of(new Cell(x, y, z)) == 2, material == water);
                        }
                    }
                }
            };
            Cell first = new Cell(), extent = new Cell(wide, wide - 1, wide - 2);
            Func<Cell, int> drawn = cell => (cell.X + 2 * cell.Y + 4 * cell.Z) % 3;
            navigator.SetCells(first, values, meanings);
            isThat(drawn);
            navigator.SetCells(new Cells(first, extent), CellState.Occupied);
            isThat(cell => 1);
            navigator.SetCells(new Cells(first, extent), CellState.Free);
            isThat(cell => 0);
            navigator.SetCells(first, extent, row, meanings);
            isThat(drawn);
            using (var world = navigator.ToWorld())
            {
                world.Set(new Cells(first, extent), Meaning.Of(CellState.Occupied));
                isThat(drawn);
                world.ApplyTo(navigator);
                isThat(cell => 1);
                world.Set(first, extent, row, meanings);
                world.ApplyTo(navigator);
                isThat(drawn);
            }
            navigator.SetCells(new Cells(first, extent), CellState.Occupied);
            navigator.SetCells(new Cells(first, extent), cell => meanings[(cell.X + cell.Y) % 3]);
            isThat(cell => (cell.X + cell.Y) % 3);

            int occupied = 0, seen = 0;
            Check.That(navigator.EachCell(cell =>
            {
                occupied++;
                return cell.X >= first.X && cell.X < first.X + extent.X;
            }), "all are in the box");
            Check.That(occupied > 0 && !navigator.EachCell(cell => ++seen < 2), "the second ends it");
            Check.Equal(2, seen);
            Check.Throws<TimeoutException>(() => navigator.EachCell(cell => { throw new TimeoutException(); }));
        }
    }
}
