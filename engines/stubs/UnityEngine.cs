// The signatures of Unity that the components use, from its manual, with as much behind them as tests take. No part of the
// package: engines bring their own.
using System;
using System.Collections.Generic;
using System.Reflection;

namespace UnityEngine
{
    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        public static Vector3 zero { get { return new Vector3(); } }
        public static Vector3 one { get { return new Vector3(1, 1, 1); } }
        public static Vector3 up { get { return new Vector3(0, 1, 0); } }
        public float sqrMagnitude { get { return x * x + y * y + z * z; } }
        public float magnitude { get { return (float)Math.Sqrt(sqrMagnitude); } }
        public static Vector3 operator +(Vector3 a, Vector3 b) { return new Vector3(a.x + b.x, a.y + b.y, a.z + b.z); }
        public static Vector3 operator -(Vector3 a, Vector3 b) { return new Vector3(a.x - b.x, a.y - b.y, a.z - b.z); }
        public static Vector3 operator *(Vector3 a, float by) { return new Vector3(a.x * by, a.y * by, a.z * by); }
        public static Vector3 Cross(Vector3 a, Vector3 b)
        {
            return new Vector3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
        }
    }

    public struct Quaternion
    {
        public float x, y, z, w;
        public Quaternion(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
        public static Quaternion identity { get { return new Quaternion(0, 0, 0, 1); } }
        // As the manual of Unity has it: positive angles turn clockwise, seen against the axis, of a left hand.
        public static Quaternion AngleAxis(float degrees, Vector3 axis)
        {
            var half = degrees * Math.PI / 360;
            var unit = axis * (float)(Math.Sin(half) / axis.magnitude);
            return new Quaternion(unit.x, unit.y, unit.z, (float)Math.Cos(half));
        }
        public static Quaternion LookRotation(Vector3 forward, Vector3 upwards)
        {
            return AngleAxis((float)(Math.Atan2(forward.x, forward.z) * 180 / Math.PI), upwards);
        }
        public static float Angle(Quaternion a, Quaternion b)
        {
            double dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
            return (float)(2 * Math.Acos(Math.Min(Math.Abs(dot), 1)) * 180 / Math.PI);
        }
        public static Vector3 operator *(Quaternion q, Vector3 v)
        {
            var axis = new Vector3(q.x, q.y, q.z);
            var twice = Vector3.Cross(axis, v) * 2;
            return v + twice * q.w + Vector3.Cross(axis, twice);
        }
    }

    public struct LayerMask
    {
        int value;
        public static implicit operator int(LayerMask mask) { return mask.value; }
        public static implicit operator LayerMask(int value) { return new LayerMask { value = value }; }
    }

    public static class Mathf
    {
        public static float Abs(float value) { return Math.Abs(value); }
        public static float Max(float a, float b) { return Math.Max(a, b); }
    }

    public static class Time
    {
        public static float deltaTime { get { return 1f / 60; } }
    }

    public static class Debug
    {
        public static readonly List<string> Messages = new List<string>();
        public static void LogError(object message, Object context) { Messages.Add(message.ToString()); }
        public static void LogWarning(object message, Object context) { Messages.Add(message.ToString()); }
    }

    public static class Gizmos
    {
        public static void DrawWireCube(Vector3 center, Vector3 size) { }
    }

    [AttributeUsage(AttributeTargets.Field)] public sealed class SerializeField : Attribute { }
    [AttributeUsage(AttributeTargets.Field)]
    public sealed class TooltipAttribute : Attribute { public TooltipAttribute(string text) { } }
    public sealed class RangeAttribute : Attribute { public RangeAttribute(float min, float max) { } }
    [AttributeUsage(AttributeTargets.Class)]
    public sealed class AddComponentMenu : Attribute { public AddComponentMenu(string name) { } }
    [AttributeUsage(AttributeTargets.Class)] public sealed class DisallowMultipleComponent : Attribute { }
    [AttributeUsage(AttributeTargets.Class)]
    public sealed class RequireComponent : Attribute { public RequireComponent(Type type) { } }
    [AttributeUsage(AttributeTargets.Class)]
    public sealed class DefaultExecutionOrder : Attribute { public DefaultExecutionOrder(int order) { } }

    public class Object
    {
        public static T[] FindObjectsOfType<T>() where T : Object
        {
            var found = new List<T>();
            foreach (var thing in Scene.Objects)
            {
                foreach (var component in thing.components)
                {
                    if (thing.activeSelf && component is T) { found.Add((T)(Object)component); }
                }
            }
            return found.ToArray();
        }
        public static void Destroy(Object thing)
        {
            var component = thing as Component;
            if (component != null) { component.gameObject.components.Remove(component); return; }
            Scene.Remove((GameObject)thing);
        }
    }

    public enum PrimitiveType { Sphere, Capsule, Cylinder, Cube }

    public sealed class GameObject : Object
    {
        internal readonly List<Component> components = new List<Component>();
        public GameObject(string name) { transform = new Transform { gameObject = this }; activeSelf = true; Scene.Objects.Add(this); }
        public bool activeSelf { get; private set; }
        public int layer { get; set; }
        public Transform transform { get; }
        public static GameObject CreatePrimitive(PrimitiveType type)
        {
            var made = new GameObject(type.ToString());
            if (type == PrimitiveType.Cube) { made.AddComponent<BoxCollider>().size = Vector3.one; }
            else if (type == PrimitiveType.Sphere) { made.AddComponent<SphereCollider>().radius = 0.5f; }
            else { var capsule = made.AddComponent<CapsuleCollider>(); capsule.radius = 0.5f; capsule.height = 2; capsule.direction = 1; }
            return made;
        }
        public T AddComponent<T>() where T : Component, new()
        {
            var made = new T { gameObject = this };
            components.Add(made);
            if (activeSelf) { Scene.Wake(made); }
            return made;
        }
        public T GetComponent<T>() where T : Component
        {
            foreach (var component in components) { if (component is T) { return (T)component; } }
            return null;
        }
        public void SetActive(bool value)
        {
            if (value == activeSelf) { return; }
            activeSelf = value;
            foreach (var component in components.ToArray())
            {
                if (value) { Scene.Wake(component); } else { Scene.Call(component, "OnDisable"); }
            }
        }
    }

    public class Component : Object
    {
        public GameObject gameObject { get; internal set; }
        public Transform transform { get { return gameObject.transform; } }
        public T GetComponent<T>() where T : Component { return gameObject.GetComponent<T>(); }
        public T GetComponentInParent<T>() where T : Component { return gameObject.GetComponent<T>(); }
        internal bool isAwake, isStarted;
    }

    public sealed class Transform : Component
    {
        public Vector3 position { get; set; }
        public Quaternion rotation { get; set; } = Quaternion.identity;
        public Vector3 localScale { get; set; } = Vector3.one;
        public Vector3 lossyScale { get { return localScale; } }
        public Vector3 TransformPoint(Vector3 p)
        {
            return position + rotation * new Vector3(p.x * localScale.x, p.y * localScale.y, p.z * localScale.z);
        }
    }

    public class Behaviour : Component { public bool enabled { get; set; } = true; }
    public class MonoBehaviour : Behaviour { }
    public class Collider : Component { public bool enabled { get; set; } = true; public bool isTrigger { get; set; } }
    public sealed class BoxCollider : Collider { public Vector3 center { get; set; } public Vector3 size { get; set; } }
    public sealed class SphereCollider : Collider { public Vector3 center { get; set; } public float radius { get; set; } }
    public sealed class CapsuleCollider : Collider
    {
        public Vector3 center { get; set; }
        public float radius { get; set; }
        public float height { get; set; }
        public int direction { get; set; }
    }
    public sealed class MeshCollider : Collider { public Mesh sharedMesh { get; set; } public bool convex { get; set; } }
    public sealed class Mesh : Object { public Vector3[] vertices { get; set; } public int[] triangles { get; set; } }
    public sealed class TerrainCollider : Collider { public TerrainData terrainData { get; set; } }
    public sealed class TerrainData : Object
    {
        public float[,] heights;
        public int heightmapResolution { get { return heights.GetLength(0); } }
        public Vector3 size { get; set; }
        public float[,] GetHeights(int xBase, int yBase, int width, int height) { return heights; }
    }

    /// <summary>Calls the messages of components, as the engine does. Not of Unity.</summary>
    public static class Scene
    {
        internal static readonly List<GameObject> Objects = new List<GameObject>();
        public static void Frame()
        {
            Each(component =>
            {
                if (!component.isStarted) { component.isStarted = true; Call(component, "Start"); }
            });
            Each(component => Call(component, "Update"));
        }
        public static void Clear() { foreach (var thing in Objects.ToArray()) { Remove(thing); } }
        internal static void Remove(GameObject thing)
        {
            thing.SetActive(false);
            foreach (var component in thing.components) { Call(component, "OnDestroy"); }
            Objects.Remove(thing);
        }
        internal static void Wake(Component component)
        {
            if (!component.isAwake) { component.isAwake = true; Call(component, "Awake"); }
            Call(component, "OnEnable");
        }
        internal static void Call(Component component, string message)
        {
            if (!(component is MonoBehaviour)) { return; }
            var flags = BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public;
            var method = component.GetType().GetMethod(message, flags);
            try { if (method != null) { method.Invoke(component, null); } }
            catch (TargetInvocationException thrown) { throw new Exception(message + " threw", thrown.InnerException); }
        }
        static void Each(Action<Component> call)
        {
            foreach (var thing in Objects.ToArray())
            {
                foreach (var component in thing.components.ToArray()) { if (thing.activeSelf) { call(component); } }
            }
        }
    }
}
