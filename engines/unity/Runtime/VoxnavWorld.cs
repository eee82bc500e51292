using System;
using System.Collections.Generic;
using UnityEngine;

namespace Voxnav.Unity
{
    /// <summary>The world of the agents of a scene: the colliders in a box, and the crowd that moves the agents.</summary>
    /// <remarks>Colliders that are there when the world awakes are obstacles, unless they are triggers or on other layers.
    /// One that moves later needs a <see cref="VoxnavObstacle"/>.</remarks>
    [AddComponentMenu("Voxnav/Voxnav World")]
    [DefaultExecutionOrder(-100)]
    public sealed class VoxnavWorld : MonoBehaviour
    {
        [SerializeField] [Tooltip("Half of the narrowest gap that matters.")] float m_CellSize = 0.25f;
        [SerializeField] [Tooltip("The box in which agents move, around this object.")]
        Vector3 m_Size = new Vector3(50, 10, 50);
        [SerializeField] [Tooltip("The layers of colliders that are obstacles.")] LayerMask m_Obstacles = ~0;
        [SerializeField] [Tooltip("The most work of a frame, in units of some 0.4 microseconds.")] int m_Work = 4000;

        readonly Dictionary<ulong, VoxnavAgent> agents = new Dictionary<ulong, VoxnavAgent>();
        readonly Dictionary<Body, Agent> bodies = new Dictionary<Body, Agent>();
        readonly Dictionary<Collider, ulong> obstacles = new Dictionary<Collider, ulong>();

        /// <summary>The world of the scene that awoke last, for agents that are told no other.</summary>
        public static VoxnavWorld main { get; private set; }

        /// <summary>The world as the library has it, for all that is not here.</summary>
        public Navigator navigator { get; private set; }

        /// <summary>The agents as the library has them.</summary>
        public Crowd crowd { get; private set; }

        /// <summary>The side of a cell; set before the world awakes.</summary>
        public float cellSize { get { return m_CellSize; } set { m_CellSize = value; } }

        /// <summary>The size of the box in which agents move; set before the world awakes.</summary>
        public Vector3 size { get { return m_Size; } set { m_Size = value; } }

        /// <summary>The layers of colliders that are obstacles; set before the world awakes.</summary>
        public LayerMask obstacleLayers { get { return m_Obstacles; } set { m_Obstacles = value; } }

        void Awake()
        {
            Vector3 min = transform.position - m_Size * 0.5f, max = transform.position + m_Size * 0.5f;
            // Faces of cells on the corner, and no cell beyond the opposite one.
            var half = m_CellSize * 0.5f;
            var first = min + new Vector3(half, half, half);
            var last = max - new Vector3(half, half, half);
            navigator = new Navigator(m_CellSize, Axes.Of(first), Axes.Of(last), Axes.Of(first));
            crowd = new Crowd(navigator, new CrowdSettings { Budget = (ulong)Math.Max(m_Work, 1) });
            main = this;
            foreach (var collider in FindObjectsOfType<Collider>())
            {
                if (IsObstacle(collider))
                {
                    AddObstacle(collider);
                }
            }
        }

        void Update()
        {
            var events = crowd.Update(Time.deltaTime);
            var states = crowd.States();
            for (var number = 0; number < states.Length; number++)
            {
                VoxnavAgent agent;
                if (agents.TryGetValue(states[number].Id, out agent))
                {
                    agent.Follow(states[number]);
                }
            }
            for (var number = 0; number < events.Length; number++)
            {
                VoxnavAgent agent;
                if (agents.TryGetValue(events[number].Id, out agent))
                {
                    agent.Happened(events[number]);
                }
            }
        }

        void OnDestroy()
        {
            if (main == this)
            {
                main = null;
            }
            if (crowd != null)
            {
                crowd.Dispose();
                navigator.Dispose();
            }
        }

        void OnDrawGizmosSelected()
        {
            Gizmos.DrawWireCube(transform.position, m_Size);
        }

        bool IsObstacle(Collider collider)
        {
            return collider.enabled && !collider.isTrigger && (m_Obstacles & (1 << collider.gameObject.layer)) != 0
                && collider.GetComponentInParent<VoxnavAgent>() == null;
        }

        /// <summary>Makes a collider an obstacle. Returns false for one of a kind that is not known.</summary>
        public bool AddObstacle(Collider collider)
        {
            var shape = obstacles.ContainsKey(collider) ? null : Shapes.Of(collider);
            if (shape == null)
            {
                return false;
            }
            var at = collider.transform;
            obstacles[collider] = navigator.Insert(shape, Axes.Of(at.position), Axes.Of(at.rotation));
            return true;
        }

        /// <summary>Takes note of where a collider is now.</summary>
        public void MoveObstacle(Collider collider)
        {
            ulong id;
            if (obstacles.TryGetValue(collider, out id))
            {
                var at = collider.transform;
                navigator.Move(id, Axes.Of(at.position), Axes.Of(at.rotation));
            }
        }

        /// <summary>Makes a collider no obstacle any more.</summary>
        public void RemoveObstacle(Collider collider)
        {
            ulong id;
            if (obstacles.TryGetValue(collider, out id))
            {
                obstacles.Remove(collider);
                navigator.Remove(id);
            }
        }

        /// <summary>Finds the nearest place at which an agent can be, as <c>NavMesh.SamplePosition</c> does.</summary>
        public bool SamplePosition(VoxnavAgent agent, Vector3 position, out Vector3 nearest, float distance)
        {
            Point found;
            var is_there = BodyOf(agent.body).Nearest(Axes.Of(position), distance, out found);
            nearest = Axes.Of(found);
            return is_there;
        }

        /// <summary>Returns the agent of the library with a body, which all of the same size share.</summary>
        internal Agent BodyOf(Body body)
        {
            Agent agent;
            if (!bodies.TryGetValue(body, out agent))
            {
                agent = body.flies
                    ? navigator.AddFlying(body.HalfExtents)
                    : navigator.AddWalking(body.HalfExtents, Locomotion.Of(body.abilities, Axes.Up));
                bodies[body] = agent;
            }
            return agent;
        }

        internal ulong Add(VoxnavAgent agent, Point position)
        {
            var added = agent.crowdAgent;
            added.Position = position;
            var id = crowd.Add(BodyOf(agent.body), added);
            agents[id] = agent;
            return id;
        }

        internal void Remove(ulong id)
        {
            agents.Remove(id);
            if (crowd != null && !crowd.IsClosed)
            {
                crowd.Remove(id);
            }
        }
    }

    /// <summary>The size of an agent, and how it moves.</summary>
    struct Body : IEquatable<Body>
    {
        internal float radius, height;
        internal bool flies;
        internal Preset abilities;

        internal Point HalfExtents { get { return new Point(radius, height * 0.5, radius); } }

        public bool Equals(Body other)
        {
            return radius == other.radius && height == other.height && flies == other.flies
                && abilities == other.abilities;
        }

        public override bool Equals(object other)
        {
            return other is Body && Equals((Body)other);
        }

        public override int GetHashCode()
        {
            return radius.GetHashCode() * 31 + height.GetHashCode();
        }
    }
}
