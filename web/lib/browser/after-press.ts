/**
 * Runs what moves the page once no finger or button is down and the click, if one comes of it, was told. What appears
 * when a field is left moves what stands below it: a button pressed at that moment would slip away, and the press would be
 * lost.
 */
export function afterPress(run: () => void): void {
  if (isPressed) waiting.push(run)
  // On touch the field is left after the finger, in the middle of the click: a task later it is over.
  else setTimeout(run)
}

const waiting: (() => void)[] = []
let isPressed = false

function press(): void {
  isPressed = true
}

function release(): void {
  isPressed = false
  for (const run of waiting.splice(0)) setTimeout(run)
}

// The tests of the components render without a window.
if (typeof window !== 'undefined') {
  addEventListener('pointerdown', press, { capture: true })
  addEventListener('pointerup', release, { capture: true })
  addEventListener('pointercancel', release, { capture: true })
}
