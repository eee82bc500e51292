using System;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;

namespace Voxnav
{
    // Cells beside the obstacles. All are free unless set.
    public sealed unsafe partial class Navigator
    {
        /// <summary>Sets the cells of a box to a state. A material that agrees with it stays, any other is forgotten.</summary>
        public void SetCells(Cells cells, CellState state)
        {
            Checked(Native.voxnav_cells_set(Number, cells, state));
        }

        /// <summary>Makes the cells of a box of a material.</summary>
        public void SetMaterial(Cells cells, uint material)
        {
            Checked(Native.voxnav_cells_set_material(Number, cells, material));
        }

        /// <summary>Sets cells from an array that is indexed [x, y, z]. On an error no cell is set.</summary>
        /// <param name="first">The cell that the first value is of.</param>
        /// <param name="values">The values.</param>
        /// <param name="meanings">The cell by its value, see <see cref="Meaning"/>; null for free cells by 0 and occupied
        /// ones by anything else.</param>
        public void SetCells(Cell first, byte[,,] values, int[] meanings = null)
        {
            if (Given.Object(values, nameof(values)).Length == 0)
            {
                return;
            }
            fixed (byte* data = &values[0, 0, 0])
            fixed (int* table = meanings)
            {
                var array = CellArray.Of(first, values, data, sizeof(byte), table, meanings);
                Checked(Native.voxnav_cells_set_array(Number, &array));
            }
        }

        /// <summary>Sets cells from an array that is indexed [x, y, z], as above.</summary>
        public void SetCells(Cell first, ushort[,,] values, int[] meanings = null)
        {
            if (Given.Object(values, nameof(values)).Length == 0)
            {
                return;
            }
            fixed (ushort* data = &values[0, 0, 0])
            fixed (int* table = meanings)
            {
                var array = CellArray.Of(first, values, data, sizeof(ushort), table, meanings);
                Checked(Native.voxnav_cells_set_array(Number, &array));
            }
        }

        /// <summary>Sets cells from values in a row, along x fastest, then y, then z.</summary>
        /// <exception cref="ArgumentException">There are not as many values as cells.</exception>
        public void SetCells(Cell first, Cell extent, ReadOnlySpan<byte> values, int[] meanings = null)
        {
            CellArray.HasLength(extent, values.Length);
            fixed (byte* data = &MemoryMarshal.GetReference(values))
            fixed (int* table = meanings)
            {
                var array = CellArray.Of(first, extent, data, table, meanings);
                Checked(Native.voxnav_cells_set_array(Number, &array));
            }
        }

        /// <summary>Sets the cells of a box as a function says (see <see cref="Meaning"/>), which is called once for each
        /// cell, x fastest. Where it throws, no cell is set, and this throws the same.</summary>
        public void SetCells(Cells cells, Func<Cell, int> meaning)
        {
            var asked = new Asked { Meaning = Given.Object(meaning, nameof(meaning)) };
            Ask(asked, user => Native.voxnav_cells_set_by(Number, cells, MeaningCall, (void*)user));
        }

        /// <summary>Calls a function with each occupied cell, beside the obstacles, without a list of them: as of now, chunk
        /// by chunk, and in a chunk x fastest. The first false ends it, and so does an exception, which this throws.</summary>
        /// <returns>Whether the function has had all.</returns>
        public bool EachCell(Func<Cell, bool> function)
        {
            Given.Object(function, nameof(function));
            var asked = new Asked { Meaning = cell => function(cell) ? 0 : -1 };
            return Ask(asked, user => Native.voxnav_cells_each(Number, EachCall, (void*)user)) == Status.Ok;
        }

        // Calls the library with a function of the caller's, and throws what that threw.
        Status Ask(Asked asked, Func<IntPtr, Status> call)
        {
            var user = GCHandle.Alloc(asked);
            try
            {
                var status = call(GCHandle.ToIntPtr(user));
                if (asked.Thrown != null)
                {
                    asked.Thrown.Throw();
                }
                return Checked(status);
            }
            finally
            {
                user.Free();
            }
        }

        /// <summary>Tells the state of a cell, and the id of its material, or 0.</summary>
        public CellState StateOf(Cell cell, out uint material)
        {
            int state;
            uint of;
            Checked(Native.voxnav_cell_state(Number, cell, &state, &of));
            material = of;
            return (CellState)state;
        }

        /// <summary>Adds a material under a name, and returns its id, 1 to 255.</summary>
        public uint AddMaterial(string name, CellMaterial material)
        {
            material.size = (UIntPtr)sizeof(CellMaterial);
            uint id;
            fixed (byte* text = Text.Zeroed(name, nameof(name)))
            {
                Checked(Native.voxnav_material_add(Number, text, &material, &id));
            }
            return id;
        }

        /// <summary>Sets the weight of moves into the cells of a box, for agents that fly: 1 unless set.</summary>
        public void SetTerrain(Cells cells, uint weight)
        {
            Checked(Native.voxnav_terrain_set(Number, cells, weight));
        }

        /// <summary>Sets the costs of a box of cells, for agents that fly, from an array that is indexed [x, y, z]: finite
        /// and above zero, 1 unless set. On an error nothing is set.</summary>
        /// <param name="first">The cell that the first cost is of.</param>
        /// <param name="costs">The costs.</param>
        /// <param name="convention">The cells of a move that count, from now on for all cells.</param>
        /// <param name="blocksInfinite">True to make cells of infinite cost occupied, false to refuse them.</param>
        public void SetCosts(Cell first, float[,,] costs, CostConvention convention = CostConvention.Entered,
            bool blocksInfinite = false)
        {
            if (Given.Object(costs, nameof(costs)).Length == 0)
            {
                return;
            }
            var extent = new Cell(costs.GetLength(0), costs.GetLength(1), costs.GetLength(2));
            fixed (float* data = &costs[0, 0, 0])
            {
                var along = (long)sizeof(float) * extent.Z;
                var array = CostArray.Of(first, extent, data, convention, blocksInfinite);
                array.stride_x = (IntPtr)(along * extent.Y);
                array.stride_y = (IntPtr)along;
                array.stride_z = (IntPtr)sizeof(float);
                Checked(Native.voxnav_costs_set(Number, &array));
            }
        }

        /// <summary>Sets the costs of a box of cells from values in a row, along x fastest, then y, then z, as
        /// above.</summary>
        /// <exception cref="ArgumentException">There are not as many values as cells.</exception>
        public void SetCosts(Cell first, Cell extent, ReadOnlySpan<float> costs,
            CostConvention convention = CostConvention.Entered, bool blocksInfinite = false)
        {
            CellArray.HasLength(extent, costs.Length);
            fixed (float* data = &MemoryMarshal.GetReference(costs))
            {
                var array = CostArray.Of(first, extent, data, convention, blocksInfinite);
                array.stride_x = (IntPtr)sizeof(float);
                array.stride_y = (IntPtr)((long)sizeof(float) * extent.X);
                array.stride_z = (IntPtr)((long)sizeof(float) * extent.X * extent.Y);
                Checked(Native.voxnav_costs_set(Number, &array));
            }
        }

        /// <summary>Returns the cost of a cell, as it is kept.</summary>
        public double CostOf(Cell cell)
        {
            double cost;
            Checked(Native.voxnav_cost(Number, cell, &cost));
            return cost;
        }

        /// <summary>The scale of costs: a route costs <see cref="Route.Cost"/> times its unit.</summary>
        public CostScale CostScale
        {
            get
            {
                var scale = new CostScale { size = (UIntPtr)sizeof(CostScale) };
                Checked(Native.voxnav_cost_scale(Number, &scale));
                return scale;
            }
        }

        /// <summary>Writes the distance from the center of each cell to that of the nearest occupied or unknown one, in
        /// world units: along x fastest, then y, then z, as far as there is room. Returns how many cells there are; without
        /// room, at once. Obstacles are no part of it, and cells outside only where that is asked for.</summary>
        public int CellDistances(Span<float> into, bool outside = false)
        {
            UIntPtr count;
            fixed (float* buffer = &MemoryMarshal.GetReference(into))
            {
                Checked(Native.voxnav_cells_distances(
                    Number, outside ? 1u : 0u, buffer, (UIntPtr)into.Length, &count));
            }
            return checked((int)(ulong)count);
        }

        /// <summary>Takes the cells into a world that can be edited apart, on another thread for one.</summary>
        public World ToWorld()
        {
            ulong world;
            Checked(Native.voxnav_world_new(Number, &world));
            return new World(world);
        }

        sealed class Asked
        {
            internal Func<Cell, int> Meaning;
            internal ExceptionDispatchInfo Thrown;
        }

        static readonly Native.voxnav_cells_set_by_meaning_delegate MeaningCall = Answer;
        static readonly Native.voxnav_cells_each_function_delegate EachCall = Answer;

        [MonoPInvokeCallback(typeof(Native.voxnav_cells_set_by_meaning_delegate))]
        static int Answer(void* user, Cell cell)
        {
            var asked = (Asked)GCHandle.FromIntPtr((IntPtr)user).Target;
            try
            {
                return asked.Meaning(cell);
            }
            catch (Exception exception)
            {
                asked.Thrown = ExceptionDispatchInfo.Capture(exception);
                return -1;
            }
        }
    }

    /// <summary>A world of cells that is being edited apart from its navigator.</summary>
    public sealed unsafe class World : Handle
    {
        internal World(ulong number) : base(number) { }

        /// <summary>Sets the cells of a box as a number says: see <see cref="Meaning"/>.</summary>
        public void Set(Cells cells, int meaning)
        {
            Checked(Native.voxnav_world_set(Number, cells, meaning));
        }

        /// <summary>Sets cells from values in a row, along x fastest, then y, then z. Where that is refused some of them may
        /// be set.</summary>
        /// <exception cref="ArgumentException">There are not as many values as cells.</exception>
        public void Set(Cell first, Cell extent, ReadOnlySpan<byte> values, int[] meanings = null)
        {
            CellArray.HasLength(extent, values.Length);
            fixed (byte* data = &MemoryMarshal.GetReference(values))
            fixed (int* table = meanings)
            {
                var array = CellArray.Of(first, extent, data, table, meanings);
                Checked(Native.voxnav_world_set_array(Number, &array));
            }
        }

        /// <summary>Makes the cells those of a navigator. The world stays, for further edits.</summary>
        public void ApplyTo(Navigator navigator)
        {
            var to = Given.Object(navigator, nameof(navigator)).Number;
            Checked(Native.voxnav_world_apply(Number, to), navigator);
        }
    }

    /// <summary>Numbers that say what a cell is.</summary>
    public static class Meaning
    {
        /// <summary>Returns the number of a state.</summary>
        public static int Of(CellState state)
        {
            return (int)state;
        }

        /// <summary>Returns the number of a material, by its id.</summary>
        public static int OfMaterial(uint material)
        {
            return checked(Native.VOXNAV_OF_MATERIAL + (int)material);
        }
    }

    /// <summary>Arrays of costs as the library takes them.</summary>
    static unsafe class CostArray
    {
        /// <summary>Returns an array without its strides.</summary>
        internal static RawCosts Of(Cell first, Cell extent, float* data, CostConvention convention, bool blocksInfinite)
        {
            return new RawCosts
            {
                size = (UIntPtr)sizeof(RawCosts),
                data = data,
                first = first,
                extent = extent,
                convention = convention,
                blocks_infinite = blocksInfinite ? 1u : 0u,
            };
        }
    }

    /// <summary>Arrays of cells as the library takes them.</summary>
    static unsafe class CellArray
    {
        internal static void HasLength(Cell extent, int length)
        {
            if (extent.X < 0 || extent.Y < 0 || extent.Z < 0
                || (decimal)extent.X * extent.Y * extent.Z != length)
            {
                throw new ArgumentException("there are not as many values as cells", "values");
            }
        }

        internal static RawArray Of(Cell first, Cell extent, byte* data, int* table, int[] meanings)
        {
            return new RawArray
            {
                size = (UIntPtr)sizeof(RawArray),
                data = data,
                first = first,
                extent = extent,
                stride_x = (IntPtr)1,
                stride_y = (IntPtr)extent.X,
                stride_z = (IntPtr)((long)extent.X * extent.Y),
                width = 1,
                meanings = table,
                meaning_count = meanings == null ? 0 : (uint)meanings.Length,
            };
        }

        internal static RawArray Of(Cell first, Array values, void* data, int width, int* table, int[] meanings)
        {
            var extent = new Cell(values.GetLength(0), values.GetLength(1), values.GetLength(2));
            return new RawArray
            {
                size = (UIntPtr)sizeof(RawArray),
                data = data,
                first = first,
                extent = extent,
                stride_x = (IntPtr)((long)width * extent.Y * extent.Z),
                stride_y = (IntPtr)((long)width * extent.Z),
                stride_z = (IntPtr)width,
                width = (uint)width,
                meanings = table,
                meaning_count = meanings == null ? 0 : (uint)meanings.Length,
            };
        }
    }
}
