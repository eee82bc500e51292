using UnityEngine;
using Voxnav.Unity;

/// <summary>Put this on an empty object of an empty scene and press Play: a hall, a wall with a gap, drones and walkers that
/// go to and fro.</summary>
public sealed class Hall : MonoBehaviour
{
    void Start()
    {
        Block(new Vector3(0, -0.5f, 0), new Vector3(20, 1, 20));
        Block(new Vector3(0, 2, -3), new Vector3(1, 4, 14));
        var world = new GameObject("Voxnav World");
        world.transform.position = new Vector3(0, 2, 0);
        world.SetActive(false);
        var settings = world.AddComponent<VoxnavWorld>();
        settings.cellSize = 0.25f;
        settings.size = new Vector3(20, 4, 20);
        world.SetActive(true);
        for (var number = 0; number < 10; number++)
        {
            Send(number % 2 == 0, new Vector3(-8, number % 2 == 0 ? 2 : 0, number - 5));
        }
    }

    static void Block(Vector3 center, Vector3 size)
    {
        var block = GameObject.CreatePrimitive(PrimitiveType.Cube);
        block.transform.position = center;
        block.transform.localScale = size;
    }

    static void Send(bool flies, Vector3 from)
    {
        var body = GameObject.CreatePrimitive(PrimitiveType.Capsule);
        Destroy(body.GetComponent<Collider>());
        // A capsule of Unity has its origin in its middle, one unit over its feet.
        from.y += flies ? 0 : 1;
        body.transform.position = from;
        body.SetActive(false);
        var agent = body.AddComponent<VoxnavAgent>();
        agent.flies = flies;
        agent.radius = 0.25f;
        agent.height = flies ? 0.5f : 1.8f;
        agent.baseOffset = flies ? 0 : 1;
        body.SetActive(true);
        var side = 8f;
        agent.arrived += () =>
        {
            side = -side;
            agent.SetDestination(new Vector3(side, from.y, from.z));
        };
        agent.SetDestination(new Vector3(side, from.y, from.z));
    }
}
