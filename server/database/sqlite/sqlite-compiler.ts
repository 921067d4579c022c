import { type LimitNode, type OffsetNode, type OperationNode, SqliteQueryCompiler, ValueNode } from 'kysely'

/**
 * SQLite plans a statement again, at several times the cost of running it, whenever a bare parameter after `limit` or
 * `offset` gets a value (`sqlite3VdbeSetVarmask`). Inside a cast the planner ignores its value.
 */
export class StablePlanCompiler extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit ')
    this.#visitCount(limit)
  }

  protected override visitOffset({ offset }: OffsetNode): void {
    this.append('offset ')
    this.#visitCount(offset)
  }

  #visitCount(count: OperationNode): void {
    const isParameter = ValueNode.is(count)
    if (isParameter) this.append('cast(')
    this.visitNode(count)
    if (isParameter) this.append(' as integer)')
  }
}
