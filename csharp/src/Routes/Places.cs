using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Voxnav
{
    /// <summary>A query for the best places of an area: to hide, to see, or whatever its conditions and measures
    /// describe. Lengths are in world units.</summary>
    public sealed unsafe class PlaceQuery
    {
        readonly List<RawPlaceFilter> filters = new List<RawPlaceFilter>();
        readonly List<RawPlaceScore> scores = new List<RawPlaceScore>();
        // The positions of each, in the same order.
        readonly List<Point[]> filtered = new List<Point[]>();
        readonly List<Point[]> scored = new List<Point[]>();
        RawPlaceQuery raw;
        Point[] body = new Point[0];

        PlaceQuery(RawPlaceQuery raw)
        {
            raw.size = (UIntPtr)sizeof(RawPlaceQuery);
            this.raw = raw;
        }

        /// <summary>Makes a query among cells to which the cheapest way costs so much.</summary>
        public static PlaceQuery ByWay(double least, double most)
        {
            return new PlaceQuery(new RawPlaceQuery { area = PlaceArea.Way, least = least, most = most });
        }

        /// <summary>Makes a query among cells that are so far from a point.</summary>
        public static PlaceQuery InRing(Point center, double least, double most)
        {
            return new PlaceQuery(new RawPlaceQuery { area = PlaceArea.Ring, at = center, least = least, most = most });
        }

        /// <summary>Makes a query among cells in a box.</summary>
        public static PlaceQuery Inside(Point min, Point max)
        {
            return new PlaceQuery(new RawPlaceQuery { area = PlaceArea.Inside, at = min, to = max });
        }

        /// <summary>Adds a condition.</summary>
        /// <param name="kind">The kind.</param>
        /// <param name="number">The distance, length or speed that it takes.</param>
        /// <param name="by">The fewest eyes that see a place.</param>
        /// <param name="points">The eyes or positions that it takes.</param>
        public PlaceQuery Filter(PlaceFilterKind kind, double number = 0, int by = 1, params Point[] points)
        {
            filtered.Add((Point[])Given.Object(points, nameof(points)).Clone());
            filters.Add(new RawPlaceFilter { kind = kind, number = number, by = (uint)by });
            return this;
        }

        /// <summary>Adds a measure: the highest is the best if the weight is above zero, the lowest if it is
        /// below.</summary>
        /// <param name="measure">The measure.</param>
        /// <param name="weight">Its weight.</param>
        /// <param name="most">The most that a way counts.</param>
        /// <param name="points">The eyes or positions that it takes.</param>
        public PlaceQuery Score(PlaceMeasure measure, double weight, double most = 0, params Point[] points)
        {
            scored.Add((Point[])Given.Object(points, nameof(points)).Clone());
            scores.Add(new RawPlaceScore { measure = measure, weight = weight, most = most });
            return this;
        }

        /// <summary>Adds the height along a direction as a measure.</summary>
        public PlaceQuery ScoreHeight(Point up, double weight)
        {
            scored.Add(new Point[0]);
            scores.Add(new RawPlaceScore { measure = PlaceMeasure.Height, weight = weight, up = up });
            return this;
        }

        /// <summary>Sets the points of the body that eyes look for, from its position.</summary>
        public PlaceQuery Body(params Point[] points)
        {
            body = (Point[])Given.Object(points, nameof(points)).Clone();
            return this;
        }

        /// <summary>Sets the least distance between two places.</summary>
        public PlaceQuery Apart(double distance)
        {
            raw.apart = distance;
            return this;
        }

        /// <summary>Limits the work: cells listed, expanded and judged, and rays.</summary>
        public PlaceQuery Limit(long work)
        {
            raw.limit = checked((ulong)work);
            return this;
        }

        /// <summary>Asks for places, with all lists in memory that stays where it is.</summary>
        internal Status Ask(ulong view, Point from, Place[] into, UIntPtr* count)
        {
            var pins = new List<GCHandle>();
            try
            {
                var asked = raw;
                var conditions = filters.ToArray();
                for (var number = 0; number < conditions.Length; number++)
                {
                    conditions[number].points = Pinned(pins, filtered[number]);
                    conditions[number].point_count = (UIntPtr)filtered[number].Length;
                }
                var measures = scores.ToArray();
                for (var number = 0; number < measures.Length; number++)
                {
                    measures[number].points = Pinned(pins, scored[number]);
                    measures[number].point_count = (UIntPtr)scored[number].Length;
                }
                asked.body = Pinned(pins, body);
                asked.body_count = (UIntPtr)body.Length;
                asked.filter_count = (UIntPtr)conditions.Length;
                asked.score_count = (UIntPtr)measures.Length;
                fixed (RawPlaceFilter* first = conditions)
                fixed (RawPlaceScore* second = measures)
                fixed (Place* buffer = into)
                {
                    asked.filters = first;
                    asked.scores = second;
                    return Native.voxnav_find_places(view, from, &asked, buffer, (UIntPtr)into.Length, count);
                }
            }
            finally
            {
                foreach (var pin in pins)
                {
                    pin.Free();
                }
            }
        }

        static Point* Pinned(List<GCHandle> pins, Point[] points)
        {
            if (points.Length == 0)
            {
                return null;
            }
            var pin = GCHandle.Alloc(points, GCHandleType.Pinned);
            pins.Add(pin);
            return (Point*)pin.AddrOfPinnedObject();
        }
    }
}
