/** Whether the stored files are still what was uploaded. */
import { createHash } from 'node:crypto'
import type { Runtime } from '#server/context.ts'

type CheckedFile = { readonly id: string; readonly name: string; readonly size_bytes: number; readonly sha256: string }

const batchRows = 500

/** How many files there are, and those whose content is not as long or not the same as when it came. Reads all of it. */
export async function checkFiles(runtime: Pick<Runtime, 'db'>): Promise<{ count: number; damaged: CheckedFile[] }> {
  let count = 0
  const damaged: CheckedFile[] = []
  for await (const file of allFiles(runtime)) {
    count += 1
    if (!(await isWhole(runtime, file))) damaged.push(file)
  }
  return { count, damaged }
}

async function* allFiles({ db }: Pick<Runtime, 'db'>): AsyncGenerator<CheckedFile> {
  for (let after = ''; ; ) {
    const files = await db
      .selectFrom('file')
      .select(['id', 'name', 'size_bytes', 'sha256'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchRows)
      .execute()
    const last = files.at(-1)
    if (last === undefined) return
    yield* files
    after = last.id
  }
}

/** Part by part: a whole file is never in memory. One that is removed meanwhile has no parts, and nothing is wrong with it. */
async function isWhole({ db }: Pick<Runtime, 'db'>, { id, size_bytes, sha256 }: CheckedFile): Promise<boolean> {
  const sum = createHash('sha256')
  let size = 0
  for (let position = 0; ; position += 1) {
    const part = await db
      .selectFrom('file_chunk')
      .select('content')
      .where('file_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirst()
    if (part === undefined) break
    sum.update(part.content)
    size += part.content.length
  }
  if (size === size_bytes && sum.digest('hex') === sha256) return true
  const isThere = await db.selectFrom('file').select('id').where('id', '=', id).executeTakeFirst()
  return isThere === undefined
}
