// Checks of the pages, by the names that the tests call. A page gets them when it is opened.
window.checks = {
    // Numbers of expanded cells that both searches show at steps 0, 50 and the last one.
    steps: () => [0, 50, 1e9].map((step) => {
        voxnav.viewer.showStep(step);
        return voxnav.viewer.sides.map((side, index) => voxnav.viewer.stepOf(side, index).step);
    }),

    // Whether a point on an expanded cell of a side tells g of that cell, for each side.
    pointed: () => [0, 1].map((wanted) => {
        const { viewer } = voxnav;
        const { pointer, canvas } = viewer;
        let right = 0;
        for (let y = 0; y < canvas.clientHeight; y += 11) for (let x = 280; x < canvas.clientWidth; x += 11) {
            const found = pointer.at(x, y);
            if (found?.index === undefined || pointer.side !== wanted) continue;
            const isLeft = x < 280 + (canvas.clientWidth - 280) / 2;
            const facts = Object.fromEntries(pointer.facts(found));
            const { arrays } = viewer.sides[wanted];
            const isRight = facts.g === arrays.cellG[found.index].toFixed(4) && isLeft === (wanted === 0);
            right += isRight ? 1 : -1000000;
        }
        return right > 20;
    }),

    // The number of layers whose count of open cells differs from a count cell by cell.
    wrongLayers: () => {
        const { cut, pointer, size } = voxnav.viewer;
        const open = size.map((side) => Array(side).fill(0));
        for (let x = 0; x < size[0]; x += 1) for (let y = 0; y < size[1]; y += 1) for (let z = 0; z < size[2]; z += 1)
            if (!pointer.isOccupied([x, y, z])) [x, y, z].forEach((layer, axis) => { open[axis][layer] += 1; });
        const differs = (axis) => (count, layer) => count !== cut.open[axis][layer];
        return open.flatMap((layers, axis) => layers.filter(differs(axis))).length;
    },

    // A point of the window with an agent that is in sight, and its number.
    pointOfAgent: () => {
        const { playBack, camera, canvas, scene } = voxnav.viewer;
        const [{ shift }] = voxnav.viewer.windows();
        const { matrix } = camera.matrix(canvas.clientWidth / canvas.clientHeight, scene.reach, shift);
        for (const { agent, place } of playBack.shown) {
            const row = (line) => place.reduce((sum, number, axis) => sum + number * matrix[line + axis * 4], matrix[line + 12]);
            const [x, y] = [(row(0) / row(3) + 1) * canvas.clientWidth / 2, (1 - row(1) / row(3)) * canvas.clientHeight / 2];
            const isIn = row(3) > 0 && x > 480 && y > 80 && x < canvas.clientWidth - 80 && y < canvas.clientHeight - 80;
            if (isIn && playBack.agentAt(x, y) === agent) return [x, y, agent];
        }
    },

    // The numbers of agents that a story counts.
    counted: () => [...document.querySelectorAll('#story-now b')].map((it) => Number(it.textContent)),

    // Whether an element is seen, and all of it inside the window.
    isInside: (selector) => {
        const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
        return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && right > left && bottom > top;
    },

    // Directions of view where the world is not opened toward the eye, at the most open layer between the near
    // quarter of the path and its middle.
    wrongCuts: () => {
        const { cut, camera } = voxnav.viewer;
        const wrong = [];
        for (let yaw = -3; yaw <= 3; yaw += 0.37) for (let pitch = -1.5; pitch <= 1.5; pitch += 0.5) {
            Object.assign(camera, { yaw, pitch });
            const forward = camera.forward();
            const { axis, isHigh, layer } = cut.toward(forward, camera.upAxis);
            const places = cut.places[axis];
            const at = (part) => places[Math.round(part * (places.length - 1))];
            const ends = (isHigh ? [at(0.5), at(0.75)] : [at(0.25), at(0.5)]);
            const layers = cut.open[axis].slice(ends[0], ends[1] + 1);
            const isIn = layer >= ends[0] && layer <= ends[1];
            if (isHigh !== forward[axis] < 0 || !isIn || cut.open[axis][layer] < Math.max(...layers)) wrong.push([yaw, pitch]);
        }
        return wrong;
    },

    // Whether points meet the world and the cut, and how many meet what is taken away.
    pointsAtCut: () => {
        const { pointer, camera, cut, look, scene } = voxnav.viewer;
        const { axis, layer } = cut.toward(camera.forward(), look.up);
        let [all, atCut, wrong] = [0, 0, 0];
        for (let y = 20; y < 780; y += 9) for (let x = 290; x < 1270; x += 9) {
            const found = pointer.at(x, y);
            if (!found) continue;
            all += 1;
            atCut += found.place[axis] === layer ? 1 : 0;
            const isLeft = pointer.isShown(scene.stretch(found.place.map((number) => number + 0.5)));
            if (!isLeft || !pointer.isOccupied(found.place)) wrong += 1;
        }
        return [all > 1000, atCut > 300, wrong];
    },

    // Axis and cell of each number, and whether a line of sight through its place meets an edge of the world.
    ticks: () => voxnav.viewer.axes.ticks.map(({ axis, cell, x, y }) => {
        const { pointer, facts, scene: { shape, extent } } = voxnav.viewer;
        const { eye, direction } = pointer.ray(x, y);
        const away = ((cell - facts.map.low[axis] + 0.5) * shape[axis] - eye[axis]) / direction[axis];
        const place = eye.map((number, other) => number + direction[other] * away);
        const isAtEdge = [0, 1, 2].every((other) => other === axis
            || Math.abs(place[other]) < 0.1 || Math.abs(place[other] - extent[other]) < 0.1);
        return [axis, cell, isAtEdge];
    }),

    // By how many pixels the bar of the scale differs from its cells.
    barError: () => {
        const { axes, camera, canvas } = voxnav.viewer;
        const { right } = camera.axes();
        const at = (cells) => {
            const place = camera.target.map((number, axis) => number + right[axis] * cells);
            const view = camera.matrix(canvas.width / canvas.height, 100, [0, 0]);
            const row = (line) => place.reduce((sum, number, axis) => sum + number * view.matrix[line + axis * 4],
                view.matrix[line + 12]);
            return row(0) / row(3) * canvas.clientWidth / 2;
        };
        return Math.abs(at(axes.bar.cells) - at(0) - axes.bar.wide);
    },

    clips: () => [...document.querySelectorAll('#clips output')].map((it) => it.textContent),

    clip: (id, value) => {
        const slider = document.getElementById(id);
        slider.value = value;
        slider.dispatchEvent(new Event('input'));
    },

    // A point of the window with a cell of the search whose path has more cells than given.
    pointOfCell: (left, top, right, bottom, least) => {
        const { pointer } = voxnav.viewer;
        for (let y = top; y < bottom; y += 7) for (let x = left; x < right; x += 7) {
            const found = pointer.at(x, y);
            if (found?.index !== undefined && (!least || pointer.wayTo(found).length > least)) return [x, y];
        }
    },

    // Whether the sheet of a cell is seen and inside the window, whether others are, and its text.
    sheet: () => {
        const sheet = document.querySelector('#cell');
        const { left, top, right, bottom } = sheet.getBoundingClientRect();
        const isIn = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && right > left;
        const others = [...document.querySelectorAll('#sections > :not(#cell)')];
        return [sheet.checkVisibility(), isIn, others.some((it) => it.checkVisibility()), sheet.innerText];
    },

    hasSize: (width, height) => ['scene', 'overlay'].every((id) => {
        const picture = document.getElementById(id);
        const ratio = window.devicePixelRatio;
        return picture.width === width * ratio && picture.height === height * ratio;
    }),

    // The number of expanded cells whose path does not add up to their g.
    wrongWays: () => {
        const { pointer, arrays } = voxnav.viewer;
        let wrong = 0;
        arrays.cellExpanded.forEach((step, index) => {
            if (step === 0xffffffff) return;
            const way = pointer.wayTo({ index });
            let sum = 0;
            for (let place = 1; place < way.length; place += 1) {
                const d = way[place].map((number, axis) => Math.abs(number - way[place - 1][axis]));
                d.sort((a, b) => b - a);
                sum += d[0] + (Math.SQRT2 - 1) * d[1] + (Math.sqrt(3) - Math.SQRT2) * d[2];
            }
            if (Math.abs(sum - arrays.cellG[index]) > 1e-3) wrong += 1;
        });
        return wrong;
    },

    // The number of expanded cells whose way through the picture, cell by cell, is not as long as their g.
    wrongLengths: () => {
        const { pointer, arrays } = voxnav.viewer;
        let wrong = 0;
        arrays.cellExpanded.forEach((step, index) => {
            if (step === 0xffffffff) return;
            const way = pointer.wayTo({ index });
            const long = way.slice(1).reduce((sum, to, at) => sum + Math.hypot(...to.map((number, axis) => number - way[at][axis])), 0);
            if (Math.abs(long - arrays.cellG[index]) > 1e-3) wrong += 1;
        });
        return wrong;
    },

    // How many points of the window meet a cell, and how many of these one that the line of sight misses, or one behind
    // rock that a walk along it comes to first.
    pointedAt: () => {
        const { pointer, scene, size } = voxnav.viewer;
        const index = ([x, y, z]) => x + size[0] * (y + size[1] * z);
        const rock = new Uint8Array(size[0] * size[1] * size[2]);
        for (let x = 0; x < size[0]; x += 1) for (let y = 0; y < size[1]; y += 1) for (let z = 0; z < size[2]; z += 1)
            rock[index([x, y, z])] = Number(pointer.isOccupied([x, y, z]));
        // Where a line of sight comes into a box of cells, and where it leaves.
        const through = ({ eye, direction }, low, high) => {
            const ways = [0, 1, 2].map((axis) => [low, high]
                .map((end) => (end[axis] * scene.shape[axis] - eye[axis]) / direction[axis]).sort((a, b) => a - b));
            return [Math.max(0, ...ways.map(([near]) => near)), Math.min(...ways.map(([, far]) => far))];
        };
        let [met, wrong] = [0, 0];
        for (let y = 20; y < 780; y += 37) for (let x = 290; x < 1270; x += 37) {
            const ray = pointer.ray(x, y);
            const isRock = (away) => rock[index(scene.cellAt(ray.eye.map((number, axis) => number + ray.direction[axis] * away)))];
            let [first, last] = through(ray, [0, 0, 0], size);
            for (first += 1e-3; first < last - 1e-3 && !isRock(first);) first += 0.01;
            const place = pointer.at(x, y)?.place;
            if (!(first < last - 1e-3) && place === undefined) continue;
            met += 1;
            const [enters, leaves] = place ? through(ray, place, place.map((number) => number + 1)) : [0, -1];
            const isRight = place && rock[index(place)] && enters < leaves + 1e-4 && first > enters - 0.02;
            if (!isRight) wrong += 1;
        }
        return [met, wrong];
    },

    occupied: ([width, depth, height]) => {
        const found = [];
        for (let x = 0; x < width; x += 1) for (let y = 0; y < depth; y += 1) for (let z = 0; z < height; z += 1)
            if (voxnav.viewer.pointer.isOccupied([x, y, z])) found.push([x, y, z].join(' '));
        return found;
    },

    lookUp: (place) => {
        document.querySelector('#cell-place').value = place;
        document.querySelector('#cell-go').requestSubmit();
        return document.querySelector('#cell').textContent;
    },

    // Type, length and first bytes of a file that the page makes.
    made: async (name) => {
        const blob = await voxnav[name]();
        return [blob.type, blob.size];
    },

    nameless: () => [...document.querySelectorAll('button, input, select')].filter((control) =>
        !control.ariaLabel && !control.textContent.trim() && !control.closest('label')?.textContent.trim()
        || !/[a-z0-9]/i.test(control.ariaLabel || control.textContent || control.closest('label').textContent))
        .map((control) => control.id || control.outerHTML),

    panelIsInside: () => {
        const panel = document.querySelector('#panel');
        if (panel.classList.contains('folded')) voxnav.viewer.fold();
        const { left, right, top, bottom } = panel.getBoundingClientRect();
        const line = document.querySelector('#timeline').getBoundingClientRect();
        return [left >= 0, right <= innerWidth, top >= 0, bottom <= line.top, line.right <= innerWidth,
            panel.scrollWidth <= panel.clientWidth + 1];
    },

    // For each of 101 moments, the number of agents that have arrived.
    arrived: () => Array.from({ length: 101 }, (_, part) => {
        voxnav.viewer.showStep(part * 10);
        const text = document.getElementById('step-text').textContent;
        return Number(text.match(/· (\d+) of/)[1]);
    }),

    routeColors: () => new Set(voxnav.viewer.routes.colors
        .filter((_, route) => voxnav.viewer.routes.isDrawn(route)).map(String)).size,

    choose: (color) => document.querySelector(`input[name=route-color][value=${color}]`).click(),

    legColors: () => [1, 3].map((turn) => String(voxnav.viewer.routes.colorTo(turn, 0))),

    texts: (selector) => [...document.querySelectorAll(selector)].map((it) => it.textContent),

    // The first cell seen through the door at a tick, the picture without agents, and the text.
    door: (tick) => {
        const { viewer } = voxnav;
        viewer.showStep(tick);
        const { place } = viewer.pointer.surfaceCell({ eye: [1, 4, 1.5], direction: [1, 0.001, 0] });
        Object.assign(viewer.look, { hasAgents: false, hasRoutes: false });
        viewer.draw();
        const picture = viewer.canvas.toDataURL();
        Object.assign(viewer.look, { hasAgents: true, hasRoutes: true });
        return { place: place ?? null, picture, said: document.getElementById('step-text').textContent };
    },

    // The clusters that a first path looked at, those on its way, and the cells of the way that lie in no cluster that
    // was looked at or do not follow across a face or within a cluster.
    clusters: () => {
        const { arrays, facts } = voxnav.viewer;
        const read = (name) => Array.from(arrays[`${name}X`], (x, at) => [x, arrays[`${name}Y`][at], arrays[`${name}Z`][at]]);
        const cluster = (cell) => cell.map((number, axis) => Math.floor((number + facts.map.low[axis]) / 8));
        const looked = new Set(read('cellCluster').map((cell) => String(cluster(cell))));
        const way = read('cellWay').map(cluster);
        const far = (at) => at > 0 && way[at].reduce((sum, number, axis) => sum + Math.abs(number - way[at - 1][axis]), 0);
        const strays = way.filter((place, at) => !looked.has(String(place)) || far(at) > 1);
        return [looked.size, new Set(way.map(String)).size, strays.length];
    },

    // The stages that are longer than the one before or took fewer expansions, whose path is not what it was said to
    // be; and the last, if it is not proved.
    wrongStages: () => {
        const { stages, length } = voxnav.viewer.facts.search;
        const long = ({ turns }) => turns.slice(1).reduce((sum, to, turn) => {
            const d = to.map((number, axis) => Math.abs(number - turns[turn][axis])).sort((a, b) => b - a);
            return sum + d[0] + (Math.SQRT2 - 1) * d[1] + (Math.sqrt(3) - Math.SQRT2) * d[2];
        }, 0);
        const wrong = stages.filter((stage, at) => Math.abs(long(stage) - stage.length) > 1e-6
            || at > 0 && (stage.length > stages[at - 1].length || stage.expanded < stages[at - 1].expanded));
        const last = stages[stages.length - 1];
        const isRight = stages[0].length === length && last.length === last.lower_bound;
        return isRight ? wrong : [...wrong, last];
    },

    // Where the agent is along x at a tick, and the number of turns of its path.
    agent: (tick) => {
        const { playBack } = voxnav.viewer;
        const sighting = playBack.sightingAt(0, tick);
        return [playBack.whereabouts(0, sighting, tick)[0], playBack.path(0, sighting).length];
    },

    // The cell of each agent at a tick, and the number of agents that are drawn.
    plan: (tick) => {
        const { playBack, scene } = voxnav.viewer;
        const agents = [...Array(playBack.facts.agents).keys()];
        const cells = agents.map((agent) => playBack.whereabouts(agent, playBack.sightingAt(agent, tick), tick)
            .map((number) => number - 0.5));
        return [cells, scene.named.agents.count];
    },

    // For each chart with a legend: the part of its width that is plotted, the height, and whether the legend is
    // apart from the plot and inside the chart.
    legends: () => [...document.querySelectorAll('.chart')].filter((chart) => chart.querySelector('.legend'))
        .map((chart) => {
            const [plot, legend] = ['.plot', '.legend']
                .map((part) => chart.querySelector(part).getBoundingClientRect());
            const apart = legend.left >= plot.right || legend.top >= plot.bottom;
            const whole = chart.getBoundingClientRect();
            const isIn = legend.right <= whole.right + 1 && legend.bottom <= whole.bottom + 1;
            return [plot.width / chart.clientWidth, plot.height, apart && isIn];
        }),

    // The texts of charts that leave the window at a side, or lie over another number of their axis.
    cutTexts: () => [...document.querySelectorAll('.chart')].flatMap((chart) => {
        const texts = [...chart.querySelectorAll('.plot text')];
        const boxes = texts.map((it) => it.getBoundingClientRect());
        const meets = (one, other) => one.left < other.right && other.left < one.right
            && one.top < other.bottom - 2 && other.top < one.bottom - 2;
        return texts.filter((_, at) => boxes[at].left < 0 || boxes[at].right > innerWidth
            || boxes.some((other, place) => place < at && meets(boxes[at], other)))
            .map((it) => [chart.id, it.textContent]);
    }),

    cutTables: () => [...document.querySelectorAll('.scroll')].filter((it) => it.scrollWidth > it.clientWidth)
        .map((it) => it.querySelector('th').textContent),

    lines: () => [...document.querySelectorAll('#chart-0-4 .series')].map((series) => {
        const seen = getComputedStyle(series.querySelector('path'));
        return [series.querySelector('title').textContent, seen.stroke, seen.strokeDasharray];
    }),

    // Whether each series of a chart with a legend is seen, and what its entry says.
    seen: (id) => [...document.querySelectorAll(`#${id} .legend button`)].map((entry) => [
        getComputedStyle(document.getElementById(entry.getAttribute('aria-controls'))).display !== 'none',
        entry.getAttribute('aria-pressed') === 'true',
    ]),

    pause: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
};
true;
