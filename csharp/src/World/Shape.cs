using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Voxnav
{
    /// <summary>A shape, and its place in the obstacle that it is a part of. Lengths are in world units.</summary>
    public sealed unsafe class Shape
    {
        RawShape raw;
        readonly float[] points;
        readonly uint[] indices;
        readonly float[] heights;

        Shape(ShapeKind kind, double a = 0, double b = 0, double c = 0, float[] points = null, uint[] indices = null,
            float[] heights = null)
        {
            raw.size = (UIntPtr)sizeof(RawShape);
            raw.kind = kind;
            raw.a = a;
            raw.b = b;
            raw.c = c;
            this.points = points;
            this.indices = indices;
            this.heights = heights;
            raw.point_count = (UIntPtr)(points == null ? 0 : points.Length / 3);
            raw.index_count = (UIntPtr)(indices == null ? 0 : indices.Length);
        }

        /// <summary>Makes a box with half extents along x, y and z.</summary>
        public static Shape Box(Point halfExtents)
        {
            return new Shape(ShapeKind.Cuboid, halfExtents.X, halfExtents.Y, halfExtents.Z);
        }

        /// <summary>Makes a ball.</summary>
        public static Shape Ball(double radius)
        {
            return new Shape(ShapeKind.Ball, radius);
        }

        /// <summary>Makes a capsule along y: half of the length of its axis, and its radius.</summary>
        public static Shape Capsule(double halfLength, double radius)
        {
            return new Shape(ShapeKind.Capsule, halfLength, radius);
        }

        /// <summary>Makes a cylinder along y: half of its height, and its radius.</summary>
        public static Shape Cylinder(double halfHeight, double radius)
        {
            return new Shape(ShapeKind.Cylinder, halfHeight, radius);
        }

        /// <summary>Makes a cone along y: half of its height, and its radius.</summary>
        public static Shape Cone(double halfHeight, double radius)
        {
            return new Shape(ShapeKind.Cone, halfHeight, radius);
        }

        /// <summary>Makes the convex hull of points, three numbers each.</summary>
        public static Shape ConvexHull(float[] points)
        {
            return new Shape(ShapeKind.ConvexHull, points: InThrees(points));
        }

        /// <summary>Makes a triangle mesh of points, three numbers each, and three indexes for each triangle.</summary>
        /// <param name="points">The points.</param>
        /// <param name="indices">The indexes.</param>
        /// <param name="solid">True for a closed mesh that blocks its inside, too.</param>
        public static Shape Mesh(float[] points, uint[] indices, bool solid = false)
        {
            var shape = new Shape(ShapeKind.Mesh, points: InThrees(points),
                indices: Given.Object(indices, nameof(indices)));
            shape.raw.solid = solid ? 1u : 0u;
            return shape;
        }

        /// <summary>Makes a line through points, three numbers each, in their order.</summary>
        public static Shape Polyline(float[] points)
        {
            return new Shape(ShapeKind.Polyline, points: InThrees(points));
        }

        /// <summary>Makes a height field over x and z: rows along z of columns along x.</summary>
        /// <param name="heights">The heights, row by row.</param>
        /// <param name="rows">The number of rows.</param>
        /// <param name="columns">The number of columns.</param>
        /// <param name="size">The width along x, the factor on heights, the width along z.</param>
        public static Shape HeightField(float[] heights, int rows, int columns, Point size)
        {
            Given.Object(heights, nameof(heights));
            if (rows < 0 || columns < 0 || (long)rows * columns != heights.Length)
            {
                throw new ArgumentException("there are not as many heights as rows times columns", nameof(heights));
            }
            var shape = new Shape(ShapeKind.HeightField, size.X, size.Y, size.Z, heights: heights);
            shape.raw.rows = (UIntPtr)rows;
            shape.raw.columns = (UIntPtr)columns;
            return shape;
        }

        /// <summary>Returns the same shape with its edges rounded by a radius.</summary>
        public Shape Rounded(double radius)
        {
            var shape = (Shape)MemberwiseClone();
            shape.raw.border = radius;
            return shape;
        }

        /// <summary>Returns the same shape at a place in its obstacle.</summary>
        public Shape At(Point position, Rotation rotation = default(Rotation))
        {
            var shape = (Shape)MemberwiseClone();
            shape.raw.position = position;
            shape.raw.rotation = rotation;
            return shape;
        }

        static float[] InThrees(float[] points)
        {
            if (Given.Object(points, nameof(points)).Length % 3 != 0)
            {
                throw new ArgumentException("a point has three numbers", nameof(points));
            }
            return points;
        }

        /// <summary>Calls the library with shapes whose arrays stay where they are meanwhile.</summary>
        internal static Status Insert(Shape[] shapes, RawObstacle obstacle, ulong navigator, ulong* id)
        {
            var raw = new RawShape[Given.Object(shapes, nameof(shapes)).Length];
            var pinned = new List<GCHandle>();
            try
            {
                for (var number = 0; number < raw.Length; number++)
                {
                    var shape = Given.Object(shapes[number], nameof(shapes));
                    raw[number] = shape.raw;
                    raw[number].points = (float*)Pin(shape.points, pinned);
                    raw[number].indices = (uint*)Pin(shape.indices, pinned);
                    raw[number].heights = (float*)Pin(shape.heights, pinned);
                }
                fixed (RawShape* all = raw)
                {
                    obstacle.size = (UIntPtr)sizeof(RawObstacle);
                    obstacle.shapes = all;
                    obstacle.shape_count = (UIntPtr)raw.Length;
                    return Native.voxnav_obstacle_insert(navigator, &obstacle, id);
                }
            }
            finally
            {
                pinned.ForEach(handle => handle.Free());
            }
        }

        static void* Pin(object array, List<GCHandle> pinned)
        {
            if (array == null)
            {
                return null;
            }
            var handle = GCHandle.Alloc(array, GCHandleType.Pinned);
            pinned.Add(handle);
            return (void*)handle.AddrOfPinnedObject();
        }
    }
}
