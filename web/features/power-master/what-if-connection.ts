/** The page's side of the worker. Loads it with the first question. */
import { createPolicy } from '#web/lib/browser/trusted-types.ts'
import type { WhatIfAnswer } from './what-if-answer.ts'
import type { WhatIfHouse } from './what-if-house.ts'
import workerUrl from './what-if-worker.ts?worker&url'

export type Connection = { ask(house: WhatIfHouse): void; close(): void }

/** A worker that is silent for longer is given up. Loading the solver over a slow line takes longest. */
const silenceMs = 30_000

/** While the worker computes, only the latest question waits. A question after a failure starts a new worker. */
export function connect(onAnswer: (answer: WhatIfAnswer, isLast: boolean) => void, onFailure: () => void): Connection {
  let worker: Worker | undefined
  let waiting: WhatIfHouse | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const close = () => {
    clearTimeout(timer)
    worker?.terminate()
    worker = undefined
    timer = undefined
    waiting = undefined
  }
  const fail = () => {
    close()
    onFailure()
  }
  const send = (house: WhatIfHouse) => {
    worker ??= start()
    timer = setTimeout(fail, silenceMs)
    worker.postMessage(house)
  }
  const start = () => {
    const started = new Worker(trustedWorkerUrl(), { type: 'module' })
    started.addEventListener('error', fail)
    started.addEventListener('message', ({ data }: MessageEvent<WhatIfAnswer | null>) => {
      if (data === null) return fail()
      clearTimeout(timer)
      timer = undefined
      const next = waiting
      waiting = undefined
      onAnswer(data, next === undefined)
      if (next !== undefined) send(next)
    })
    return started
  }
  return {
    ask(house) {
      if (timer === undefined) send(house)
      else waiting = house
    },
    close,
  }
}

let trusted: string | undefined

function trustedWorkerUrl(): string {
  trusted ??= createPolicy('what-if-worker', workerUrl)
  return trusted
}
