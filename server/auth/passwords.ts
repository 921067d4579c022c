/** Password hashing: argon2id (RFC 9106) in PHC form, never more than a few at a time. */
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2'
import { AppError } from '#server/app-error.ts'

/** 64 MiB, three passes: about 65 ms of one core. */
const strength = { memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const
const runningMax = 2
const waitingMax = 20
const retryAfterSeconds = 2

export type Passwords = {
  /** The PHC string to store. Throws `busy` when too many wait. */
  hash(password: string): Promise<string>
  /**
   * Whether the password matches the stored hash. Without one (no such user, none set yet) it takes the same time and
   * returns false. `needsRehash`: the hash was made with other parameters than today's.
   */
  verify(stored: string | null, password: string): Promise<{ isRight: boolean; needsRehash: boolean }>
  /** The number of hashes running, and waiting for their turn. */
  load(): { running: number; waiting: number }
}

/** `parameters` are for tests only: a cheap hash is not safe. */
export function createPasswords(parameters: Options = strength): Passwords {
  const { inTurn, load } = createQueue(runningMax, waitingMax)
  let decoy: Promise<string> | undefined

  return {
    load,
    hash: password => inTurn(() => hash(canonical(password), parameters)),
    verify: (stored, password) =>
      inTurn(async () => {
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

/** Runs a few at a time, queues some, and refuses the rest: a flood of logins cannot stall the process. */
function createQueue(running: number, waiting: number) {
  const queue: (() => void)[] = []
  let free = running

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else if (queue.length >= waiting) throw new AppError('busy', { retryAfterSeconds })
    else await new Promise<void>(resolve => queue.push(resolve))
    try {
      return await work()
    } finally {
      // Hands the slot directly to the next one: a new call cannot slip in between.
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
  }
  return { inTurn, load: () => ({ running: running - free, waiting: queue.length }) }
}
