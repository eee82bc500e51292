namespace Voxnav
{
    /// <summary>The lengths from every place to the nearest of some goals, for agents that fly.</summary>
    public sealed unsafe class Field : Handle
    {
        internal Field(ulong number) : base(number) { }

        /// <summary>Brings the field up to date with a newer view of the same agent.</summary>
        public void Update(View view)
        {
            Checked(Native.voxnav_field_update(Number, Given.Object(view, nameof(view)).Number), view);
        }

        /// <summary>Finds the length of the best way from the cell of a position to the nearest goal, in world units.
        /// Returns false where there is no way.</summary>
        public bool Length(Point from, out double length)
        {
            double found = 0;
            var status = Checked(Native.voxnav_field_length(Number, from, &found));
            length = found;
            return status != Status.Nothing;
        }

        /// <summary>Finds the center of the cell that an agent goes to next. Returns false at a goal, and where there is no
        /// way.</summary>
        public bool Next(Point from, out Point next)
        {
            var found = new Point();
            var status = Checked(Native.voxnav_field_next(Number, from, &found));
            next = found;
            return status != Status.Nothing;
        }
    }
}
