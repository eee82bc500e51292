using System;
using System.Collections.Generic;
using Godot;
using Voxnav;
using Voxnav.Godot;

/// <summary>The nodes of Godot over the stub of its signatures.</summary>
static class Nodes
{
    public static void AgentsGetThereThroughADoorThatOpens()
    {
        GD.Errors.Clear();
        var tree = new SceneTree();
        AnimatableBody3D door;
        var scene = Hall(out door);
        Node3D drone = Walks(scene, true, new Vector3(-8, 2, 0)), walker = Walks(scene, false, new Vector3(-8, 0.9f, 3));
        tree.Enter(scene);
        int reached = 0, without = 0, frames = 0;
        foreach (var node in new[] { drone, walker })
        {
            var agent = AgentOf(node);
            Check.That(agent.IsInWorld && agent.IsNavigationFinished(), "it waits");
            agent.TargetReached += () => reached++;
            agent.NoPath += why => without++;
            agent.TargetPosition = new Vector3(8, node.GlobalPosition.Y, node.GlobalPosition.Z);
        }
        for (; reached < 2 && frames < 2000; frames++)
        {
            if (frames == 60)
            {
                Check.Equal(2, without);
                door.Position = new Vector3(0, 20, 0);
            }
            tree.Frame();
        }
        Check.Equal(2, reached);
        Check.That(frames > 60 + 200, "nobody was faster than its speed");
        Check.That(drone.GlobalPosition.DistanceTo(new Vector3(8, 2, 0)) <= 0.2f + 1e-4f, "the drone is there");
        Check.That(walker.GlobalPosition.DistanceTo(new Vector3(8, 0.9f, 3)) <= 0.2f + 1e-4f, "the walker is there, on its feet");
        tree.Leave(scene);
        Check.Equal(0, GD.Errors.Count);
    }

    public static void ABodyThatPhysicsMovesIsToldItsVelocity()
    {
        GD.Errors.Clear();
        var tree = new SceneTree();
        AnimatableBody3D door;
        var scene = Hall(out door);
        door.Position = new Vector3(0, 20, 0);
        var drone = Walks(scene, true, new Vector3(-8, 2, 0));
        var agent = AgentOf(drone);
        agent.MovesParent = false;
        // Asked for before it is ready.
        agent.TargetPosition = new Vector3(8, 2, 0);
        tree.Enter(scene);
        var reached = false;
        var walked = 0f;
        // Past the end of the wall, where the door stood.
        var shortest = 2 * new Vector3(-8, 2, 0).DistanceTo(new Vector3(0, 2, 4.3f));
        agent.TargetReached += () => reached = true;
        for (var frame = 0; frame < 2000 && !reached; frame++)
        {
            tree.Frame();
            // A way between bodies and corners may lead beside the next point, but not far about.
            walked += agent.Velocity.DistanceTo(new Vector3()) / 60;
            drone.GlobalPosition += agent.Velocity / 60;
        }
        Check.That(walked < 1.15f * shortest, "it goes there without detours");
        Check.That(reached, "it arrives");
        tree.Leave(scene);
        Check.Equal(0, GD.Errors.Count);
    }

    public static void AnAgentHasItsAccelerationRadiusAndPriority()
    {
        GD.Errors.Clear();
        var tree = new SceneTree();
        AnimatableBody3D door;
        var scene = Hall(out door);
        Node3D one = Walks(scene, true, new Vector3(-8, 2, -6)), other = Walks(scene, true, new Vector3(-8, 2, 6));
        foreach (var node in new[] { one, other })
        {
            AgentOf(node).Acceleration = 8;
            AgentOf(node).AvoidanceRadius = 1;
        }
        AgentOf(other).AvoidancePriority = 0.5f;
        AgentOf(one).TargetPosition = new Vector3(-8, 2, 6);
        AgentOf(other).TargetPosition = new Vector3(-8, 2, -6);
        tree.Enter(scene);
        var nearest = float.PositiveInfinity;
        for (var frame = 0; frame < 1500; frame++)
        {
            tree.Frame();
            nearest = Math.Min(nearest, one.GlobalPosition.DistanceTo(other.GlobalPosition));
            if (frame == 11)
            {
                // A fifth of a second at 8 units a second squared.
                var speed = AgentOf(one).Velocity.DistanceTo(new Vector3());
                Check.That(speed > 1 && speed < 1.61, "it gains speed by and by, " + speed);
                AgentOf(one).Speed = 3;
                AgentOf(other).AvoidancePriority = 0.25f;
            }
        }
        Check.That(AgentOf(one).IsNavigationFinished() && AgentOf(other).IsNavigationFinished(), "both arrived");
        Check.That(nearest > 2 - 1e-3, "they kept away from each other, " + nearest);
        Check.Refused(Status.ErrorOptions, () => AgentOf(one).AvoidanceRadius = -1);
        Check.Refused(Status.ErrorOptions, () => AgentOf(one).Speed = -1);
        tree.Leave(scene);
        Check.Equal(0, GD.Errors.Count);
    }

    public static void AnAgentKeepsAwayFromWallsWhereThereIsRoom()
    {
        GD.Errors.Clear();
        var tree = new SceneTree();
        AnimatableBody3D door;
        var scene = Hall(out door);
        door.Position = new Vector3(0, 20, 0);
        Node3D near = Walks(scene, true, new Vector3(-8, 2, -4)), far = Walks(scene, true, new Vector3(-8, 2, -7));
        AgentOf(far).KeepAwayDistance = 2;
        AgentOf(far).KeepAwayWeight = 8;
        foreach (var node in new[] { near, far })
        {
            AgentOf(node).TargetPosition = new Vector3(8, 2, node.GlobalPosition.Z);
        }
        tree.Enter(scene);
        // Where they pass the end of the wall, which is at 4.
        float[] passed = { 0, 0 };
        for (var frame = 0; frame < 900; frame++)
        {
            tree.Frame();
            var number = 0;
            foreach (var node in new[] { near, far })
            {
                if (Math.Abs(node.GlobalPosition.X) < 0.5f)
                {
                    passed[number] = node.GlobalPosition.Z;
                }
                number++;
            }
        }
        Check.That(AgentOf(near).IsNavigationFinished() && AgentOf(far).IsNavigationFinished(), "both arrived");
        Check.That(passed[0] > 4 && passed[0] < 5, "one cuts the corner, " + passed[0]);
        Check.That(passed[1] > 5.5f, "the other keeps away from it, " + passed[1]);
        Check.Refused(Status.ErrorOptions, () => AgentOf(far).KeepAwayDistance = -1);
        Check.That(AgentOf(far).KeepAwayDistance == 2, "what is refused is not set");
        tree.Leave(scene);
        Check.Equal(0, GD.Errors.Count);
    }

    public static void AnAgentWithoutAWorldSaysSo()
    {
        GD.Errors.Clear();
        var tree = new SceneTree();
        var scene = new Node3D();
        Walks(scene, true, new Vector3());
        tree.Enter(scene);
        tree.Frame();
        Check.Equal(1, GD.Errors.Count);
        tree.Leave(scene);
    }

    public static void AnObstacleIsWhereItsShapeIs()
    {
        var random = new Random(2);
        Vector3[] corners =
        {
            new Vector3(1, 1, 1), new Vector3(1, -1, -1), new Vector3(-1, 1, -1), new Vector3(-1, -1, 1)
        };
        var faces = new List<Vector3>();
        foreach (var number in new[] { 0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2 })
        {
            faces.Add(corners[number]);
        }
        var kinds = new Dictionary<Shape3D, Vector3[]>
        {
            { new BoxShape3D { Size = new Vector3(2, 1, 3) }, new[] { new Vector3(1, 0.5f, 1.5f), new Vector3(-1, 0.5f, -1.5f) } },
            { new SphereShape3D { Radius = 0.8f }, new[] { new Vector3(0.8f, 0, 0), new Vector3(0, 0.48f, -0.64f) } },
            { new CapsuleShape3D { Radius = 0.3f, Height = 2 }, new[] { new Vector3(0, 1, 0), new Vector3(0, 0, 0.3f) } },
            { new CylinderShape3D { Radius = 0.3f, Height = 2 }, new[] { new Vector3(0.18f, 1, 0.24f) } },
            { new ConvexPolygonShape3D { Points = corners }, corners },
            { new ConcavePolygonShape3D { Data = faces.ToArray() }, corners },
            {
                new HeightMapShape3D { MapWidth = 3, MapDepth = 2, MapData = new[] { 0f, 0, 0, 1, 2, 3 } },
                // Along z as deep, along x as wide, and higher along both.
                new[] { new Vector3(-1, 0, -0.5f), new Vector3(1, 3, 0.5f), new Vector3(-1, 1, 0.5f) }
            }
        };
        foreach (var kind in kinds)
        {
            for (var round = 0; round < 5; round++)
            {
                var node = new Node3D
                {
                    Position = new Vector3(random.Next(3), random.Next(3), random.Next(3)),
                    RotationY = (float)(random.NextDouble() * 6)
                };
                var at = node.GlobalTransform;
                using (var navigator = new Navigator(0.25, new Point(-9, -9, -9), new Point(9, 9, 9)))
                {
                    navigator.Insert(Shapes.Of(kind.Key, at.Basis.Scale), Axes.Of(at.Origin),
                        Axes.Of(at.Basis.GetRotationQuaternion()));
                    foreach (var corner in kind.Value)
                    {
                        Check.Equal(0, Overlapping(navigator, at.Origin + at.Basis * (corner * 1.05f)));
                        Check.Equal(1, Overlapping(navigator, at.Origin + at.Basis * (corner * 0.998f)));
                    }
                }
            }
        }
    }

    public static void TheLibraryIsLookedForInTheAddon()
    {
        var place = VoxnavLibrary.Places()[0];
        Check.That(place.StartsWith(ProjectSettings.Folder + "/addons/voxnav/bin/"), "it is looked for in the project");
        Check.That(VoxnavLibrary.Places()[2].StartsWith("/nowhere/"), "and beside the game");
    }

    static int Overlapping(Navigator navigator, Vector3 at)
    {
        return navigator.Overlapping(Axes.Of(at), new Point(0.01, 0.01, 0.01), Span<ulong>.Empty);
    }

    static Node3D Hall(out AnimatableBody3D door)
    {
        var scene = new Node3D();
        // Agents may be ready before the world is.
        door = new AnimatableBody3D { Position = new Vector3(0, 2, 7) };
        door.AddChild(new CollisionShape3D { Shape = new BoxShape3D { Size = new Vector3(1, 4, 6) } });
        var wall = new StaticBody3D { Position = new Vector3(0, 2, -3) };
        wall.AddChild(new CollisionShape3D { Shape = new BoxShape3D { Size = new Vector3(1, 4, 14) } });
        scene.AddChild(door);
        scene.AddChild(wall);
        scene.AddChild(new VoxnavWorld3D { Position = new Vector3(0, 2, 0), Size = new Vector3(20, 4, 20) });
        return scene;
    }

    static Node3D Walks(Node3D scene, bool flies, Vector3 at)
    {
        var body = new Node3D { Position = at };
        body.AddChild(new VoxnavAgent3D
        {
            Flies = flies, Height = flies ? 0.6f : 1.8f, PathHeightOffset = flies ? 0 : 0.9f, Speed = 4,
            TargetDesiredDistance = 0.2f
        });
        scene.AddChild(body);
        return body;
    }

    static VoxnavAgent3D AgentOf(Node3D node)
    {
        foreach (var child in node.GetChildren())
        {
            return (VoxnavAgent3D)child;
        }
        return null;
    }
}
