using System;
using Godot;

namespace Voxnav.Godot
{
    /// <summary>Shapes of Godot as shapes of voxnav.</summary>
    public static class Shapes
    {
        /// <summary>Returns the shape of a collision shape at a scale, or null for one of a kind that is not known.</summary>
        /// <remarks>Round shapes take the largest scale of their axes: Godot asks for shapes that are not
        /// scaled.</remarks>
        public static Shape Of(Shape3D shape, Vector3 scale)
        {
            double largest = Math.Max(scale.X, Math.Max(scale.Y, scale.Z));
            var box = shape as BoxShape3D;
            if (box != null)
            {
                return Shape.Box(new Point(
                    box.Size.X * scale.X / 2.0, box.Size.Y * scale.Y / 2.0, box.Size.Z * scale.Z / 2.0));
            }
            var ball = shape as SphereShape3D;
            if (ball != null)
            {
                return Shape.Ball(ball.Radius * largest);
            }
            var capsule = shape as CapsuleShape3D;
            if (capsule != null)
            {
                var half = (capsule.Height / 2.0 - capsule.Radius) * largest;
                return half > 0 ? Shape.Capsule(half, capsule.Radius * largest) : Shape.Ball(capsule.Radius * largest);
            }
            var cylinder = shape as CylinderShape3D;
            if (cylinder != null)
            {
                return Shape.Cylinder(cylinder.Height / 2.0 * largest, cylinder.Radius * largest);
            }
            var hull = shape as ConvexPolygonShape3D;
            if (hull != null)
            {
                return Shape.ConvexHull(Scaled(hull.Points, scale));
            }
            var mesh = shape as ConcavePolygonShape3D;
            if (mesh != null)
            {
                var points = Scaled(mesh.GetFaces(), scale);
                var indices = new uint[points.Length / 3];
                for (uint number = 0; number < indices.Length; number++)
                {
                    indices[number] = number;
                }
                return Shape.Mesh(points, indices);
            }
            var ground = shape as HeightMapShape3D;
            if (ground != null)
            {
                // Around its middle, a unit from sample to sample.
                return Shape.HeightField(ground.MapData, ground.MapDepth, ground.MapWidth,
                    new Point((ground.MapWidth - 1) * scale.X, scale.Y, (ground.MapDepth - 1) * scale.Z));
            }
            return null;
        }

        static float[] Scaled(Vector3[] positions, Vector3 scale)
        {
            var points = new float[3 * positions.Length];
            for (var number = 0; number < positions.Length; number++)
            {
                points[3 * number] = positions[number].X * scale.X;
                points[3 * number + 1] = positions[number].Y * scale.Y;
                points[3 * number + 2] = positions[number].Z * scale.Z;
            }
            return points;
        }
    }
}
