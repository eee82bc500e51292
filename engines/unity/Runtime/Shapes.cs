using System;
using UnityEngine;

namespace Voxnav.Unity
{
    /// <summary>Colliders of Unity as shapes of voxnav, scaled as their objects are.</summary>
    public static class Shapes
    {
        /// <summary>Returns the shape of a collider, or null for one of a kind that is not known.</summary>
        /// <remarks>A sphere and a capsule take the largest scale of their axes, as they do in Unity. A shape whose object is
        /// sheared by its parents is that without the shear.</remarks>
        public static Shape Of(Collider collider)
        {
            var scale = Positive(collider.transform.lossyScale);
            var box = collider as BoxCollider;
            if (box != null)
            {
                return Shape.Box(Axes.Of(Times(box.size, scale) * 0.5f)).At(Center(box.center, collider));
            }
            var ball = collider as SphereCollider;
            if (ball != null)
            {
                var largest = Mathf.Max(scale.x, Mathf.Max(scale.y, scale.z));
                return Shape.Ball(ball.radius * largest).At(Center(ball.center, collider));
            }
            var capsule = collider as CapsuleCollider;
            if (capsule != null)
            {
                return OfCapsule(capsule, scale);
            }
            var mesh = collider as MeshCollider;
            if (mesh != null && mesh.sharedMesh != null)
            {
                return OfMesh(mesh);
            }
            var terrain = collider as TerrainCollider;
            return terrain != null && terrain.terrainData != null ? OfTerrain(terrain.terrainData) : null;
        }

        static Shape OfCapsule(CapsuleCollider capsule, Vector3 scale)
        {
            float[] scales = { scale.x, scale.y, scale.z };
            var along = scales[capsule.direction];
            var across = Mathf.Max(scales[(capsule.direction + 1) % 3], scales[(capsule.direction + 2) % 3]);
            var radius = capsule.radius * across;
            var half = Math.Max(capsule.height * along * 0.5 - radius, 0);
            // Along y in voxnav: turned about z onto x, about x onto z.
            var turned = Math.Sqrt(0.5);
            var rotation = capsule.direction == 0 ? new Rotation(0, 0, turned, turned)
                : capsule.direction == 2 ? new Rotation(turned, 0, 0, turned)
                : new Rotation(0, 0, 0, 1);
            var center = Center(capsule.center, capsule);
            return half > 0 ? Shape.Capsule(half, radius).At(center, rotation) : Shape.Ball(radius).At(center);
        }

        static Shape OfMesh(MeshCollider collider)
        {
            var vertices = collider.sharedMesh.vertices;
            var scale = collider.transform.lossyScale;
            var points = new float[3 * vertices.Length];
            for (var number = 0; number < vertices.Length; number++)
            {
                points[3 * number] = vertices[number].x * scale.x;
                points[3 * number + 1] = vertices[number].y * scale.y;
                points[3 * number + 2] = vertices[number].z * scale.z;
            }
            if (collider.convex)
            {
                return Shape.ConvexHull(points);
            }
            var triangles = collider.sharedMesh.triangles;
            return Shape.Mesh(points, Array.ConvertAll(triangles, index => (uint)index));
        }

        static Shape OfTerrain(TerrainData terrain)
        {
            var side = terrain.heightmapResolution;
            var parts = terrain.GetHeights(0, 0, side, side);
            var heights = new float[side * side];
            for (var row = 0; row < side; row++)
            {
                for (var column = 0; column < side; column++)
                {
                    heights[row * side + column] = parts[row, column];
                }
            }
            // The origin of a terrain is its corner, that of a height field its middle.
            var size = Axes.Of(terrain.size);
            return Shape.HeightField(heights, side, side, size).At(new Point(size.X / 2, 0, size.Z / 2));
        }

        static Point Center(Vector3 center, Collider collider)
        {
            return Axes.Of(Times(center, collider.transform.lossyScale));
        }

        static Vector3 Times(Vector3 a, Vector3 b)
        {
            return new Vector3(a.x * b.x, a.y * b.y, a.z * b.z);
        }

        static Vector3 Positive(Vector3 scale)
        {
            return new Vector3(Mathf.Abs(scale.x), Mathf.Abs(scale.y), Mathf.Abs(scale.z));
        }
    }
}
