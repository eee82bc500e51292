// The signatures of Godot 4 that the nodes use, from its manual, with as much behind them as tests take. No part of the
// package: engines bring their own.
using System;
using System.Collections.Generic;
using System.IO;

namespace Godot
{
    public struct Vector3
    {
        public float X, Y, Z;
        public Vector3(float x, float y, float z) { X = x; Y = y; Z = z; }
        public static Vector3 operator +(Vector3 a, Vector3 b) { return new Vector3(a.X + b.X, a.Y + b.Y, a.Z + b.Z); }
        public static Vector3 operator -(Vector3 a, Vector3 b) { return new Vector3(a.X - b.X, a.Y - b.Y, a.Z - b.Z); }
        public static Vector3 operator *(Vector3 a, float by) { return new Vector3(a.X * by, a.Y * by, a.Z * by); }
        public static Vector3 operator /(Vector3 a, float by) { return a * (1 / by); }
        public float DistanceTo(Vector3 to) { var way = to - this; return (float)Math.Sqrt(way.X * way.X + way.Y * way.Y + way.Z * way.Z); }
    }

    public struct Quaternion { public float X, Y, Z, W; }

    // Columns, as Godot has them: the images of the axes. The stub knows turns about y and scales alone.
    public struct Basis
    {
        public float Angle;
        public Vector3 Scale;
        public static Basis Identity { get { return new Basis { Scale = new Vector3(1, 1, 1) }; } }
        public Quaternion GetRotationQuaternion()
        {
            return new Quaternion { Y = (float)Math.Sin(Angle / 2), W = (float)Math.Cos(Angle / 2) };
        }
        // Counterclockwise about y, seen from above, of a right hand: z turns to x.
        public static Vector3 operator *(Basis basis, Vector3 v)
        {
            float sin = (float)Math.Sin(basis.Angle), cos = (float)Math.Cos(basis.Angle);
            float x = v.X * basis.Scale.X, y = v.Y * basis.Scale.Y, z = v.Z * basis.Scale.Z;
            return new Vector3(x * cos + z * sin, y, z * cos - x * sin);
        }
    }

    public struct Transform3D
    {
        public Basis Basis;
        public Vector3 Origin;
        public static bool operator ==(Transform3D a, Transform3D b) { return a.Equals(b); }
        public static bool operator !=(Transform3D a, Transform3D b) { return !a.Equals(b); }
        public override bool Equals(object other) { return base.Equals(other); }
        public override int GetHashCode() { return 0; }
    }

    [AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)] public sealed class ExportAttribute : Attribute { }

    public static class GD
    {
        public static readonly List<string> Errors = new List<string>();
        public static void PushError(string message) { Errors.Add(message); }
    }

    public static class OS { public static string GetExecutablePath() { return "/nowhere/game"; } }

    public static class ProjectSettings
    {
        public static string Folder = ".";
        public static string GlobalizePath(string path) { return Path.Combine(Folder, path.Substring("res://".Length)); }
    }

    public sealed class SceneTree
    {
        public Node Root { get; } = new Node();
        internal readonly Dictionary<string, List<Node>> groups = new Dictionary<string, List<Node>>();
        public SceneTree() { Root.tree = this; }
        public Node GetFirstNodeInGroup(string group)
        {
            List<Node> nodes;
            return groups.TryGetValue(group, out nodes) && nodes.Count > 0 ? nodes[0] : null;
        }
        // Not of Godot: what the engine does with a scene.
        public void Enter(Node scene)
        {
            Root.AddChild(scene);
            scene.EachDown(node => { node.tree = this; node._EnterTree(); });
            scene.EachUp(node => node._Ready());
        }
        public void Frame()
        {
            var all = new List<Node>();
            Root.EachDown(all.Add);
            all.Sort((a, b) => a.ProcessPhysicsPriority.CompareTo(b.ProcessPhysicsPriority));
            all.ForEach(node => node._PhysicsProcess(1.0 / 60));
        }
        public void Leave(Node scene)
        {
            scene.EachUp(node => node._ExitTree());
            Root.children.Remove(scene);
            groups.Clear();
        }
    }

    public class Node
    {
        internal SceneTree tree;
        internal readonly List<Node> children = new List<Node>();
        Node parent;
        public int ProcessPhysicsPriority { get; set; }
        public void AddChild(Node child) { child.parent = this; children.Add(child); }
        public Node GetParent() { return parent; }
        public IEnumerable<Node> GetChildren() { return children.ToArray(); }
        public SceneTree GetTree() { return tree; }
        public void AddToGroup(string group)
        {
            List<Node> nodes;
            if (!tree.groups.TryGetValue(group, out nodes)) { tree.groups[group] = nodes = new List<Node>(); }
            nodes.Add(this);
        }
        public virtual void _EnterTree() { }
        public virtual void _ExitTree() { }
        public virtual void _Ready() { }
        public virtual void _PhysicsProcess(double delta) { }
        internal void EachDown(Action<Node> call) { call(this); children.ForEach(child => child.EachDown(call)); }
        internal void EachUp(Action<Node> call) { children.ForEach(child => child.EachUp(call)); call(this); }
    }

    public class Node3D : Node
    {
        public Vector3 Position { get; set; }
        public float RotationY { get; set; }
        public Vector3 GlobalPosition
        {
            get { var up = GetParent() as Node3D; return up == null ? Position : up.GlobalPosition + Position; }
            set { var up = GetParent() as Node3D; Position = up == null ? value : value - up.GlobalPosition; }
        }
        public Transform3D GlobalTransform
        {
            get
            {
                var basis = Basis.Identity;
                basis.Angle = RotationY;
                return new Transform3D { Basis = basis, Origin = GlobalPosition };
            }
        }
    }

    public class CollisionObject3D : Node3D { public uint CollisionLayer { get; set; } = 1; }
    public class StaticBody3D : CollisionObject3D { }
    public class AnimatableBody3D : StaticBody3D { }
    public class CollisionShape3D : Node3D { public Shape3D Shape { get; set; } public bool Disabled { get; set; } }
    public class Shape3D { }
    public class BoxShape3D : Shape3D { public Vector3 Size { get; set; } }
    public class SphereShape3D : Shape3D { public float Radius { get; set; } }
    public class CapsuleShape3D : Shape3D { public float Radius { get; set; } public float Height { get; set; } }
    public class CylinderShape3D : Shape3D { public float Radius { get; set; } public float Height { get; set; } }
    public class ConvexPolygonShape3D : Shape3D { public Vector3[] Points { get; set; } }
    public class ConcavePolygonShape3D : Shape3D { public Vector3[] Data { get; set; } public Vector3[] GetFaces() { return Data; } }
    public class HeightMapShape3D : Shape3D
    {
        public int MapWidth { get; set; }
        public int MapDepth { get; set; }
        public float[] MapData { get; set; }
    }
}
