using System;
using Godot;

namespace Voxnav.Godot
{
    /// <summary>An agent that goes where it is sent, in the manner of <c>NavigationAgent3D</c>: the child of the node that
    /// moves. It flies, or walks on the ground.</summary>
    /// <remarks>It is a box that does not turn: twice its radius wide and deep. Speed, what others keep away from, and what it
    /// keeps away from may change at any time; all else that is exported counts from when it is ready. Events are those of C#, since signals of C# take the code that Godot's own tools generate.</remarks>
    public partial class VoxnavAgent3D : Node
    {
        VoxnavWorld3D world;
        Node3D parent;
        ulong id;
        CrowdAgentState state;
        Vector3 target;
        bool hasTarget;
        float speed = 3.5f, avoidanceRadius, avoidancePriority = 1, keepAwayDistance;
        uint keepAwayWeight = 4;

        /// <summary>Whether the agent flies.</summary>
        [Export] public bool Flies { get; set; }

        /// <summary>What an agent on the ground is able to do.</summary>
        [Export] public Preset Abilities { get; set; } = Preset.Walker;

        /// <summary>Half of the width.</summary>
        [Export] public float Radius { get; set; } = 0.3f;

        /// <summary>The height.</summary>
        [Export] public float Height { get; set; } = 1.8f;

        /// <summary>The height of the parent's origin over the feet; of agents that fly over the center.</summary>
        [Export] public float PathHeightOffset { get; set; }

        /// <summary>The speed, in units a second; with 0 the agent stays, and keeps its target.</summary>
        [Export] public float Speed
        {
            get { return speed; }
            set
            {
                if (id != 0)
                {
                    world.Crowd.SetSpeed(id, value);
                }
                speed = value;
            }
        }

        /// <summary>The greatest change of the velocity, in units a second squared; 0 to start and stop at once.</summary>
        [Export] public float Acceleration { get; set; }

        /// <summary>The radius that others keep away from; 0 for that of the body.</summary>
        [Export] public float AvoidanceRadius
        {
            get { return avoidanceRadius; }
            set
            {
                if (id != 0)
                {
                    world.Crowd.SetRadius(id, value);
                }
                avoidanceRadius = value;
            }
        }

        /// <summary>The importance when agents avoid each other, 0 to 1 in hundredths: others make way for an agent of a
        /// higher one.</summary>
        [Export] public float AvoidancePriority
        {
            get { return avoidancePriority; }
            set
            {
                if (id != 0)
                {
                    world.Crowd.SetPriority(id, Importance(value));
                }
                avoidancePriority = value;
            }
        }

        /// <summary>The distance that an agent that flies keeps from walls where there is room, in units; 0 for none.</summary>
        [Export] public float KeepAwayDistance
        {
            get { return keepAwayDistance; }
            set { KeepAway(value, keepAwayWeight); }
        }

        /// <summary>The weight of moves right beside a wall, 1 or more, for an agent that keeps away from walls.</summary>
        [Export] public uint KeepAwayWeight
        {
            get { return keepAwayWeight; }
            set { KeepAway(keepAwayDistance, value); }
        }

        /// <summary>The distance from the target at which the agent has arrived.</summary>
        [Export] public float TargetDesiredDistance { get; set; } = 0.1f;

        /// <summary>Whether the agent moves its parent. Otherwise move that by <see cref="Velocity"/>; the agent looks where
        /// it is in every frame.</summary>
        [Export] public bool MovesParent { get; set; } = true;

        /// <summary>Is called when the agent has arrived.</summary>
        public event Action TargetReached;

        /// <summary>Is called when no way is known, with the reason.</summary>
        public event Action<NoPathReason> NoPath;

        /// <summary>Is called when the agent begins to do something else than walk, or walks again.</summary>
        public event Action<MoveAction> ActionBegan;

        /// <summary>The target; setting it sends the agent.</summary>
        public Vector3 TargetPosition
        {
            get { return target; }
            set
            {
                target = value;
                hasTarget = true;
                if (id != 0)
                {
                    world.Crowd.Send(id, ToFeet(value));
                }
            }
        }

        /// <summary>The velocity that the agent wants.</summary>
        public Vector3 Velocity { get { return Axes.Of(state.Velocity); } }

        /// <summary>True for an agent that is in a world.</summary>
        public bool IsInWorld { get { return id != 0; } }

        /// <summary>Returns the point that the agent goes straight to.</summary>
        public Vector3 GetNextPathPosition()
        {
            return FromFeet(state.Target);
        }

        /// <summary>Returns the distance that the agent has still to go.</summary>
        public float DistanceToTarget()
        {
            return (float)state.Remaining;
        }

        /// <summary>Returns true where the agent has nowhere to go.</summary>
        public bool IsNavigationFinished()
        {
            return !state.HasTarget;
        }

        /// <summary>Has the agent stay where it is.</summary>
        public void Stop()
        {
            hasTarget = false;
            if (id != 0)
            {
                world.Crowd.Stop(id);
            }
        }

        /// <summary>Takes its place in the world of the scene.</summary>
        public override void _Ready()
        {
            parent = GetParent() as Node3D;
            world = GetTree().GetFirstNodeInGroup(VoxnavWorld3D.Group) as VoxnavWorld3D;
            if (parent == null || world == null)
            {
                GD.PushError("A VoxnavAgent3D is the child of a Node3D, in a scene with a VoxnavWorld3D.");
                return;
            }
            try
            {
                id = world.Add(this, ToFeet(parent.GlobalPosition));
                if (keepAwayDistance > 0)
                {
                    KeepAway(keepAwayDistance, keepAwayWeight);
                }
                state = world.Crowd.State(id);
            }
            catch (VoxnavException exception)
            {
                GD.PushError("The agent is not in the world: " + exception.Message);
                return;
            }
            if (hasTarget)
            {
                world.Crowd.Send(id, ToFeet(target));
            }
        }

        /// <summary>Leaves the world.</summary>
        public override void _ExitTree()
        {
            if (id != 0)
            {
                world.Remove(id);
                id = 0;
            }
        }

        /// <summary>Moves the parent, or looks where it is.</summary>
        public override void _PhysicsProcess(double delta)
        {
            if (id == 0)
            {
                return;
            }
            if (!MovesParent)
            {
                world.Crowd.SetPosition(id, ToFeet(parent.GlobalPosition));
            }
            state = world.Crowd.State(id);
            if (MovesParent)
            {
                parent.GlobalPosition = FromFeet(state.Position);
            }
        }

        // What the crowd refuses is not set.
        void KeepAway(float distance, uint weight)
        {
            if (id != 0)
            {
                world.Crowd.SetKeepAway(id, distance, weight);
            }
            keepAwayDistance = distance;
            keepAwayWeight = weight;
        }

        internal void Happened(CrowdEvent happened)
        {
            switch (happened.Kind)
            {
                case CrowdEventKind.Arrived:
                    TargetReached?.Invoke();
                    break;
                case CrowdEventKind.NoPath:
                    NoPath?.Invoke(happened.Why);
                    break;
                case CrowdEventKind.ActionStarted:
                    ActionBegan?.Invoke(happened.Action);
                    break;
            }
        }

        internal CrowdAgent CrowdAgent
        {
            get
            {
                return new CrowdAgent
                {
                    Speed = Speed, StoppingDistance = TargetDesiredDistance, Acceleration = Acceleration,
                    Radius = AvoidanceRadius, Priority = Importance(AvoidancePriority),
                    MovedBy = MovesParent ? MovedBy.Crowd : MovedBy.Others
                };
            }
        }

        static int Importance(float priority)
        {
            return (int)Math.Round(Math.Min(Math.Max(priority, 0), 1) * 100);
        }

        Point ToFeet(Vector3 position)
        {
            return Axes.Of(position - new Vector3(0, PathHeightOffset, 0));
        }

        Vector3 FromFeet(Point position)
        {
            return Axes.Of(position) + new Vector3(0, PathHeightOffset, 0);
        }
    }
}
