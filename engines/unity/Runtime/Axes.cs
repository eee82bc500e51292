using UnityEngine;

namespace Voxnav.Unity
{
    /// <summary>Positions and rotations of Unity as voxnav has them, and back: the only place where they are
    /// converted.</summary>
    /// <remarks>Unity has y up and is left-handed. voxnav computes with the numbers alone: nothing in it depends on the
    /// hand, its agents on the ground are told which way is up, and a quaternion turns numbers the same way in both. A mesh
    /// of Unity is wound clockwise, so that the product of two sides of a triangle points out of it, as voxnav takes it. So
    /// the numbers stay as they are, but for their width.</remarks>
    public static class Axes
    {
        /// <summary>The direction of up.</summary>
        public const Heading Up = Heading.PlusY;

        /// <summary>Returns a position as voxnav has it.</summary>
        public static Point Of(Vector3 position)
        {
            return new Point(position.x, position.y, position.z);
        }

        /// <summary>Returns a position as Unity has it.</summary>
        public static Vector3 Of(Point position)
        {
            return new Vector3((float)position.X, (float)position.Y, (float)position.Z);
        }

        /// <summary>Returns a rotation as voxnav has it, of length 1 to the last bit of a double.</summary>
        public static Rotation Of(Quaternion rotation)
        {
            double x = rotation.x, y = rotation.y, z = rotation.z, w = rotation.w;
            var length = System.Math.Sqrt(x * x + y * y + z * z + w * w);
            return length > 0 ? new Rotation(x / length, y / length, z / length, w / length) : new Rotation(0, 0, 0, 1);
        }
    }
}
