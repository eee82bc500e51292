using System;
using System.Collections.Generic;
using Voxnav;

/// <summary>Many agents at once: joint plans, schedules, neighbors that do not cooperate.</summary>
static class Together
{
    /// <summary>Makes plain cells, with a wall that has one hole.</summary>
    static Navigator Plain(out Agent drone)
    {
        var navigator = new Navigator(1, new Point(), new Point(9, 2, 9));
        navigator.SetCells(new Cells(new Cell(5, 0, 0), new Cell(6, 3, 10)), CellState.Occupied);
        navigator.SetCells(new Cells(new Cell(5, 1, 4), new Cell(6, 2, 5)), CellState.Free);
        drone = navigator.AddFlying(new Point(0.3, 0.3, 0.3));
        return navigator;
    }

    static readonly Point[] Starts = { new Point(2, 1, 2), new Point(8, 1, 2), new Point(2, 1, 6), new Point(8, 1, 6) };
    static readonly Point[] Goals = { new Point(8, 1, 4), new Point(2, 1, 4), new Point(8, 1, 5), new Point(2, 1, 5) };

    public static void NobodyMeetsAnybodyInAPlan()
    {
        Agent drone;
        using (var navigator = Plain(out drone))
        using (var plan = new JointPlan(drone, Starts, Goals))
        {
            Check.That(!plan.Improve(1) && plan.Path(0).Length == 0, "there is no plan yet");
            Status status;
            while ((status = plan.Step(10)) == Status.Pending) { }
            Check.Equal(Status.Found, status);
            var before = plan.Info.Cost;
            Check.That(plan.Improve(20) && plan.Info.Cost <= before, "a plan never becomes worse");
            Check.That(plan.Info.Shortest <= plan.Info.Cost, "no plan costs less than each alone");
            var places = new Point[Starts.Length];
            for (var step = 0; step <= plan.Info.Steps; step++)
            {
                Check.Equal(Starts.Length, plan.Places(step, places));
                Check.Equal(Starts.Length, new HashSet<Point>(places).Count);
            }
            for (var agent = 0; agent < Starts.Length; agent++)
            {
                var path = plan.Path(agent);
                Check.Equal(Starts[agent], path[0]);
                Check.Equal(Goals[agent], places[agent]);
                var cells = new Cell[path.Length];
                Check.Equal(path.Length, plan.Cells(agent, cells));
                Check.Equal(navigator.CellAt(path[path.Length - 1]), cells[path.Length - 1]);
            }
        }
    }

    public static void ACrowdFollowsAPlan()
    {
        Agent drone;
        using (var navigator = Plain(out drone))
        using (var crowd = new Crowd(navigator))
        using (var plan = new JointPlan(drone, Starts, Goals))
        {
            while (plan.Step(100) == Status.Pending) { }
            var agents = Array.ConvertAll(Starts, at => crowd.Add(drone, at, 3));
            crowd.FollowPlan(agents, plan);
            var arrived = 0;
            for (var frame = 0; frame < 3000 && arrived < agents.Length; frame++)
            {
                foreach (var happened in crowd.Update(1.0 / 60))
                {
                    arrived += happened.Kind == CrowdEventKind.Arrived ? 1 : 0;
                }
            }
            Check.Equal(agents.Length, arrived);
            for (var agent = 0; agent < agents.Length; agent++)
            {
                Check.That(crowd.State(agents[agent]).Position.DistanceTo(Goals[agent]) < 0.5, "each is at its goal");
            }
        }
    }

    public static void GoalsAreForAnybodyAndWalkersTakeTheirTime()
    {
        Agent drone;
        using (var navigator = Plain(out drone))
        using (var plan = new JointPlan(drone, Starts, Goals, new MapfOptions { AnyGoal = true }))
        {
            Check.Equal(0, plan.Goals().Length);
            while (plan.Step(1) == Status.Pending) { }
            Check.Equal(Status.Found, plan.Step(1));
            var cost = plan.Info.Cost;
            Check.That(plan.Improve(10) && plan.Info.Cost <= cost, "such a plan never becomes worse");
            var taken = new HashSet<uint>(plan.Goals());
            Check.Equal(Goals.Length, taken.Count);
            for (var agent = 0; agent < Starts.Length; agent++)
            {
                var path = plan.Path(agent);
                Check.Equal(Goals[plan.Goals()[agent]], path[path.Length - 1]);
            }
        }
        using (var floor = new Navigator(1, new Point(), new Point(4, 3, 4)))
        {
            floor.SetCells(new Cells(new Cell(0, 0, 0), new Cell(5, 1, 5)), CellState.Occupied);
            var walker = Crowds.Walker(floor);
            Point here = new Point(0, 0.5, 0), there = new Point(4, 0.5, 4);
            using (var plan = new JointPlan(walker, new[] { here, there }, new[] { there, here }))
            {
                while (plan.Step(1) == Status.Pending) { }
                Check.Equal(Status.Found, plan.Step(1));
                var legs = plan.Legs(0);
                Check.Equal(there, legs[legs.Length - 1].To);
                Check.That(Array.Exists(legs, leg => leg.Ends > leg.Begins + 1), "a diagonal step takes two steps of time");
                Check.Equal((int)legs[legs.Length - 1].Ends + 1, plan.Path(0).Length);
                Check.Throws<ArgumentOutOfRangeException>(() => plan.Legs(-1));
                Check.Refused(Status.ErrorArgument, () => plan.Legs(2));
                var cost = plan.Info.Cost;
                Check.That(plan.Improve(10) && plan.Info.Cost <= cost, "plans on the ground never become worse");
            }
            var near = new Point(3, 0.5, 4);
            var any = new MapfOptions { AnyGoal = true };
            using (var plan = new JointPlan(walker, new[] { here, there }, new[] { near, new Point(1, 0.5, 0) }, any))
            {
                while (plan.Step(1) == Status.Pending) { }
                Check.Equal(1U, plan.Goals()[0]);
                Check.Equal(2UL, plan.Info.Cost);
            }
            using (var fleet = new LifelongPlanner(walker, new[] { here, there }))
            {
                fleet.Send(0, there);
                fleet.Send(1, here);
                var moves = 0;
                while (!fleet.HasArrived(0) || !fleet.HasArrived(1))
                {
                    Check.That(fleet.Info.Steps < 100, "both arrive");
                    fleet.Step();
                    var leg = fleet.Leg(0);
                    moves += leg.HasValue ? 1 : 0;
                    Check.That(!leg.HasValue || leg.Value.Ends > fleet.Info.Steps, "a move takes its time");
                }
                Check.That(moves > 0, "a diagonal step takes two steps of time");
                Check.Equal(there, fleet.Places()[0]);
            }
        }
    }

    public static void AFleetIsSentOnAndOn()
    {
        Agent drone;
        using (var navigator = Plain(out drone))
        using (var fleet = new LifelongPlanner(drone, Starts))
        {
            var turns = new int[Starts.Length];
            var places = new Point[Starts.Length];
            for (var step = 0; step < 200; step++)
            {
                for (var agent = 0; agent < Starts.Length; agent++)
                {
                    if (fleet.HasArrived(agent))
                    {
                        fleet.Send(agent, turns[agent]++ % 2 == 0 ? Goals[agent] : Starts[agent]);
                    }
                }
                fleet.Step();
                Check.Equal(Starts.Length, fleet.Places(places));
                Check.Equal(Starts.Length, new HashSet<Point>(places).Count);
            }
            Check.That(Array.TrueForAll(turns, many => many > 4), "all arrive again and again");
            Check.Equal(200UL, fleet.Info.Steps);
            Check.Equal(Starts.Length, fleet.Places().Length);
            var cells = new Cell[Starts.Length];
            Check.Equal(Starts.Length, fleet.Cells(cells));
            Check.Equal(navigator.CellAt(places[1]), cells[1]);
            Check.Refused(Status.ErrorArgument, () => fleet.Send(99, Goals[0]));
            Check.Throws<ArgumentOutOfRangeException>(() => fleet.HasArrived(-1));
            Check.Throws<ArgumentNullException>(() => new LifelongPlanner(null, Starts));
        }
    }

    public static void AScheduleHasTheRoutesOfSearches()
    {
        ulong wall;
        using (var navigator = Guide.Hall(out wall))
        {
            var drone = navigator.AddFlying(Guide.Small);
            var from = new Point[10];
            drone.RandomPlaces(3, Guide.Here, from);
            using (var view = drone.TakeView())
            using (var scheduler = new Scheduler(view, 4, 16))
            using (var route = new Route())
            {
                var asked = new Dictionary<ulong, Point>();
                foreach (var place in from)
                {
                    asked[scheduler.Add(view, place, Guide.There)] = place;
                }
                Check.That(scheduler.Cancel(1) && !scheduler.Cancel(99), "one is taken back");
                asked.Remove(1);
                ulong search;
                while (scheduler.Step(50)) { }
                while (scheduler.Take(route, out search) != Status.Nothing)
                {
                    Check.Equal(drone.FindRoute(asked[search], Guide.There).Length, route.Length);
                    asked.Remove(search);
                }
                Check.Equal(0, asked.Count);
                scheduler.Add(view, Guide.Here, Destination.Matching(cell => { throw new TimeoutException(); }));
                Check.Throws<TimeoutException>(() =>
                {
                    while (scheduler.Step(50)) { }
                });
            }
        }
    }

    public static void ACharacterIsAvoided()
    {
        using (var navigator = new Navigator(0.5, new Point(-10, 0, -10), new Point(10, 4, 10)))
        using (var crowd = new Crowd(navigator))
        {
            var drone = navigator.AddFlying(Guide.Small);
            var agent = crowd.Add(drone, new CrowdAgent { Position = Guide.Here, Speed = 4, StoppingDistance = 0.2, Priority = 1 });
            var player = new Character { Position = new Point(0, 2, 0.1), Radius = 0.5 };
            crowd.SetCharacters(new[] { player });
            crowd.Send(agent, Guide.There);
            var arrived = false;
            for (var frame = 0; frame < 1000 && !arrived; frame++)
            {
                foreach (var happened in crowd.Update(1.0 / 60))
                {
                    arrived |= happened.Kind == CrowdEventKind.Arrived;
                }
                var apart = crowd.State(agent).Position.DistanceTo(player.Position);
                Check.That(apart > 0.75, "the drone keeps away, " + apart + " from the middle");
            }
            Check.That(arrived, "it arrives");
        }
    }

    public static void LinesAreThereToBeDrawn()
    {
        ulong wall;
        using (var navigator = Guide.Hall(out wall))
        {
            var drone = navigator.AddFlying(Guide.Small);
            using (var view = drone.TakeView())
            using (var route = view.FindRoute(Guide.Here, Guide.There))
            using (var path = view.Smooth(route))
            {
                Check.Equal(2 * (route.Waypoints().Length - 1), route.Lines(new Point[100]));
                Check.Equal(2 * (path.Waypoints().Length - 1), path.Lines(new Point[100]));
                var corners = view.Lines(navigator.Bounds, Span<Point>.Empty);
                Check.That(corners >= 24 && corners % 2 == 0, "the wall has its edges");
            }
        }
    }

    public static void WhatDoesNotFitIsRefused()
    {
        Agent drone;
        using (var navigator = Plain(out drone))
        using (var crowd = new Crowd(navigator))
        {
            Check.Throws<ArgumentException>(() => new JointPlan(drone, new Point[2], new Point[3]), "as many goals");
            Check.Throws<ArgumentNullException>(() => new JointPlan(null, Starts, Goals));
            Check.Throws<VoxnavException>(() => new JointPlan(drone, new[] { new Point(5, 0, 0) }, new[] { Goals[0] }));
            Check.Throws<ArgumentNullException>(() => crowd.FollowPlan(new ulong[1], null));
            Check.Throws<VoxnavException>(() => crowd.SetCharacters(new[] { new Character() }));
            var plan = new JointPlan(drone, Starts, Goals);
            Check.Throws<VoxnavException>(() => crowd.FollowPlan(new ulong[] { 1, 2, 3, 4 }, plan));
            Check.Throws<ArgumentOutOfRangeException>(() => plan.Path(-1));
            plan.Dispose();
            Check.Throws<ObjectDisposedException>(() => plan.Step(1), "JointPlan");
        }
    }
}
