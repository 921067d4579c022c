/** The worker of the browser: answers one house after the other. Its script's own policy allows WebAssembly. */
import { answerTo, loadSolver } from './what-if-engine.ts'
import type { WhatIfHouse } from './what-if-house.ts'

let solver: ReturnType<typeof loadSolver> | undefined

addEventListener('message', ({ data: house }: MessageEvent<WhatIfHouse>) => void answer(house))

/** Null when the engine itself failed. */
async function answer(house: WhatIfHouse): Promise<void> {
  try {
    // After a fault the solver's memory cannot be trusted: the next house gets a new one.
    solver ??= loadSolver(() => {
      solver = undefined
    })
    postMessage(answerTo(house, await solver))
  } catch {
    postMessage(null)
  }
}
