using System;
using System.Collections.Generic;
using Godot;

namespace Voxnav.Godot
{
    /// <summary>The world of the agents of a scene: the static bodies in a box around this node, and the crowd that moves the
    /// agents.</summary>
    /// <remarks>The shapes of every <c>StaticBody3D</c> that is in the scene when the first agent asks are obstacles. Bodies
    /// that move, <c>AnimatableBody3D</c>, are followed.</remarks>
    public partial class VoxnavWorld3D : Node3D
    {
        /// <summary>The group that agents find their world in.</summary>
        public const string Group = "voxnav_world";

        readonly Dictionary<CollisionShape3D, Placed> obstacles = new Dictionary<CollisionShape3D, Placed>();
        readonly List<CollisionShape3D> moving = new List<CollisionShape3D>();
        readonly Dictionary<ulong, VoxnavAgent3D> agents = new Dictionary<ulong, VoxnavAgent3D>();
        readonly Dictionary<string, Agent> bodies = new Dictionary<string, Agent>();
        Navigator navigator;
        Crowd crowd;

        struct Placed
        {
            internal ulong Id;
            internal Transform3D At;
        }

        /// <summary>The side of a cell: half of the narrowest gap that matters.</summary>
        [Export] public float CellSize { get; set; } = 0.25f;

        /// <summary>The box in which agents move, around this node.</summary>
        [Export] public Vector3 Size { get; set; } = new Vector3(50, 10, 50);

        /// <summary>The layers of bodies that are obstacles.</summary>
        [Export] public uint CollisionMask { get; set; } = uint.MaxValue;

        /// <summary>The most work of a frame, in units of some 0.4 microseconds.</summary>
        [Export] public int Work { get; set; } = 4000;

        /// <summary>The world as the library has it, for all that is not here.</summary>
        public Navigator Navigator
        {
            get
            {
                Build();
                return navigator;
            }
        }

        /// <summary>The agents as the library has them.</summary>
        public Crowd Crowd
        {
            get
            {
                Build();
                return crowd;
            }
        }

        /// <summary>Lets agents find the world.</summary>
        public override void _EnterTree()
        {
            VoxnavLibrary.Find();
            AddToGroup(Group);
            // Before the agents, which take their places from it.
            ProcessPhysicsPriority = -100;
        }

        /// <summary>Frees the world.</summary>
        public override void _ExitTree()
        {
            if (navigator != null)
            {
                crowd.Dispose();
                navigator.Dispose();
            }
            navigator = null;
            obstacles.Clear();
            moving.Clear();
            agents.Clear();
            bodies.Clear();
        }

        /// <summary>Takes all agents on by a frame.</summary>
        public override void _PhysicsProcess(double delta)
        {
            Build();
            FollowBodies();
            foreach (var happened in crowd.Update(delta))
            {
                VoxnavAgent3D agent;
                if (agents.TryGetValue(happened.Id, out agent))
                {
                    agent.Happened(happened);
                }
            }
        }

        void Build()
        {
            if (navigator != null)
            {
                return;
            }
            // Faces of cells on the corner, and no cell beyond the opposite one.
            Vector3 half = new Vector3(CellSize, CellSize, CellSize) / 2, center = GlobalPosition;
            var first = Axes.Of(center - Size / 2 + half);
            navigator = new Navigator(CellSize, first, Axes.Of(center + Size / 2 - half), first);
            crowd = new Crowd(navigator, new CrowdSettings { Budget = (ulong)Math.Max(Work, 1) });
            Collect(GetTree().Root);
        }

        void Collect(Node node)
        {
            var body = node as StaticBody3D;
            foreach (var child in node.GetChildren())
            {
                var shape = child as CollisionShape3D;
                if (body != null && shape != null && (body.CollisionLayer & CollisionMask) != 0)
                {
                    AddObstacle(shape);
                }
                Collect(child);
            }
        }

        /// <summary>Makes a shape an obstacle, for one that came later. Returns false for one of a kind that is not
        /// known.</summary>
        public bool AddObstacle(CollisionShape3D node)
        {
            Build();
            var at = node.GlobalTransform;
            var shape = node.Disabled || node.Shape == null || obstacles.ContainsKey(node)
                ? null
                : Shapes.Of(node.Shape, at.Basis.Scale);
            if (shape == null)
            {
                return false;
            }
            var id = navigator.Insert(shape, Axes.Of(at.Origin), Axes.Of(at.Basis.GetRotationQuaternion()));
            obstacles[node] = new Placed { Id = id, At = at };
            if (node.GetParent() is AnimatableBody3D)
            {
                moving.Add(node);
            }
            return true;
        }

        /// <summary>Makes a shape no obstacle any more.</summary>
        public void RemoveObstacle(CollisionShape3D node)
        {
            Placed placed;
            if (obstacles.TryGetValue(node, out placed))
            {
                obstacles.Remove(node);
                moving.Remove(node);
                navigator.Remove(placed.Id);
            }
        }

        void FollowBodies()
        {
            for (var number = 0; number < moving.Count; number++)
            {
                var at = moving[number].GlobalTransform;
                var placed = obstacles[moving[number]];
                if (at != placed.At)
                {
                    obstacles[moving[number]] = new Placed { Id = placed.Id, At = at };
                    navigator.Move(placed.Id, Axes.Of(at.Origin), Axes.Of(at.Basis.GetRotationQuaternion()));
                }
            }
        }

        /// <summary>Returns the agent of the library with a body, which all of the same size share.</summary>
        internal Agent BodyOf(VoxnavAgent3D agent)
        {
            var key = agent.Flies + " " + agent.Abilities + " " + agent.Radius + " " + agent.Height;
            Agent body;
            if (!bodies.TryGetValue(key, out body))
            {
                var half = new Point(agent.Radius, agent.Height / 2.0, agent.Radius);
                body = agent.Flies
                    ? Navigator.AddFlying(half)
                    : Navigator.AddWalking(half, Locomotion.Of(agent.Abilities, Axes.Up));
                bodies[key] = body;
            }
            return body;
        }

        internal ulong Add(VoxnavAgent3D agent, Point position)
        {
            var added = agent.CrowdAgent;
            added.Position = position;
            var id = Crowd.Add(BodyOf(agent), added);
            agents[id] = agent;
            return id;
        }

        internal void Remove(ulong id)
        {
            if (navigator != null && agents.Remove(id))
            {
                crowd.Remove(id);
            }
        }
    }
}
