/** How fast each user may send, over all of its connections: a new one finds the allowance as it is. */

/** A connection of the user. */
export type Paced = {
  /** Serves nothing more until `release`. */
  hold(): void
  release(): void
}

export type Paces = {
  /** Waits at once where the user has used up its allowance. */
  join(user: string, connection: Paced): void
  leave(user: string, connection: Paced): void
  /** Counts a message. All connections of the user wait once they have used up its allowance. */
  pay(user: string, bytes: number): void
}

/** So many messages are free at once, and so many are added each second; a long message counts as several. */
const messagesAtOnce = 3_000
const messagesPerSecond = 100
const bytesOfMessage = 1_000
/** Connections that wait take turns of so many messages. */
const messagesOfTurn = 10

type Account = {
  /** Below zero for the last message only, which may be a long one. */
  left: number
  atMs: number
  isUsedUp: boolean
  /** Whose turn is next comes first. */
  readonly connections: Set<Paced>
}

export function createPaces(): Paces {
  const accounts = new Map<string, Account>()
  const accountOf = (user: string) => {
    const atMs = performance.now()
    const account = accounts.get(user) ?? { left: messagesAtOnce, atMs, isUsedUp: false, connections: new Set() }
    accounts.set(user, account)
    return account
  }
  return {
    join(user, connection) {
      const { connections, isUsedUp } = accountOf(user)
      connections.add(connection)
      if (isUsedUp) connection.hold()
    },
    leave: (user, connection) => void accounts.get(user)?.connections.delete(connection),
    pay(user, bytes) {
      const account = accountOf(user)
      refill(account)
      account.left -= Math.max(1, bytes / bytesOfMessage)
      if (account.left >= 0 || account.isUsedUp) return
      account.isUsedUp = true
      for (const connection of account.connections) connection.hold()
      waitForTurn(account)
    },
  }
}

function refill(account: Account): void {
  const atMs = performance.now()
  account.left = Math.min(messagesAtOnce, account.left + ((atMs - account.atMs) * messagesPerSecond) / 1_000)
  account.atMs = atMs
}

function waitForTurn(account: Account): void {
  const waitMs = Math.ceil(((messagesOfTurn - account.left) * 1_000) / messagesPerSecond)
  setTimeout(() => giveTurns(account), waitMs).unref()
}

/** One connection after the other, until one has used up the allowance. */
function giveTurns(account: Account): void {
  refill(account)
  if (account.left < messagesOfTurn) {
    waitForTurn(account)
    return
  }
  account.isUsedUp = false
  for (const connection of [...account.connections]) {
    if (!account.connections.delete(connection)) continue
    account.connections.add(connection)
    connection.release()
    if (account.left < 0) return
  }
}
