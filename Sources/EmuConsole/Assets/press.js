// The presses of the mouse and of fingers. A click is lost if its button moves or is replaced meanwhile, so that
// answers and requests of other clients wait.

let press;
let end;

document.addEventListener("pointerdown", () => {
  end?.();
  press = new Promise((resolve) => { end = resolve; });
}, true);

// A menu of the browser swallows the end of a press, but not what follows.
for (const name of ["pointerup", "pointercancel", "pointermove", "keydown", "change"]) {
  document.addEventListener(name, (event) => {
    if (!end || event.buttons) return;
    // The click comes after this event.
    setTimeout(end);
    end = undefined;
  }, true);
}

/** Waits for the end of the present press. */
export function released() {
  return press;
}
