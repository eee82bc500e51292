using System;
using UnityEngine;

namespace Voxnav.Unity
{
    /// <summary>An agent that goes where it is sent, in the manner of <c>NavMeshAgent</c>: flying, or on the
    /// ground.</summary>
    /// <remarks>It is a box that does not turn: twice its radius wide and deep. Speed, size, and what others keep away from
    /// may change at any time; all else counts from when it is enabled.</remarks>
    [AddComponentMenu("Voxnav/Voxnav Agent")]
    [DisallowMultipleComponent]
    public sealed class VoxnavAgent : MonoBehaviour
    {
        [SerializeField] [Tooltip("The world; none for that of the scene.")] VoxnavWorld m_World;
        [SerializeField] [Tooltip("Flies, or walks on the ground.")] bool m_Flies;
        [SerializeField] [Tooltip("What an agent on the ground is able to do.")] Preset m_Abilities = Preset.Walker;
        [SerializeField] float m_Radius = 0.3f;
        [SerializeField] float m_Height = 1.8f;
        [SerializeField] [Tooltip("The height of this object over the feet; of agents that fly over the center.")]
        float m_BaseOffset;
        [SerializeField] float m_Speed = 3.5f;
        [SerializeField] [Tooltip("The greatest change of the velocity a second; 0 to start and stop at once.")]
        float m_Acceleration = 8;
        [SerializeField] float m_StoppingDistance = 0.1f;
        [SerializeField] [Tooltip("The radius that others keep away from; 0 for that of the body.")]
        float m_AvoidanceRadius;
        [SerializeField] [Range(0, 99)] [Tooltip("Others make way for an agent of a lower number.")]
        int m_AvoidancePriority = 50;
        [SerializeField] [Tooltip("The distance that an agent that flies keeps from walls where there is room; 0 for none.")]
        float m_KeepAwayDistance;
        [SerializeField] [Tooltip("The weight of moves right beside a wall, for an agent that keeps away from walls.")]
        uint m_KeepAwayWeight = 4;

        ulong id;
        bool isAdded;
        bool isLost;
        bool stopped;
        Vector3? goal;
        CrowdAgentState state;

        /// <summary>Is called when the agent has arrived.</summary>
        public event Action arrived;

        /// <summary>Is called when no way is known, with the reason.</summary>
        public event Action<NoPathReason> noPath;

        /// <summary>Is called when the agent begins to do something else than walk, or walks again.</summary>
        public event Action<MoveAction> begins;

        /// <summary>The world; set before the agent is enabled, none for that of the scene.</summary>
        public VoxnavWorld world { get { return m_World; } set { m_World = value; } }

        /// <summary>Whether the agent flies.</summary>
        public bool flies { get { return m_Flies; } set { m_Flies = value; } }

        /// <summary>What an agent on the ground is able to do.</summary>
        public Preset abilities { get { return m_Abilities; } set { m_Abilities = value; } }

        /// <summary>Half of the width.</summary>
        public float radius { get { return m_Radius; } set { Reshape(ref m_Radius, value); } }

        /// <summary>The height.</summary>
        public float height { get { return m_Height; } set { Reshape(ref m_Height, value); } }

        /// <summary>The height of this object over the feet; of agents that fly over the center.</summary>
        public float baseOffset { get { return m_BaseOffset; } set { m_BaseOffset = value; } }

        /// <summary>The speed, in units a second; with 0 the agent stays, and keeps its destination.</summary>
        public float speed
        {
            get { return m_Speed; }
            set
            {
                if (isAdded)
                {
                    world.crowd.SetSpeed(id, value);
                }
                m_Speed = value;
            }
        }

        /// <summary>The greatest change of the velocity, in units a second squared; 0 to start and stop at once. It is set
        /// before the agent is enabled.</summary>
        public float acceleration { get { return m_Acceleration; } set { m_Acceleration = value; } }

        /// <summary>The radius that others keep away from; 0 for that of the body.</summary>
        public float avoidanceRadius
        {
            get { return m_AvoidanceRadius; }
            set
            {
                if (isAdded)
                {
                    world.crowd.SetRadius(id, value);
                }
                m_AvoidanceRadius = value;
            }
        }

        /// <summary>The importance when agents avoid each other, from 0 for the most to 99 for the least: others make way for
        /// an agent of a lower number.</summary>
        public int avoidancePriority
        {
            get { return m_AvoidancePriority; }
            set
            {
                if (isAdded)
                {
                    world.crowd.SetPriority(id, -value);
                }
                m_AvoidancePriority = value;
            }
        }

        /// <summary>The distance that an agent that flies keeps from walls where there is room, in units; 0 for none.</summary>
        public float keepAwayDistance
        {
            get { return m_KeepAwayDistance; }
            set { KeepAway(value, m_KeepAwayWeight); }
        }

        /// <summary>The weight of moves right beside a wall, 1 or more, for an agent that keeps away from walls.</summary>
        public uint keepAwayWeight
        {
            get { return m_KeepAwayWeight; }
            set { KeepAway(m_KeepAwayDistance, value); }
        }

        /// <summary>The distance from the destination at which the agent has arrived.</summary>
        public float stoppingDistance { get { return m_StoppingDistance; } set { m_StoppingDistance = value; } }

        /// <summary>Whether the agent moves its object; set before it is enabled. Otherwise move the object by
        /// <see cref="desiredVelocity"/>, and say where it is by <see cref="nextPosition"/>.</summary>
        public bool updatePosition { get; set; } = true;

        /// <summary>Whether the object looks where it goes.</summary>
        public bool updateRotation { get; set; } = true;

        /// <summary>The destination; the place of the agent where there is none.</summary>
        public Vector3 destination
        {
            get { return goal ?? transform.position; }
            set { SetDestination(value); }
        }

        /// <summary>The velocity that the agent wants.</summary>
        public Vector3 desiredVelocity { get { return Axes.Of(state.Velocity); } }

        /// <summary>The velocity.</summary>
        public Vector3 velocity { get { return desiredVelocity; } }

        /// <summary>The point that the agent goes straight to.</summary>
        public Vector3 steeringTarget { get { return FromFeet(state.Target); } }

        /// <summary>The distance that the agent has still to go, 0 once it has arrived; infinite while no route is
        /// known.</summary>
        public float remainingDistance
        {
            get { return !isBound ? 0 : state.HasRoute ? (float)state.Remaining : float.PositiveInfinity; }
        }

        // Has somewhere to go, and has not arrived.
        bool isBound { get { return goal != null && (stopped || state.HasTarget); } }

        /// <summary>True while the agent has a route.</summary>
        public bool hasPath { get { return isAdded && goal != null && state.HasRoute; } }

        /// <summary>True while a route is looked for.</summary>
        public bool pathPending { get { return isAdded && !stopped && isBound && !state.HasRoute && !isLost; } }

        /// <summary>True while there is no way to the destination.</summary>
        public bool isPathStale { get { return isLost; } }

        /// <summary>What the agent does: walk, climb, jump and more.</summary>
        public MoveAction currentAction { get { return state.Action; } }

        /// <summary>True for an agent that is in its world.</summary>
        public bool isOnNavMesh { get { return isAdded; } }

        /// <summary>Whether the agent stays where it is, with its destination.</summary>
        public bool isStopped
        {
            get { return stopped; }
            set
            {
                if (stopped == value)
                {
                    return;
                }
                stopped = value;
                if (value)
                {
                    world.crowd.Stop(id);
                }
                else if (goal != null)
                {
                    world.crowd.Send(id, ToFeet(goal.Value));
                    state = world.crowd.State(id);
                }
            }
        }

        /// <summary>The place of the agent as its world has it; set it where something else moves the object.</summary>
        public Vector3 nextPosition
        {
            get { return FromFeet(state.Position); }
            set
            {
                if (isAdded)
                {
                    world.crowd.SetPosition(id, ToFeet(value));
                }
            }
        }

        internal CrowdAgent crowdAgent
        {
            get
            {
                return new CrowdAgent
                {
                    Speed = m_Speed, StoppingDistance = m_StoppingDistance, Acceleration = m_Acceleration,
                    Radius = m_AvoidanceRadius, Priority = -m_AvoidancePriority,
                    MovedBy = updatePosition ? MovedBy.Crowd : MovedBy.Others
                };
            }
        }

        internal Body body
        {
            get { return new Body { radius = m_Radius, height = m_Height, flies = m_Flies, abilities = m_Abilities }; }
        }

        void OnEnable()
        {
            if (m_World == null)
            {
                m_World = VoxnavWorld.main;
            }
            if (m_World == null)
            {
                Debug.LogError("There is no Voxnav World for this agent.", this);
                return;
            }
            Place(transform.position);
        }

        void OnDisable()
        {
            if (isAdded && m_World != null)
            {
                m_World.Remove(id);
            }
            isAdded = false;
            goal = null;
            isLost = false;
            stopped = false;
        }

        /// <summary>Sends the agent to a position. Returns false for one that is not in a world. Events and
        /// <see cref="pathPending"/> tell how it fares.</summary>
        public bool SetDestination(Vector3 target)
        {
            if (!isAdded)
            {
                return false;
            }
            goal = target;
            isLost = false;
            if (!stopped)
            {
                world.crowd.Send(id, ToFeet(target));
                state = world.crowd.State(id);
            }
            return true;
        }

        /// <summary>Has the agent forget its destination.</summary>
        public void ResetPath()
        {
            goal = null;
            isLost = false;
            if (isAdded)
            {
                world.crowd.Stop(id);
            }
        }

        /// <summary>Puts the agent somewhere else. Returns false where it does not fit.</summary>
        public bool Warp(Vector3 position)
        {
            if (isAdded)
            {
                m_World.Remove(id);
                isAdded = false;
            }
            goal = null;
            var fits = Place(position);
            if (fits)
            {
                transform.position = position;
            }
            return fits;
        }

        /// <summary>Returns true where the agent meets nothing on the straight way to a position.</summary>
        public bool IsClear(Vector3 target)
        {
            return isAdded && world.BodyOf(body).IsClear(ToFeet(transform.position), ToFeet(target));
        }

        // An agent that does not fit keeps its size.
        void Reshape(ref float size, float wanted)
        {
            var before = size;
            size = wanted;
            try
            {
                if (isAdded)
                {
                    world.crowd.SetBody(id, world.BodyOf(body));
                }
            }
            catch (VoxnavException)
            {
                size = before;
                throw;
            }
        }

        // What the crowd refuses is not set.
        void KeepAway(float distance, uint weight)
        {
            if (isAdded)
            {
                world.crowd.SetKeepAway(id, distance, weight);
            }
            m_KeepAwayDistance = distance;
            m_KeepAwayWeight = weight;
        }

        bool Place(Vector3 position)
        {
            try
            {
                id = m_World.Add(this, ToFeet(position));
                isAdded = true;
                if (m_KeepAwayDistance > 0)
                {
                    KeepAway(m_KeepAwayDistance, m_KeepAwayWeight);
                }
                state = m_World.crowd.State(id);
            }
            catch (VoxnavException exception)
            {
                Debug.LogWarning("The agent is not in the world: " + exception.Message, this);
            }
            return isAdded;
        }

        internal void Follow(CrowdAgentState newer)
        {
            state = newer;
            if (updatePosition)
            {
                transform.position = FromFeet(newer.Position);
            }
            var ahead = Axes.Of(newer.Velocity);
            ahead.y = 0;
            if (updateRotation && ahead.sqrMagnitude > 1e-6f)
            {
                transform.rotation = Quaternion.LookRotation(ahead, Vector3.up);
            }
        }

        internal void Happened(CrowdEvent happened)
        {
            switch (happened.Kind)
            {
                case CrowdEventKind.Arrived:
                    arrived?.Invoke();
                    break;
                case CrowdEventKind.RouteChanged:
                    isLost = false;
                    break;
                case CrowdEventKind.NoPath:
                    isLost = true;
                    noPath?.Invoke(happened.Why);
                    break;
                case CrowdEventKind.ActionStarted:
                    begins?.Invoke(happened.Action);
                    break;
            }
        }

        Point ToFeet(Vector3 position)
        {
            return Axes.Of(position - new Vector3(0, m_BaseOffset, 0));
        }

        Vector3 FromFeet(Point position)
        {
            return Axes.Of(position) + new Vector3(0, m_BaseOffset, 0);
        }
    }
}
