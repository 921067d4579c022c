/**
 * The connections that prepared statements outside transactions share. In pipeline mode each statement is sent at once,
 * without waiting for the answers before it (docs/decisions/0088-postgresql-round-trips.md).
 */
import pg from 'pg'
import { type MakeRow, rowMaker } from '#server/database/row-maker.ts'

/** A slow statement delays those behind it in its line: a new one takes the line that waits for the fewest. */
const linesMax = 4

type Statement = { readonly name: string; readonly text: string; readonly values: unknown[] }

type Line = { readonly client: pg.Client; readonly connected: Promise<unknown>; isOpen: boolean; waiting: number }

export class PostgresLines {
  readonly #config: pg.ClientConfig
  readonly #lines: Line[] = []
  /** By the name of a statement. */
  readonly #makers = new Map<string, { readonly columns: number; readonly makeRow: MakeRow }>()
  #isEnded = false

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  async rows(statement: Statement): Promise<unknown[]> {
    const line = this.#next()
    line.waiting += 1
    try {
      if (!line.isOpen) await line.connected
      const { rows, fields } = await line.client.query<unknown[]>({ ...statement, rowMode: 'array' })
      return rows.map(this.#makerOf(statement.name, fields))
    } catch (error) {
      if (!isOfStatement(error)) this.#drop(line)
      throw error
    } finally {
      line.waiting -= 1
    }
  }

  #makerOf(name: string, fields: readonly pg.FieldDef[]): MakeRow {
    const known = this.#makers.get(name)
    // Another number of columns: a migration has changed the result of `select *`.
    if (known?.columns === fields.length) return known.makeRow
    const made = { columns: fields.length, makeRow: rowMaker(fields) }
    this.#makers.set(name, made)
    return made.makeRow
  }

  /** Statements that were sent are answered first. */
  async end(): Promise<void> {
    this.#isEnded = true
    await Promise.allSettled(this.#lines.map(line => line.connected.then(() => line.client.end())))
  }

  #next(): Line {
    // `isDatabaseBusy` reads the first words.
    if (this.#isEnded) throw new Error('Connection terminated: the database is closed.')
    const [first, ...others] = this.#lines
    const line = others.reduce<Line | undefined>(
      (best, other) => (best && best.waiting <= other.waiting ? best : other),
      first,
    )
    if (line !== undefined && (line.waiting === 0 || this.#lines.length === linesMax)) return line
    return this.#open()
  }

  #open(): Line {
    const client = new pg.Client({ ...this.#config, pipeline: true })
    const line: Line = { client, connected: client.connect(), isOpen: false, waiting: 0 }
    const drop = () => this.#drop(line)
    // Without a listener a broken connection would end the process; its statements fail on their own.
    client.on('error', drop)
    client.on('end', drop)
    line.connected.then(() => {
      line.isOpen = true
    }, drop)
    this.#lines.push(line)
    return line
  }

  /** The line takes no more statements, and is closed after those it has. */
  #drop(line: Line): void {
    const place = this.#lines.indexOf(line)
    if (place === -1) return
    this.#lines.splice(place, 1)
    line.client.end().catch(() => {})
  }
}

/** Unlike the end of its connection. */
function isOfStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity !== 'FATAL'
}
