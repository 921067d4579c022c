/**
 * Loaded into the server before it starts (`node --import`). After SIGUSR2 the process kills itself right before one of
 * the statements it sends to its database; the last argument of its command line is the number of statements until
 * then. So it dies between any two statements of a command, also between the last one and the commit, which an external
 * clock rarely hits.
 */
import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'

type Method = (...args: unknown[]) => unknown

let left = Number.POSITIVE_INFINITY

process.on('SIGUSR2', () => {
  left = Number(process.argv.at(-1))
})

countCalls(StatementSync.prototype, ['run', 'all', 'get'])
countCalls(DatabaseSync.prototype, ['exec'])
countCalls(pg.Client.prototype, ['query'])

function countCalls<T extends object>(prototype: T, names: (keyof T)[]): void {
  for (const name of names) {
    const method = Reflect.get(prototype, name) as Method
    const counting = function (this: T, ...args: unknown[]) {
      left -= 1
      if (left <= 0) process.kill(process.pid, 'SIGKILL')
      return method.apply(this, args)
    }
    Object.defineProperty(prototype, name, { value: counting, configurable: true, writable: true })
  }
}
