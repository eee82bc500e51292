using System;
using System.Runtime.InteropServices;

namespace Voxnav
{
    // Obstacles under their ids, which files keep and which are not given out again; and links.
    public sealed unsafe partial class Navigator
    {
        /// <summary>Inserts an obstacle of one shape and returns its id.</summary>
        /// <param name="shape">The shape.</param>
        /// <param name="position">The position of the origin of its shape.</param>
        /// <param name="rotation">The rotation; all zero for none.</param>
        /// <param name="layers">The layers that it is on, a bit each; 0 for all.</param>
        /// <param name="material">The id of its material; 0 for none.</param>
        /// <param name="name">The name, which files keep; null for none.</param>
        public ulong Insert(Shape shape, Point position, Rotation rotation = default(Rotation), uint layers = 0,
            uint material = 0, string name = null)
        {
            return Insert(new[] { shape }, position, rotation, layers, material, name);
        }

        /// <summary>Inserts an obstacle of shapes that stay together, and returns its id.</summary>
        public ulong Insert(Shape[] shapes, Point position, Rotation rotation = default(Rotation), uint layers = 0,
            uint material = 0, string name = null)
        {
            var obstacle = new RawObstacle
            {
                position = position, rotation = rotation, layers = layers, material = material
            };
            ulong id;
            fixed (byte* text = name == null ? null : Text.Zeroed(name, nameof(name)))
            {
                obstacle.name = text;
                Checked(Shape.Insert(shapes, obstacle, Number, &id));
            }
            return id;
        }

        /// <summary>Inserts a box without rotation from one corner to the opposite one, and returns its id.</summary>
        public ulong InsertBox(Point min, Point max)
        {
            ulong id;
            Checked(Native.voxnav_obstacle_insert_box(Number, min, max, &id));
            return id;
        }

        /// <summary>Removes an obstacle.</summary>
        public void Remove(ulong obstacle)
        {
            Checked(Native.voxnav_obstacle_remove(Number, obstacle));
        }

        /// <summary>Moves an obstacle to a position, under a rotation that is none where it is all zero.</summary>
        public void Move(ulong obstacle, Point position, Rotation rotation = default(Rotation))
        {
            Checked(Native.voxnav_obstacle_move(Number, obstacle, position, rotation));
        }

        /// <summary>Returns true where an obstacle that is moved there would touch nothing of an agent at a position; it
        /// stays where it is. <see cref="Crowd.TryMoveObstacle(ulong, Point, Rotation)"/> asks this for all agents of a
        /// crowd.</summary>
        public bool IsClearIfMoved(ulong obstacle, Point position, Rotation rotation, Agent agent, Point at)
        {
            var body = Given.Object(agent, nameof(agent)).Number;
            return Checked(Native.voxnav_obstacle_preview_move(Number, obstacle, position, rotation, body, at), agent) ==
                Status.Ok;
        }

        /// <summary>Returns the name of an obstacle; null for one without a name.</summary>
        public string NameOf(ulong obstacle)
        {
            var text = All<byte>(WritesName, obstacle);
            return text.Length == 0 ? null : Text.Of(text);
        }

        static readonly Writes WritesName = (handle, id, buffer, room, count) =>
            Native.voxnav_obstacle_name(handle, id, (byte*)buffer, room, count);

        /// <summary>Finds the obstacle of a name, the first of several. Returns false where there is none.</summary>
        public bool Find(string name, out ulong obstacle)
        {
            var id = 0UL;
            fixed (byte* text = Text.Zeroed(name, nameof(name)))
            {
                var status = Checked(Native.voxnav_obstacle_find(Number, text, &id));
                obstacle = id;
                return status != Status.Nothing;
            }
        }

        /// <summary>Puts an obstacle on other layers, a bit each; 0 for all.</summary>
        public void SetLayers(ulong obstacle, uint layers)
        {
            Checked(Native.voxnav_obstacle_set_layers(Number, obstacle, layers));
        }

        /// <summary>Tells the position and the rotation of an obstacle.</summary>
        public void Placement(ulong obstacle, out Point position, out Rotation rotation)
        {
            Point at;
            Rotation turned;
            Checked(Native.voxnav_obstacle_placement(Number, obstacle, &at, &turned));
            position = at;
            rotation = turned;
        }

        /// <summary>Writes the ids of all obstacles as far as there is room, and returns how many there are.</summary>
        public int Obstacles(Span<ulong> into)
        {
            return Filled(into, WritesObstacles);
        }

        static readonly Writes WritesObstacles = (handle, _, buffer, room, count) =>
            Native.voxnav_obstacle_ids(handle, (ulong*)buffer, room, count);

        /// <summary>Writes the ids of the obstacles on some layers (a bit each, 0 for all) that a box overlaps, as far as
        /// there is room. Returns how many there are.</summary>
        public int Overlapping(Point center, Point halfExtents, Span<ulong> into, uint layers = 0)
        {
            UIntPtr count;
            fixed (ulong* buffer = &MemoryMarshal.GetReference(into))
            {
                Checked(Native.voxnav_obstacles_overlapping(
                    Number, center, halfExtents, layers, buffer, (UIntPtr)into.Length, &count));
            }
            return (int)count;
        }

        /// <summary>Moves a box (a ray, with half extents of zero) among the obstacles on some layers. Returns true, and
        /// what it meets first, or false.</summary>
        public bool Sweep(Point from, Point to, Point halfExtents, out Hit hit, uint layers = 0)
        {
            var met = new Hit { size = (UIntPtr)sizeof(Hit) };
            var status = Checked(Native.voxnav_obstacles_sweep(Number, from, to, halfExtents, layers, &met));
            hit = met;
            return status != Status.Nothing;
        }

        /// <summary>Inserts a link, a connection that is no move, for agents on the ground, and returns its id.</summary>
        public uint InsertLink(Link link)
        {
            link.size = (UIntPtr)sizeof(Link);
            uint id;
            Checked(Native.voxnav_link_insert(Number, &link, &id));
            return id;
        }

        /// <summary>Removes a link.</summary>
        public void RemoveLink(uint link)
        {
            Checked(Native.voxnav_link_remove(Number, link));
        }

        /// <summary>Closes a link.</summary>
        public void CloseLink(uint link)
        {
            Checked(Native.voxnav_link_set_closed(Number, link, 1));
        }

        /// <summary>Opens a link.</summary>
        public void OpenLink(uint link)
        {
            Checked(Native.voxnav_link_set_closed(Number, link, 0));
        }

        /// <summary>Writes the ids of all links as far as there is room, and returns how many there are.</summary>
        public int Links(Span<uint> into)
        {
            return Filled(into, WritesLinks);
        }

        static readonly Writes WritesLinks = (handle, _, buffer, room, count) =>
            Native.voxnav_link_ids(handle, (uint*)buffer, room, count);
    }
}
