// Answers the queries of out/queries.json with mineflayer-pathfinder in a mock world, and prints how
// its costs and times compare with those of voxnav. See README.md.
'use strict'

const fs = require('fs')
const path = require('path')
const registry = require('prismarine-registry')('1.16.5')
const Block = require('prismarine-block')(registry)
const AStar = require('mineflayer-pathfinder/lib/astar')
const Movements = require('mineflayer-pathfinder/lib/movements')
const Move = require('mineflayer-pathfinder/lib/move')
const { goals } = require('mineflayer-pathfinder')

const ROUNDS = 3
const TIMEOUT = 120000

const folder = path.join(__dirname, process.argv[2] || 'out')
const { world, size, names, rows } = JSON.parse(fs.readFileSync(path.join(folder, 'queries.json')))
const cells = fs.readFileSync(path.join(folder, 'world.bin'))
const [width, depth, height] = size

// Everything that a search asks of a block, but for where it is.
const looks = names.map(name => {
  const { type, boundingBox, shapes } = Block.fromStateId(registry.blocksByName[name].defaultState, 0)
  return { type, boundingBox, shapes }
})

// Minecraft's y is up, which is z there.
function blockAt (position) {
  const { x, y, z } = position
  if (x < 0 || z < 0 || y < 0 || x >= width || z >= depth || y >= height) return null
  const { type, boundingBox, shapes } = looks[cells[(y * depth + z) * width + x]]
  return { type, boundingBox, shapes, position }
}

const bot = { registry, blockAt, entities: {}, game: { minY: 0 }, inventory: { items: () => [] } }
const movements = new Movements(bot)
movements.canDig = false
movements.allow1by1towers = false
movements.allowParkour = false
movements.allowEntityDetection = false

function solve ({ start, goal }) {
  const from = new Move(start[0], start[2], start[1], 0, 0)
  const to = new goals.GoalBlock(goal[0], goal[2], goal[1])
  return new AStar(from, movements, to, TIMEOUT, TIMEOUT).compute()
}

const median = list => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]
const mean = list => list.reduce((sum, one) => sum + one, 0) / list.length
const table = []
for (const row of rows) {
  let best = Infinity
  let result
  for (let round = 0; round < ROUNDS; round++) {
    const begin = process.cpuUsage()
    result = solve(row)
    const { user, system } = process.cpuUsage(begin)
    best = Math.min(best, (user + system) / 1000)
  }
  let sum = 0
  for (const move of result.path) sum += move.cost
  if (Math.abs(sum - result.cost) > 1e-6) throw new Error('a path that does not cost what it says')
  table.push({ ...row, status: result.status, theirs: result.cost, ms: best, visited: result.visitedNodes })
}

const found = table.filter(row => row.status === 'success')
const tolerance = 1e-6
const count = test => found.filter(test).length
console.log(`${world}, ${rows.length} queries; mineflayer-pathfinder found ${found.length}`)
console.log('outcomes of the others:', table.filter(row => row.status !== 'success').map(row => row.status).join(', ') || 'none')
console.log(`voxnav costs less in ${count(row => row.cost < row.theirs - tolerance)}, the same in ` +
  `${count(row => Math.abs(row.cost - row.theirs) <= tolerance)}, more in ${count(row => row.cost > row.theirs + tolerance)}`)
console.log(`mean cost: voxnav ${mean(found.map(row => row.cost)).toFixed(2)}, mineflayer ${mean(found.map(row => row.theirs)).toFixed(2)}`)
const ratios = found.map(row => row.ms * 1e6 / row.nanoseconds)
const line = (name, ours, theirs) => console.log(`${name}: voxnav ${(ours / 1e6).toFixed(3)} ms, mineflayer ${theirs.toFixed(3)} ms, ` +
  `${(theirs * 1e6 / ours).toFixed(0)} times`)
line('mean time', mean(found.map(row => row.nanoseconds)), mean(found.map(row => row.ms)))
line('median time', median(found.map(row => row.nanoseconds)), median(found.map(row => row.ms)))
console.log(`times as fast: median ${median(ratios).toFixed(0)}, least ${Math.min(...ratios).toFixed(0)}, most ${Math.max(...ratios).toFixed(0)}`)
console.log(`mean cells visited: voxnav ${mean(found.map(row => row.expanded)).toFixed(0)}, mineflayer ${mean(found.map(row => row.visited)).toFixed(0)}`)
for (const row of found.filter(row => row.cost > row.theirs + tolerance).slice(0, 5)) {
  console.log('voxnav costs more:', row.start, row.goal, row.cost, row.theirs)
}
