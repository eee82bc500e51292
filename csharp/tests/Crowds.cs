using System;
using System.Collections.Generic;
using Voxnav;

/// <summary>Agents of both kinds that are sent somewhere get there.</summary>
static class Crowds
{
    /// <summary>Makes a hall with a floor, a wall, and a door in it.</summary>
    internal static Navigator Hall(out ulong door)
    {
        var navigator = new Navigator(0.5, new Point(-10, 0, -10), new Point(10, 4, 10));
        navigator.InsertBox(new Point(-11, -1, -11), new Point(11, 0.2, 11));
        navigator.InsertBox(new Point(-0.5, 0, -11), new Point(0.5, 5, 4));
        door = navigator.InsertBox(new Point(-0.5, 0, 4), new Point(0.5, 5, 11));
        return navigator;
    }

    internal static Agent Walker(Navigator navigator)
    {
        return navigator.AddWalking(new Point(0.2, 0.9, 0.2), Locomotion.Of(Preset.Walker, Heading.PlusY));
    }

    public static void AllGetThereThroughADoorThatOpens()
    {
        ulong door;
        using (var navigator = Hall(out door))
        using (var crowd = new Crowd(navigator))
        {
            Agent drone = navigator.AddFlying(Guide.Small), walker = Walker(navigator);
            var goals = new Dictionary<ulong, Point>();
            for (var number = 0; number < 10; number++)
            {
                double y = number % 2 == 1 ? 0.25 : 2, z = number - 5;
                // The first is moved here.
                var by = number == 0 ? MovedBy.Others : MovedBy.Crowd;
                var id = crowd.Add(number % 2 == 1 ? walker : drone, new Point(-8, y, z), 4, 0.2, by);
                goals[id] = new Point(8, y, z);
                crowd.Send(id, goals[id]);
            }
            var first = crowd.States()[0].Id;
            int frames = 0, arrived = 0, without = 0;
            for (; arrived < goals.Count; frames++)
            {
                Check.That(frames < 2000, "all arrive");
                if (frames == 60)
                {
                    navigator.Remove(door);
                }
                foreach (var happened in crowd.Update(1.0 / 60))
                {
                    if (happened.Kind == CrowdEventKind.Arrived)
                    {
                        arrived++;
                        var left = crowd.State(happened.Id).Position.DistanceTo(goals[happened.Id]);
                        Check.That(left < 0.6, "one that arrived is there, " + left + " away");
                    }
                    else if (happened.Kind == CrowdEventKind.NoPath)
                    {
                        without++;
                        Check.Equal(NoPathReason.Unreachable, happened.Why);
                    }
                }
                var state = crowd.State(first);
                crowd.SetPosition(first, state.Position + state.Velocity * (1.0 / 60));
                Check.That(crowd.Work.Total < 100000, "the work is bounded");
            }
            Check.That(without >= goals.Count, "nobody had a way before the door opened");
            Check.That(frames > 60 + 200, "nobody was faster than its speed");
        }
    }

    public static void AgentsFollowAndGoWhereAFunctionSays()
    {
        ulong door;
        using (var navigator = Hall(out door))
        using (var crowd = new Crowd(navigator, new CrowdSettings { Budget = 2000 }, new Smoothing(),
            new RouteOptions { Corners = Corners.Strict }))
        {
            navigator.Remove(door);
            var drone = navigator.AddFlying(Guide.Small);
            ulong leader = crowd.Add(drone, new Point(-8, 2, 0), 4), follower = crowd.Add(drone, new Point(-8, 2, 2), 4);
            crowd.Follow(follower, leader, 2);
            crowd.Send(leader, Destination.Matching(cell => cell.X >= 15));
            GC.Collect();
            GC.WaitForPendingFinalizers();
            for (var frame = 0; frame < 1000; frame++)
            {
                crowd.Update(1.0 / 60);
            }
            Point a = crowd.State(leader).Position, b = crowd.State(follower).Position;
            Check.That(a.X > 7, "the leader went where the function says");
            Check.That(a.DistanceTo(b) < 3, "the other one followed");
            crowd.Stop(leader);
            crowd.Remove(follower);
            Check.Equal(1, crowd.States().Length);
            Check.Equal(crowd.States()[0].Id, crowd.Ids()[0]);
            crowd.MoveAll(new[] { leader }, new[] { new Point(-8, 2, 0) });
            Check.Equal(-8.0, crowd.State(leader).Position.X);
        }
    }

    public static void AGroupSettlesAroundOnePoint()
    {
        ulong door;
        using (var navigator = Hall(out door))
        using (var crowd = new Crowd(navigator))
        {
            var walker = Walker(navigator);
            var group = new ulong[5];
            for (var number = 0; number < group.Length; number++)
            {
                group[number] = crowd.Add(walker, new Point(2, 0.25, number - 2), 4);
            }
            var places = crowd.SendGroup(group, new Point(8, 0.25, 0));
            Check.Equal(5, places.Length);
            for (var frame = 0; frame < 600; frame++)
            {
                crowd.Update(1.0 / 60);
            }
            foreach (var place in places)
            {
                Check.That(Array.Exists(crowd.States().ToArray(), it => it.Position.DistanceTo(place) < 0.2), "one is there");
            }
            Check.Refused(Status.ErrorNoRoom, () => crowd.SendGroup(group, new Point(8, -9, 0)));
            Check.Equal(0, crowd.SendGroup(new ulong[0], new Point(8, 0.25, 0)).Length);
        }
    }

    public static void AFormationFollowsItsLeader()
    {
        ulong door;
        using (var navigator = Hall(out door))
        using (var crowd = new Crowd(navigator))
        {
            var walker = Walker(navigator);
            var leader = crowd.Add(walker, new Point(2, 0.25, 0), 2);
            var group = new ulong[2];
            for (var number = 0; number < group.Length; number++)
            {
                group[number] = crowd.Add(walker, new Point(1, 0.25, 2 * number - 1), 4);
            }
            var line = new Formation { Shape = FormationShape.Line, Spacing = 1, Wait = 3 };
            crowd.FollowInFormation(leader, group, line);
            crowd.Send(leader, new Point(8, 0.25, 0));
            for (var frame = 0; frame < 900; frame++)
            {
                crowd.Update(1.0 / 60);
            }
            var end = crowd.State(leader).Position;
            foreach (var agent in group)
            {
                Check.That(Math.Abs(crowd.State(agent).Position.DistanceTo(end) - 1) < 0.3, "it is beside its leader");
            }
            Check.Refused(Status.ErrorOptions, () => crowd.FollowInFormation(leader, new[] { leader }, line));
        }
    }

    public static void AgentsHaveWaysAndSpeedsAndSayWhyNot()
    {
        ulong door;
        using (var navigator = Hall(out door))
        using (var crowd = new Crowd(navigator))
        {
            var walker = Walker(navigator);
            navigator.InsertBox(new Point(3, 0, -3), new Point(6, 1.2, 3));
            var agent = crowd.Add(walker, new Point(2, 0.25, 0), 4);
            crowd.Send(agent, new Point(8, 0.25, 0));
            crowd.SetSpeed(agent, 0);
            crowd.Update(0.1);
            crowd.Update(0.1);
            Check.Equal(2.0, crowd.State(agent).Position.X);
            var way = crowd.Waypoints(agent);
            Check.That(way.Length > 2 && way[way.Length - 1].DistanceTo(new Point(8, 0.25, 0)) < 0.1, "there is a way");
            Check.Equal(way.Length, crowd.Waypoints(agent, new Point[1]));
            Check.That(!crowd.State(agent).IsBlocked, "it is free");
            Check.Equal(NoPathReason.None, crowd.State(agent).PartialReason);
            Check.Equal(0, crowd.Remedies(agent).Length);
            // On top of what is too high.
            var remedies = walker.Remedies(new Point(2, 0.25, 0), new Point(4.5, 1.25, 0));
            var step = Array.Find(remedies, remedy => remedy.Kind == RemedyKind.StepUp);
            Check.That(step.Needed > step.Has && step.Has == 1, "a higher step would do");
            crowd.Send(agent, new Point(4.5, 1.25, 0));
            crowd.Update(0.1);
            Check.Equal(remedies.Length, crowd.Remedies(agent).Length);
            crowd.SetPriority(agent, 1);
            crowd.SetRadius(agent, 0.3);
            crowd.SetKeepAway(agent, 0);
            Check.Refused(Status.ErrorOptions, () => crowd.SetKeepAway(agent, 1));
            Check.Refused(Status.ErrorUnknownId, () => crowd.SetKeepAway(99, 1));
            crowd.SetBody(agent, walker);
            crowd.SetSpeed(agent, 2);
            crowd.Move(agent, new Point(0, 0, 2));
            crowd.Update(0.5);
            Check.Equal(1.0, crowd.State(agent).Position.Z);
            Check.Throws<ArgumentNullException>(() => crowd.SetBody(agent, null));
            Check.Refused(Status.ErrorOptions, () => crowd.SetRadius(agent, -1));
            Check.Refused(Status.ErrorUnknownId, () => crowd.Move(99, new Point()));
            Check.Refused(Status.ErrorUnknownId, () => crowd.SetSpeed(99, 1));
            Check.Refused(Status.ErrorUnknownId, () => crowd.Waypoints(99));
            Check.Throws<ArgumentNullException>(() => walker.Remedies(new Point(), null));
        }
    }

    public static void DoorsCloseOnNobodyAndHaveNames()
    {
        ulong door;
        using (var navigator = Hall(out door))
        using (var crowd = new Crowd(navigator, new CrowdSettings { Anytime = true, Searches = 4 }))
        {
            navigator.Remove(door);
            Agent drone = navigator.AddFlying(Guide.Small), walker = Walker(navigator);
            Point shut = new Point(0, 2, 7), open = new Point(0, 2, 30);
            var gate = navigator.Insert(Shape.Box(new Point(0.5, 3, 3)), open, name: "gâte");
            Check.Equal("gâte", navigator.NameOf(gate));
            Check.That(navigator.NameOf(navigator.InsertBox(open, open + new Point(1, 1, 1))) == null, "it has no name");
            ulong found;
            Check.That(navigator.Find("gâte", out found) && found == gate, "the gate is found");
            Check.That(!navigator.Find("gate", out found), "another name is not");
            Check.Throws<ArgumentNullException>(() => navigator.Find(null, out found));
            Check.That(!navigator.IsClearIfMoved(gate, shut, new Rotation(), drone, new Point(0, 2, 7)), "in the way");
            Check.That(navigator.IsClearIfMoved(gate, shut, new Rotation(), walker, new Point(3, 0.25, 7)), "clear");
            ulong ann = crowd.Add(drone, new CrowdAgent { Position = new Point(0, 2, 6), Arrival = Arrival.Near });
            var bob = crowd.Add(walker, new Point(0, 0.25, 8));
            var inTheWay = crowd.TryMoveObstacle(gate, shut);
            Check.That(inTheWay.Length == 2 && inTheWay[0] == ann && inTheWay[1] == bob, "both are in the way");
            crowd.Remove(ann);
            crowd.SetPosition(bob, new Point(3, 0.25, 8));
            Check.Equal(0, crowd.TryMoveObstacle(gate, shut).Length);
            Point now;
            Rotation turned;
            navigator.Placement(gate, out now, out turned);
            Check.Equal(shut, now);
            crowd.Send(bob, new Point(8, 0.25, 8));
            crowd.UpdatePlans(0.5);
            Check.Equal(3.0, crowd.State(bob).Position.X);
            crowd.UpdatePositions(0.5);
            Check.That(crowd.State(bob).Position.X > 3.4, "both halves are an update");
        }
    }

    public static void SavedInTheMiddleWithItsWorldACrowdGoesOnEqually()
    {
        ulong door;
        using (var navigator = Hall(out door))
        using (var crowd = new Crowd(navigator))
        {
            Agent drone = navigator.AddFlying(Guide.Small), walker = Walker(navigator);
            for (var number = 0; number < 10; number++)
            {
                double y = number % 2 == 1 ? 0.25 : 2, z = number - 5;
                var id = crowd.Add(number % 2 == 1 ? walker : drone, new Point(-8, y, z), 4);
                crowd.Send(id, new Point(8, y, z));
            }
            crowd.Follow(crowd.Ids()[2], crowd.Ids()[0], 1);
            crowd.SetCharacters(new[] { new Character { Position = new Point(-3, 2, 0), Radius = 0.4 } });
            navigator.Remove(door);
            for (var frame = 0; frame < 60; frame++)
            {
                crowd.Update(1.0 / 60);
            }
            using (var world = Navigator.FromBytes(navigator.ToBytes()))
            using (var loaded = Crowd.FromBytes(world, crowd.ToBytes()))
            {
                var before = crowd.States().ToArray();
                var arrived = 0;
                for (var frame = 0; frame < 300; frame++)
                {
                    var happened = crowd.Update(1.0 / 60).ToArray();
                    var there = loaded.Update(1.0 / 60).ToArray();
                    Check.Equal(happened.Length, there.Length);
                    for (var number = 0; number < happened.Length; number++)
                    {
                        Check.Equal(happened[number].Id, there[number].Id);
                        Check.Equal(happened[number].Kind, there[number].Kind);
                        arrived += happened[number].Kind == CrowdEventKind.Arrived ? 1 : 0;
                    }
                    CrowdAgentState[] states = crowd.States().ToArray(), others = loaded.States().ToArray();
                    Check.Equal(states.Length, others.Length);
                    for (var number = 0; number < states.Length; number++)
                    {
                        Check.Equal(states[number].Id, others[number].Id);
                        Check.Equal(states[number].Position, others[number].Position);
                        Check.Equal(states[number].Velocity, others[number].Velocity);
                    }
                }
                Check.That(arrived > 5, arrived + " arrive after that");
                Check.That(before[0].Position.DistanceTo(crowd.States()[0].Position) > 5, "they were on their way");
            }
        }
    }

    public static void ACrowdOnAPlanAndBytesOfNoCrowdAreRefused()
    {
        ulong door;
        using (var navigator = Hall(out door))
        using (var crowd = new Crowd(navigator))
        {
            var drone = navigator.AddFlying(Guide.Small);
            Point[] starts = { new Point(2, 2, 2), new Point(8, 2, 2) }, goals = { starts[1], starts[0] };
            using (var plan = new JointPlan(drone, starts, goals))
            {
                while (plan.Step(100) == Status.Pending) { }
                var agents = Array.ConvertAll(starts, at => crowd.Add(drone, at, 3));
                var bytes = crowd.ToBytes();
                crowd.FollowPlan(agents, plan);
                Check.Refused(Status.ErrorUnsupported, () => crowd.ToBytes(), "joint plan");
                crowd.Send(agents[0], goals[0]);
                crowd.Send(agents[1], Destination.Matching(cell => cell.X == 0));
                Check.Refused(Status.ErrorUnsupported, () => crowd.ToBytes(), "cells");
                Check.Refused(Status.ErrorFile, () => Crowd.FromBytes(navigator, new ReadOnlySpan<byte>(bytes, 0, 9)));
                Check.Refused(Status.ErrorFile, () => Crowd.FromBytes(navigator, navigator.ToBytes()), "no");
                Check.Throws<ArgumentNullException>(() => Crowd.FromBytes(null, bytes));
            }
        }
    }

    public static void WhatACrowdRefusesIsThrown()
    {
        ulong door;
        using (var navigator = Hall(out door))
        using (var other = Hall(out door))
        {
            var crowd = new Crowd(navigator);
            var drone = navigator.AddFlying(Guide.Small);
            var agent = crowd.Add(drone, new Point(-8, 2, 0));
            Check.Refused(Status.ErrorNoRoom, () => crowd.Add(drone, new Point(0, 2, 0)));
            Check.Throws<VoxnavException>(() => crowd.Add(other.AddFlying(Guide.Small), new Point(-8, 2, 0)));
            Check.Refused(Status.ErrorUnknownId, () => crowd.Send(agent + 1, new Point()));
            Check.Throws<VoxnavException>(() => crowd.Update(double.NaN));
            Check.Throws<ArgumentException>(() => crowd.MoveAll(new ulong[2], new Point[1]), "as many positions");
            Check.Throws<ArgumentNullException>(() => crowd.Add(null, new Point()));
            Check.Throws<ArgumentNullException>(() => crowd.Send(agent, null));
            crowd.Send(agent, Destination.Matching(cell => { throw new TimeoutException(); }));
            Check.Throws<TimeoutException>(() =>
            {
                for (var frame = 0; frame < 10; frame++)
                {
                    crowd.Update(0.1);
                }
            });
            navigator.Dispose();
            Check.Refused(Status.ErrorStaleHandle, () => crowd.Update(0.1));
            crowd.Dispose();
            Check.Throws<ObjectDisposedException>(() => crowd.Update(0.1), "Crowd");
        }
    }

    /// <summary>Runs frames in which nothing is to be allocated: agents go to and fro for ever.</summary>
    internal static Action<int> ToAndFro(Crowd crowd, Navigator navigator)
    {
        Agent drone = navigator.AddFlying(Guide.Small), walker = Walker(navigator);
        for (var number = 0; number < 6; number++)
        {
            crowd.Add(number % 2 == 1 ? walker : drone, new Point(-8, number % 2 == 1 ? 0.25 : 2, number - 3), 4);
        }
        var side = 8;
        var total = 0;
        return count =>
        {
            for (var frame = 0; frame < count; frame++)
            {
                if (total++ % 300 == 0)
                {
                    foreach (var state in crowd.States())
                    {
                        crowd.Send(state.Id, new Point(side, state.Position.Y, state.Position.Z));
                    }
                    side = -side;
                }
                crowd.Update(1.0 / 60);
            }
        };
    }
}
