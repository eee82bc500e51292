using System;
using UnityEngine;
using Voxnav;
using Voxnav.Unity;

/// <summary>The components of Unity over the stub of its signatures.</summary>
static class Components
{
    public static void AnObstacleIsWhereItsColliderIs()
    {
        // Points of the surface by Unity's own formula, of every kind of colliders, however they lie.
        var random = new System.Random(1);
        for (var round = 0; round < 40; round++)
        {
            Scene.Clear();
            var thing = new GameObject("thing");
            var at = thing.transform;
            at.position = Draw(random, 3);
            at.rotation = Quaternion.AngleAxis(random.Next(360), Draw(random, 1) + new Vector3(0.01f, 0.01f, 2));
            var scale = 0.5f + (float)random.NextDouble();
            at.localScale = new Vector3(scale, 1, 2 - scale);
            var center = Draw(random, 0.3f);
            var surface = Surface(round % 6, thing, center, random);
            using (var navigator = new Navigator(0.25, Axes.Of(new Vector3(-9, -9, -9)), Axes.Of(new Vector3(9, 9, 9))))
            {
                var shape = Shapes.Of(thing.GetComponent<Collider>());
                navigator.Insert(shape, Axes.Of(at.position), Axes.Of(at.rotation));
                foreach (var point in surface)
                {
                    var inside = at.TransformPoint(center + point * 0.97f);
                    var outside = at.TransformPoint(center + point * 1.04f);
                    if (round % 6 != 4)
                    {
                        Check.Equal(1, Overlapping(navigator, inside));
                    }
                    Check.Equal(0, Overlapping(navigator, outside));
                }
            }
        }
        Scene.Clear();
    }

    /// <summary>Adds a collider and returns points of its surface, from its center.</summary>
    static Vector3[] Surface(int kind, GameObject thing, Vector3 center, System.Random random)
    {
        Vector3[] corners = { new Vector3(1, 0.5f, 0.7f), new Vector3(-1, 0.5f, 0.7f), new Vector3(1, -0.5f, -0.7f) };
        switch (kind)
        {
            case 0:
                var box = thing.AddComponent<BoxCollider>();
                box.center = center;
                box.size = corners[0] * 2;
                return corners;
            case 1:
                thing.transform.localScale = Vector3.one * 1.3f;
                var ball = thing.AddComponent<SphereCollider>();
                ball.center = center;
                ball.radius = 0.8f;
                return new[] { new Vector3(0.8f, 0, 0), new Vector3(0, 0, -0.8f), new Vector3(0, 0.48f, 0.64f) };
            case 2:
            case 3:
                thing.transform.localScale = Vector3.one * 1.2f;
                var capsule = thing.AddComponent<CapsuleCollider>();
                capsule.center = center;
                capsule.radius = 0.3f;
                capsule.height = 2;
                capsule.direction = random.Next(3);
                float[] along = { 0, 0, 0 }, across = { 0, 0, 0 };
                along[capsule.direction] = 1;
                across[(capsule.direction + 1) % 3] = 0.3f;
                return new[] { new Vector3(along[0], along[1], along[2]), new Vector3(across[0], across[1], across[2]) };
            case 4:
                // A tetrahedron of triangles: its inside is free, its corners are not.
                var mesh = thing.AddComponent<MeshCollider>();
                mesh.sharedMesh = new Mesh { vertices = Tetrahedron(center), triangles = new[] { 0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2 } };
                return Tetrahedron(Vector3.zero);
            default:
                var hull = thing.AddComponent<MeshCollider>();
                hull.convex = true;
                hull.sharedMesh = new Mesh { vertices = Tetrahedron(center), triangles = new int[0] };
                return Tetrahedron(Vector3.zero);
        }
    }

    static Vector3[] Tetrahedron(Vector3 center)
    {
        return new[]
        {
            center + new Vector3(1, 1, 1), center + new Vector3(1, -1, -1), center + new Vector3(-1, 1, -1),
            center + new Vector3(-1, -1, 1)
        };
    }

    public static void ATerrainIsAsHighAsItsHeights()
    {
        Scene.Clear();
        var thing = new GameObject("terrain");
        thing.transform.position = new Vector3(-5, 1, -3);
        // Higher along z than along x: rows and columns are not to be mistaken for each other.
        var heights = new float[5, 5];
        for (var z = 0; z < 5; z++)
        {
            for (var x = 0; x < 5; x++)
            {
                heights[z, x] = 0.1f * z + 0.05f * x;
            }
        }
        thing.AddComponent<TerrainCollider>().terrainData = new TerrainData { heights = heights, size = new Vector3(8, 10, 4) };
        using (var navigator = new Navigator(0.25, Axes.Of(new Vector3(-9, -9, -9)), Axes.Of(new Vector3(9, 9, 9))))
        {
            navigator.Insert(Shapes.Of(thing.GetComponent<Collider>()), Axes.Of(thing.transform.position));
            for (var part = 0.1f; part < 1; part += 0.2f)
            {
                // 8 units along x are 4 columns, 4 along z are 4 rows.
                var other = 1 - part * 0.8f;
                var place = new Vector3(-5 + 8 * part, 1 + 10 * (0.1f * 4 * other + 0.05f * 4 * part), -3 + 4 * other);
                Check.Equal(1, Overlapping(navigator, place));
                Check.Equal(0, Overlapping(navigator, place + new Vector3(0, 0.5f, 0)));
            }
        }
        Scene.Clear();
    }

    public static void TheSampleMovesItsAgents()
    {
        Scene.Clear();
        new GameObject("hall").AddComponent<Hall>();
        Scene.Frame();
        var agents = UnityEngine.Object.FindObjectsOfType<VoxnavAgent>();
        Check.Equal(10, agents.Length);
        var arrived = new int[agents.Length];
        for (var number = 0; number < agents.Length; number++)
        {
            var mine = number;
            agents[number].arrived += () => arrived[mine]++;
        }
        for (var frame = 0; frame < 1500; frame++)
        {
            Scene.Frame();
        }
        foreach (var count in arrived)
        {
            Check.That(count >= 2, "each agent arrives, and goes back");
        }
        Check.Equal(0, Debug.Messages.Count);
        Scene.Clear();
    }

    public static void AnAgentAnswersAsOneOfTheNavigationMeshDoes()
    {
        Scene.Clear();
        GameObject door;
        var world = Hall(out door);
        var thing = new GameObject("drone");
        thing.transform.position = new Vector3(-8, 2, 0);
        var agent = Deferred<VoxnavAgent>(thing, it =>
        {
            it.flies = true;
            it.radius = 0.3f;
            it.height = 0.6f;
            it.stoppingDistance = 0.2f;
        });
        NoPathReason? why = null;
        agent.noPath += reason => why = reason;
        Check.That(agent.isOnNavMesh && !agent.hasPath && agent.remainingDistance == 0, "it stays");
        Check.That(agent.SetDestination(new Vector3(8, 2, 0)) && agent.pathPending, "it is sent");
        Check.That(float.IsPositiveInfinity(agent.remainingDistance), "no way is known yet");
        Frames(30);
        Check.Equal(NoPathReason.Unreachable, why.Value);
        Check.That(agent.isPathStale && !agent.pathPending, "there is no way");
        // The door goes aside, as its component says.
        door.transform.position += new Vector3(0, 20, 0);
        Frames(120);
        Check.That(agent.hasPath && agent.remainingDistance < 30 && agent.velocity.magnitude > 1, "it is on its way");
        Check.That((agent.steeringTarget - thing.transform.position).magnitude < 5, "it goes somewhere near");
        agent.isStopped = true;
        var stopped = thing.transform.position;
        // From 3.5 units a second at 8 units a second squared it takes 27 frames, and 0.77 units.
        Frames(30);
        var there = thing.transform.position;
        Check.That((there - stopped).magnitude < 0.81f, "it slows down at once, " + (there - stopped).magnitude);
        Frames(30);
        Check.That((thing.transform.position - there).magnitude < 1e-4f, "it stands");
        agent.isStopped = false;
        Frames(600);
        var left = (thing.transform.position - new Vector3(8, 2, 0)).magnitude;
        Check.That(left <= 0.2f + 1e-4f, "it arrives, " + left);
        Check.That(!agent.Warp(new Vector3(0, 2, 0)), "it does not fit into the wall");
        Check.That(agent.Warp(new Vector3(-8, 2, 0)) && agent.isOnNavMesh, "it was put elsewhere");
        Check.That(!agent.IsClear(new Vector3(8, 2, 0)), "the wall is in sight");
        Vector3 nearest;
        Check.That(world.SamplePosition(agent, new Vector3(0, 2, 0), out nearest, 3), "there is a place beside the wall");
        thing.SetActive(false);
        Check.Equal(0, world.crowd.States().Length);
        Scene.Clear();
    }

    public static void AnAgentThatPhysicsMovesIsToldItsVelocity()
    {
        Scene.Clear();
        GameObject door;
        Hall(out door);
        UnityEngine.Object.Destroy(door);
        var thing = new GameObject("walker");
        thing.transform.position = new Vector3(-8, 0.9f, 0);
        var agent = Deferred<VoxnavAgent>(thing, it =>
        {
            it.baseOffset = 0.9f;
            it.updatePosition = false;
        });
        agent.SetDestination(new Vector3(8, 0.9f, 0));
        var arrived = false;
        agent.arrived += () => arrived = true;
        for (var frame = 0; frame < 1500 && !arrived; frame++)
        {
            Scene.Frame();
            thing.transform.position += agent.desiredVelocity * Time.deltaTime;
            agent.nextPosition = thing.transform.position;
        }
        Check.That(arrived, "it arrives");
        Check.That(Math.Abs(thing.transform.position.y - 0.9f) < 0.1, "its object is over its feet");
        Scene.Clear();
    }

    public static void AnAgentHasItsAccelerationRadiusAndPriority()
    {
        Scene.Clear();
        GameObject door;
        Hall(out door);
        var agents = new VoxnavAgent[2];
        for (var number = 0; number < 2; number++)
        {
            var thing = new GameObject("drone " + number);
            thing.transform.position = new Vector3(-8, 2, number == 0 ? -6 : 6);
            agents[number] = Deferred<VoxnavAgent>(thing, it =>
            {
                it.flies = true;
                it.height = 0.6f;
                it.speed = 4;
                it.acceleration = 8;
                it.avoidancePriority = 50 - number;
            });
        }
        agents[0].SetDestination(new Vector3(-8, 2, 6));
        var before = 0f;
        for (var frame = 0; frame < 60; frame++)
        {
            Scene.Frame();
            var gained = agents[0].velocity.magnitude - before;
            Check.That(gained < 8 * Time.deltaTime + 1e-4, "it gains speed by and by, " + gained);
            before += gained;
        }
        Check.That(before > 3.9, "in the end it is fast, " + before);
        agents[0].speed = 1;
        Frames(120);
        Check.That(agents[0].velocity.magnitude < 1.01f, "another speed counts at once");
        agents[0].speed = 4;
        agents[0].avoidanceRadius = 1;
        agents[1].avoidanceRadius = 1;
        agents[1].avoidancePriority = 1;
        agents[1].SetDestination(new Vector3(-8, 2, -6));
        var nearest = float.PositiveInfinity;
        for (var frame = 0; frame < 1200; frame++)
        {
            Scene.Frame();
            var between = agents[0].transform.position - agents[1].transform.position;
            nearest = Math.Min(nearest, between.magnitude);
        }
        foreach (var agent in agents)
        {
            Check.That(!agent.hasPath && !agent.pathPending && agent.remainingDistance == 0, "each arrived");
        }
        Check.That(nearest > 2 - 1e-3, "they kept away from each other, " + nearest);
        agents[1].height = 0.8f;
        Check.Refused(Status.ErrorNoRoom, () => agents[1].height = 6);
        Check.Equal(0.8f, agents[1].height);
        Check.Refused(Status.ErrorOptions, () => agents[1].avoidanceRadius = -1);
        Check.Equal(1f, agents[1].avoidanceRadius);
        Scene.Clear();
    }

    public static void AnAgentKeepsAwayFromWallsWhereThereIsRoom()
    {
        Scene.Clear();
        GameObject door;
        Hall(out door);
        door.transform.position = new Vector3(0, 20, 0);
        var agents = new VoxnavAgent[2];
        for (var number = 0; number < 2; number++)
        {
            var thing = new GameObject("drone " + number);
            thing.transform.position = new Vector3(-8, 2, -4 - 3 * number);
            agents[number] = Deferred<VoxnavAgent>(thing, it =>
            {
                it.flies = true;
                it.height = 0.6f;
                it.speed = 4;
                it.keepAwayDistance = 2 * number;
                it.keepAwayWeight = 8;
            });
            agents[number].SetDestination(new Vector3(8, 2, thing.transform.position.z));
        }
        // Where they pass the end of the wall, which is at 4.
        float[] passed = { 0, 0 };
        for (var frame = 0; frame < 900; frame++)
        {
            Scene.Frame();
            for (var number = 0; number < 2; number++)
            {
                var at = agents[number].transform.position;
                passed[number] = Math.Abs(at.x) < 0.5f ? at.z : passed[number];
            }
        }
        Check.That(agents[0].remainingDistance == 0 && agents[1].remainingDistance == 0, "both arrived");
        Check.That(passed[0] > 4 && passed[0] < 5, "one cuts the corner, " + passed[0]);
        Check.That(passed[1] > 5.5f, "the other keeps away from it, " + passed[1]);
        Check.Refused(Status.ErrorOptions, () => agents[1].keepAwayDistance = -1);
        Check.That(agents[1].keepAwayDistance == 2, "what is refused is not set");
        Scene.Clear();
    }

    static void Frames(int count)
    {
        for (var frame = 0; frame < count; frame++)
        {
            Scene.Frame();
        }
    }

    /// <summary>Makes a hall of 20 x 4 x 20 units with a wall, and a door in it.</summary>
    static VoxnavWorld Hall(out GameObject door)
    {
        Block(new Vector3(0, -0.5f, 0), new Vector3(20, 1, 20));
        Block(new Vector3(0, 2, -3), new Vector3(1, 4, 14));
        door = Block(new Vector3(0, 2, 7), new Vector3(1, 4, 6));
        var thing = new GameObject("world");
        thing.transform.position = new Vector3(0, 2, 0);
        var world = Deferred<VoxnavWorld>(thing, it => it.size = new Vector3(20, 4, 20));
        door.AddComponent<VoxnavObstacle>();
        return world;
    }

    static GameObject Block(Vector3 center, Vector3 size)
    {
        var block = GameObject.CreatePrimitive(PrimitiveType.Cube);
        block.transform.position = center;
        block.transform.localScale = size;
        return block;
    }

    static T Deferred<T>(GameObject thing, Action<T> set) where T : Component, new()
    {
        thing.SetActive(false);
        var made = thing.AddComponent<T>();
        set(made);
        thing.SetActive(true);
        return made;
    }

    static Vector3 Draw(System.Random random, float most)
    {
        Func<float> number = () => ((float)random.NextDouble() * 2 - 1) * most;
        return new Vector3(number(), number(), number());
    }

    static int Overlapping(Navigator navigator, Vector3 at)
    {
        return navigator.Overlapping(Axes.Of(at), new Point(0.003, 0.003, 0.003), Span<ulong>.Empty);
    }
}
