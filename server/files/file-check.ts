/** Whether the stored files still match their uploads. */
import { createHash } from 'node:crypto'
import type { Runtime } from '#server/context.ts'

type CheckedFile = { readonly id: string; readonly name: string; readonly size_bytes: number; readonly sha256: string }

const batchRows = 500

/** The number of files, and those whose content differs from the upload in length or hash. Reads all of it. */
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

/** Part by part: a whole file is never in memory. A file removed meanwhile has no parts, which is not an error. */
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
