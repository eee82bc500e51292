using System;
using Godot;

namespace Voxnav.Godot
{
    /// <summary>Positions and rotations of Godot as voxnav has them, and back: the only place where they are
    /// converted.</summary>
    /// <remarks>Godot has y up and is right-handed. voxnav computes with the numbers alone, so they stay as they are. (The
    /// triangles of a mesh of Godot are wound the other way; the meshes of its colliders have no inside, so that does not
    /// matter.)</remarks>
    public static class Axes
    {
        /// <summary>The direction of up.</summary>
        public const Heading Up = Heading.PlusY;

        /// <summary>Returns a position as voxnav has it.</summary>
        public static Point Of(Vector3 position)
        {
            return new Point(position.X, position.Y, position.Z);
        }

        /// <summary>Returns a position as Godot has it.</summary>
        public static Vector3 Of(Point position)
        {
            return new Vector3((float)position.X, (float)position.Y, (float)position.Z);
        }

        /// <summary>Returns a rotation as voxnav has it, of length 1 to the last bit of a double.</summary>
        public static Rotation Of(Quaternion rotation)
        {
            double x = rotation.X, y = rotation.Y, z = rotation.Z, w = rotation.W;
            var length = Math.Sqrt(x * x + y * y + z * z + w * w);
            return length > 0 ? new Rotation(x / length, y / length, z / length, w / length) : new Rotation(0, 0, 0, 1);
        }
    }
}
