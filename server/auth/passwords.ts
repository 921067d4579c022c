/** Password hashing: argon2id (RFC 9106) in PHC form, never more than two at a time. */
import { availableParallelism } from 'node:os'
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2'
import { AppError } from '#server/app-error.ts'
import type { Actor } from './actor.ts'
import { wideNetwork } from './client-network.ts'

/** 64 MiB, three passes: about 65 ms of one core. */
const strength = { memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const
const runningMax = 2
const waitingMax = 20
const retryAfterSeconds = 2

export type Passwords = {
  /** The PHC string to store. Throws `busy` when too many wait. `caller`: whose turn it takes (`hashCaller`). */
  hash(password: string, caller: string): Promise<string>
  /**
   * Whether the password matches the stored hash. Without one (no such user, none set yet) it takes the same time and
   * returns false. `needsRehash`: the hash was made with other parameters than today's.
   */
  verify(stored: string | null, password: string, caller: string): Promise<{ isRight: boolean; needsRehash: boolean }>
  /** The number of hashes running, and waiting for their turn. */
  load(): { running: number; waiting: number }
}

/**
 * With more than one processor the hashes of this process leave one free for other calls (decision 0133).
 * `parameters` and `processors` are for tests only: a cheap hash is not safe.
 */
export function createPasswords(parameters: Options = strength, processors = availableParallelism()): Passwords {
  const { inTurn, load } = createQueue(Math.max(1, Math.min(runningMax, processors - 1)), waitingMax)
  let decoy: Promise<string> | undefined

  return {
    load,
    hash: (password, caller) => inTurn(caller, () => hash(canonical(password), parameters)),
    verify: (stored, password, caller) =>
      inTurn(caller, async () => {
        decoy ??= hash('decoy', parameters)
        const isRight = await verify(stored ?? (await decoy), canonical(password))
        if (stored === null) return { isRight: false, needsRehash: false }
        const { memoryCost, timeCost } = parseOptions(stored)
        return { isRight, needsRehash: memoryCost !== parameters.memoryCost || timeCost !== parameters.timeCost }
      }),
  }
}

/** The same password typed on another system can arrive as other code points (ä as one or as two). */
function canonical(password: string): string {
  return password.normalize('NFKC')
}

/** Who waits for a hash: a user with all sessions, or the network of visitors. */
export function hashCaller({ actor, address }: { actor: Actor; address: string }): string {
  return actor.kind === 'user' ? `user ${actor.userId}` : `network ${wideNetwork(address)}`
}

/** Whether a check was refused before it began: nothing was guessed. */
export function isBusy(error: unknown): boolean {
  return error instanceof AppError && error.code === 'busy'
}

type Waiting = { readonly start: () => void; readonly refuse: (error: AppError) => void }

/**
 * Runs a few at a time, queues some, and refuses the rest: a flood of logins cannot stall the process. Callers take
 * turns, and in a full queue a caller with fewer places takes the newest of the one with most: nobody's calls keep
 * others out.
 */
function createQueue(running: number, waiting: number) {
  /** By caller, in the order of turns. None is empty. */
  const lines = new Map<string, Waiting[]>()
  let queued = 0
  let free = running

  const inTurn = async <T>(caller: string, work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((start, refuse) => enqueue(caller, { start, refuse }))
    try {
      return await work()
    } finally {
      // Hands the slot directly to the next one: a new call cannot slip in between.
      const next = takeNext()
      if (next) next.start()
      else free += 1
    }
  }

  function enqueue(caller: string, one: Waiting): void {
    const line = lines.get(caller) ?? []
    if (queued >= waiting) {
      const [longest] = [...lines.values()].toSorted((first, second) => second.length - first.length)
      const busy = new AppError('busy', { retryAfterSeconds })
      if (longest === undefined || longest.length <= line.length + 1) {
        one.refuse(busy)
        return
      }
      longest.pop()?.refuse(busy)
      queued -= 1
    }
    line.push(one)
    lines.set(caller, line)
    queued += 1
  }

  function takeNext(): Waiting | undefined {
    const [first] = lines
    if (first === undefined) return undefined
    const [caller, line] = first
    const next = line.shift()
    queued -= 1
    lines.delete(caller)
    if (line.length > 0) lines.set(caller, line)
    return next
  }

  return { inTurn, load: () => ({ running: running - free, waiting: queued }) }
}
