using System;
using System.Globalization;

namespace Voxnav
{
    public partial struct Point : IEquatable<Point>
    {
        /// <summary>Makes the position or direction (x, y, z).</summary>
        public Point(double x, double y, double z)
        {
            X = x;
            Y = y;
            Z = z;
        }

        /// <summary>Returns the distance to another position.</summary>
        public double DistanceTo(Point other)
        {
            return (other - this).Length;
        }

        /// <summary>The length as a direction.</summary>
        public double Length { get { return Math.Sqrt(X * X + Y * Y + Z * Z); } }

        /// <summary>Returns the position on the straight way to a target, at most a distance away from here.</summary>
        public Point Toward(Point target, double distance)
        {
            var apart = DistanceTo(target);
            return apart <= distance ? target : this + (target - this) * (distance / apart);
        }

        /// <summary>Adds two positions.</summary>
        public static Point operator +(Point a, Point b)
        {
            return new Point(a.X + b.X, a.Y + b.Y, a.Z + b.Z);
        }

        /// <summary>Subtracts a position from another.</summary>
        public static Point operator -(Point a, Point b)
        {
            return new Point(a.X - b.X, a.Y - b.Y, a.Z - b.Z);
        }

        /// <summary>Scales a direction.</summary>
        public static Point operator *(Point a, double factor)
        {
            return new Point(a.X * factor, a.Y * factor, a.Z * factor);
        }

        /// <summary>Returns true where all coordinates are equal.</summary>
        public static bool operator ==(Point a, Point b)
        {
            return a.Equals(b);
        }

        /// <summary>Returns true where a coordinate differs.</summary>
        public static bool operator !=(Point a, Point b)
        {
            return !a.Equals(b);
        }

        /// <summary>Returns true where all coordinates are equal.</summary>
        public bool Equals(Point other)
        {
            return X.Equals(other.X) && Y.Equals(other.Y) && Z.Equals(other.Z);
        }

        /// <summary>Returns true for an equal position.</summary>
        public override bool Equals(object other)
        {
            return other is Point && Equals((Point)other);
        }

        /// <summary>Returns a hash of the coordinates.</summary>
        public override int GetHashCode()
        {
            return (X.GetHashCode() * 31 + Y.GetHashCode()) * 31 + Z.GetHashCode();
        }

        /// <summary>Writes the coordinates as (x, y, z).</summary>
        public override string ToString()
        {
            return string.Format(CultureInfo.InvariantCulture, "({0}, {1}, {2})", X, Y, Z);
        }
    }

    public partial struct Cell : IEquatable<Cell>
    {
        /// <summary>Makes the cell (x, y, z).</summary>
        public Cell(int x, int y, int z)
        {
            X = x;
            Y = y;
            Z = z;
        }

        /// <summary>Returns true for the same cell.</summary>
        public bool Equals(Cell other)
        {
            return X == other.X && Y == other.Y && Z == other.Z;
        }

        /// <summary>Returns true for the same cell.</summary>
        public override bool Equals(object other)
        {
            return other is Cell && Equals((Cell)other);
        }

        /// <summary>Returns a hash of the coordinates.</summary>
        public override int GetHashCode()
        {
            return (X * 31 + Y) * 31 + Z;
        }

        /// <summary>Writes the coordinates as (x, y, z).</summary>
        public override string ToString()
        {
            return string.Format(CultureInfo.InvariantCulture, "({0}, {1}, {2})", X, Y, Z);
        }
    }

    public partial struct Cells
    {
        /// <summary>Makes the box of the cells from one to another, which is excluded on each axis.</summary>
        public Cells(Cell min, Cell max)
        {
            Min = min;
            Max = max;
        }
    }

    public partial struct Rotation
    {
        /// <summary>Makes the rotation of a quaternion of length 1; all zero is none.</summary>
        public Rotation(double x, double y, double z, double w)
        {
            X = x;
            Y = y;
            Z = z;
            W = w;
        }
    }

    /// <summary>Options by their description.</summary>
    public unsafe partial struct RouteOptions
    {
        /// <summary>Reads options from JSON: the fields of <c>RouteSpec</c>, the form in which every language has them, such as
        /// <c>{ "moves": 18, "snap_goal": 2 }</c>.</summary>
        public static RouteOptions FromJson(string json)
        {
            var options = new RouteOptions { size = (UIntPtr)sizeof(RouteOptions) };
            fixed (byte* text = Text.Zeroed(json, nameof(json)))
            {
                VoxnavException.Checked(Native.voxnav_route_options_json(text, &options));
            }
            return options;
        }
    }

    public unsafe partial struct Locomotion
    {
        /// <summary>Returns the abilities of a preset, with a direction of up. Change what is to be different.</summary>
        public static Locomotion Of(Preset preset, Heading up)
        {
            var abilities = new Locomotion { size = (UIntPtr)sizeof(Locomotion) };
            VoxnavException.Checked(Native.voxnav_locomotion_preset(preset, &abilities));
            abilities.Up = up;
            return abilities;
        }
    }
}
