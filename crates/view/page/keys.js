// What keys do.

function bindKeys(viewer) {
  const { look } = viewer;
  const toggle = (id) => element(id).click();
  const kinds = ["g", "f", "order"];
  const actions = {
    " ": () => viewer.play(!viewer.isPlaying),
    arrowleft: (far) => viewer.showStep(look.step - far),
    arrowright: (far) => viewer.showStep(look.step + far),
    home: () => viewer.showStep(0),
    end: () => viewer.showStep(viewer.steps),
    g: () => viewer.color(kinds[(kinds.indexOf(viewer.colorKind) + 1) % kinds.length]),
    x: () => toggle("show-hidden"),
    c: () => toggle("cutaway"),
    b: () => toggle("show-border"),
    o: () => toggle("show-open"),
    n: () => viewer.first?.show((viewer.first.stage + 1) % Math.max(viewer.first.names.length, 1)),
    f: () => viewer.setFlying(!viewer.camera.isFlying),
    r: () => viewer.framePath(),
    t: () => viewer.frameAll(),
    u: () => viewer.nextUp(),
    l: () => toggle("theme"),
    p: () => viewer.fold(),
    escape: () => viewer.pointer.show(undefined),
    "?": () => element("help").showModal(),
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || element("help").open) return;
    const key = event.key.toLowerCase();
    viewer.isFast = event.shiftKey;
    // Sliders and lists have keys of their own; for a moment they keep the focus when they are hidden.
    if (event.target.matches("#cell-place")) return;
    const isInput = event.target.matches("input[type=range], select") && /^(arrow|home|end)/.test(key);
    const isButton = event.target.matches(":is(button, input, select):focus-visible:not([type=range])") && key === " ";
    if ((isInput || isButton) && event.target.checkVisibility()) return;
    if ("wasdqe".includes(key) && key.length === 1) {
      viewer.keys.add(key);
      viewer.request();
    } else if (actions[key] !== undefined) {
      if (key.startsWith("arrow") || key === "home" || key === "end") viewer.play(false);
      actions[key](event.shiftKey ? Math.max(Math.round(viewer.steps / 100), 1) : 1);
    } else {
      return;
    }
    event.preventDefault();
  });
  addEventListener("keyup", (event) => {
    viewer.keys.delete(event.key.toLowerCase());
    viewer.isFast = event.shiftKey;
  });
  addEventListener("blur", () => viewer.keys.clear());
}
