using System;
using System.Runtime.InteropServices;

namespace Voxnav
{
    /// <summary>Obstacles, cells, links and agents in one world.</summary>
    public sealed unsafe partial class Navigator : Handle
    {
        /// <summary>Makes an empty world.</summary>
        /// <param name="cellSize">The side of a cell, in world units: half of the narrowest gap that matters.</param>
        /// <param name="min">A position in the first cell.</param>
        /// <param name="max">A position in the last cell, which is part of the world.</param>
        /// <param name="origin">The center of cell (0, 0, 0). Half a cell on each axis puts the faces of cells on multiples
        /// of their size.</param>
        public Navigator(double cellSize, Point min, Point max, Point origin = default(Point)) : base(0)
        {
            var region = new Region
            {
                size = (UIntPtr)sizeof(Region), CellSize = cellSize, Min = min, Max = max, Origin = origin
            };
            ulong navigator;
            Checked(Native.voxnav_navigator_new(&region, &navigator));
            Hold(navigator);
        }

        /// <summary>Makes an empty world of cells whose sides along x, y and z differ, such as those that are lower than
        /// wide.</summary>
        /// <param name="sizes">The sides of a cell, in world units; none is more than 64 times another.</param>
        /// <param name="min">A position in the first cell.</param>
        /// <param name="max">A position in the last cell, which is part of the world.</param>
        /// <param name="origin">The center of cell (0, 0, 0).</param>
        public Navigator(Point sizes, Point min, Point max, Point origin = default(Point)) : base(0)
        {
            var region = new Region
            {
                size = (UIntPtr)sizeof(Region), Min = min, Max = max, Origin = origin
            };
            ulong navigator;
            Checked(Native.voxnav_navigator_with_sizes(&region, sizes, &navigator));
            Hold(navigator);
        }

        Navigator(ulong number) : base(number) { }

        /// <summary>Loads the navigator in a file. Ids of obstacles and links are those that were saved;
        /// <see cref="Agents"/> and <see cref="AgentOf"/> give its agents.</summary>
        public static Navigator Load(string path)
        {
            ulong navigator;
            fixed (byte* text = Text.Zeroed(path, nameof(path)))
            {
                VoxnavException.Checked(Native.voxnav_navigator_load(text, &navigator));
            }
            return new Navigator(navigator);
        }

        /// <summary>Loads the navigator in a file in memory.</summary>
        public static Navigator FromBytes(ReadOnlySpan<byte> bytes)
        {
            ulong navigator;
            fixed (byte* buffer = &MemoryMarshal.GetReference(bytes))
            {
                VoxnavException.Checked(
                    Native.voxnav_navigator_from_bytes(buffer, (UIntPtr)bytes.Length, &navigator));
            }
            return new Navigator(navigator);
        }

        /// <summary>Saves cells with their materials, obstacles, agents and links, each under its id, to a file.</summary>
        public void Save(string path)
        {
            fixed (byte* text = Text.Zeroed(path, nameof(path)))
            {
                Checked(Native.voxnav_navigator_save(Number, text));
            }
        }

        /// <summary>Returns the file that <see cref="Save"/> writes.</summary>
        public byte[] ToBytes()
        {
            ulong bytes;
            Checked(Native.voxnav_navigator_to_bytes(Number, &bytes));
            return Bytes.Taken(bytes);
        }

        /// <summary>The cells that agents may be in.</summary>
        public Cells Bounds
        {
            get
            {
                Cells bounds;
                Checked(Native.voxnav_navigator_bounds(Number, &bounds));
                return bounds;
            }
        }

        /// <summary>Returns the cell that owns a position: that with the nearest center.</summary>
        public Cell CellAt(Point position)
        {
            Cell cell;
            Checked(Native.voxnav_cell_at(Number, position, &cell));
            return cell;
        }

        /// <summary>Returns the position of the center of a cell.</summary>
        public Point CenterOf(Cell cell)
        {
            Point position;
            Checked(Native.voxnav_cell_center(Number, cell, &position));
            return position;
        }

        /// <summary>Brings the worlds of all agents up to date with every edit, so that the next questions need
        /// not.</summary>
        public void Refresh()
        {
            Checked(Native.voxnav_navigator_refresh(Number));
        }

        /// <summary>Adds an agent that flies, or goes wherever cells are free. Its positions are those of its
        /// center.</summary>
        /// <param name="halfExtents">Half of the size of its box, in world units.</param>
        /// <param name="layers">The layers of obstacles that it minds, a bit each; 0 for all.</param>
        /// <param name="unknown">The policy for unknown cells.</param>
        /// <param name="baking">The part of a cell that it has to fit into.</param>
        public Agent AddFlying(Point halfExtents, uint layers = 0, Unknown unknown = Unknown.Blocks,
            Baking baking = Baking.Swept)
        {
            return Add(new RawAgentSettings
            {
                half_extents = halfExtents, layers = layers, unknown = unknown, baking = baking
            });
        }

        /// <summary>Adds an agent that a text in JSON describes: the fields of <c>AgentSpec</c>, the form in which every
        /// language has agents, such as <c>{ "size": 0.5 }</c>.</summary>
        public Agent AddJson(string json)
        {
            ulong agent;
            fixed (byte* text = Text.Zeroed(json, nameof(json)))
            {
                Checked(Native.voxnav_agent_add_json(Number, text, &agent));
            }
            return new Agent(this, agent);
        }

        /// <summary>Adds an agent on the ground. Its positions are where its feet are.</summary>
        /// <param name="halfExtents">Half of the size of its box, in world units.</param>
        /// <param name="abilities">What it is able to do: <see cref="Locomotion.Of"/>.</param>
        /// <param name="layers">The layers of obstacles that it minds, a bit each; 0 for all.</param>
        /// <param name="unknown">The policy for unknown cells.</param>
        /// <param name="falls">The costs of falls of 1, 2, 3, ... cells, in place of <c>Fall</c>; null for none of
        /// its own.</param>
        public Agent AddWalking(Point halfExtents, Locomotion abilities, uint layers = 0,
            Unknown unknown = Unknown.Blocks, double[] falls = null)
        {
            fixed (double* costs = falls)
            {
                if (falls != null)
                {
                    abilities.falls = costs;
                    abilities.fall_count = (UIntPtr)falls.Length;
                }
                abilities.size = (UIntPtr)sizeof(Locomotion);
                return Add(new RawAgentSettings
                {
                    half_extents = halfExtents, layers = layers, unknown = unknown, locomotion = &abilities
                });
            }
        }

        Agent Add(RawAgentSettings settings)
        {
            settings.size = (UIntPtr)sizeof(RawAgentSettings);
            ulong agent;
            Checked(Native.voxnav_agent_add(Number, &settings, &agent));
            return new Agent(this, agent);
        }

        /// <summary>Returns the agents, those that fly first, each kind in the order in which they were added.</summary>
        public Agent[] Agents()
        {
            UIntPtr count;
            Checked(Native.voxnav_navigator_agents(Number, null, UIntPtr.Zero, &count));
            var numbers = new ulong[(int)count];
            fixed (ulong* buffer = numbers)
            {
                Checked(Native.voxnav_navigator_agents(Number, buffer, count, &count));
            }
            return Array.ConvertAll(numbers, number => new Agent(this, number));
        }

        /// <summary>Returns the agent with a number, which files keep: see <see cref="Agent.Size"/>.</summary>
        public Agent AgentOf(uint number)
        {
            ulong agent;
            Checked(Native.voxnav_agent_of_number(Number, number, &agent));
            return new Agent(this, agent);
        }
    }
}
