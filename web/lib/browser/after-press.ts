/**
 * Runs a layout change after the current press and its click are over. Content that appears on blur shifts everything
 * below it: a button pressed at that time would move away and miss its click.
 */
export function afterPress(run: () => void): void {
  if (isPressed) waiting.push(run)
  // On touch devices the blur happens within the click: a task later it is over.
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

// Component tests render without a window.
if (typeof window !== 'undefined') {
  addEventListener('pointerdown', press, { capture: true })
  addEventListener('pointerup', release, { capture: true })
  addEventListener('pointercancel', release, { capture: true })
}
