import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenedDatabase } from '#server/database/open.ts'
import { buildFile } from '#server/testing/build-files.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { testRuntime } from '#server/testing/test-runtime.ts'
import { checkFiles } from './file-check.ts'

describe.each(engines)('the check of stored files on %s', engine => {
  let database: OpenedDatabase
  let runtime: ReturnType<typeof testRuntime>
  beforeEach(async () => {
    database = await openTestDatabase(engine)
    runtime = testRuntime(database)
  })
  afterEach(() => database.close())

  const add = (name: string) => buildFile(runtime, { name }, randomBytes(2_000))
  const damagedNames = async () => (await checkFiles(runtime)).damaged.map(({ name }) => name)

  it('finds nothing in unchanged files', async () => {
    expect(await checkFiles(runtime)).toEqual({ count: 0, damaged: [] })
    await add('a.pdf')
    await add('b.pdf')
    expect(await checkFiles(runtime)).toEqual({ count: 2, damaged: [] })
  })

  it('names a file whose content is changed, shorter, or missing', async () => {
    const [changed, cut, gone] = [await add('anders.pdf'), await add('kurz.pdf'), await add('weg.pdf')]
    await add('heil.pdf')
    const set = (id: string, content: Uint8Array) =>
      database.db.updateTable('file_chunk').set({ content }).where('file_id', '=', id).execute()
    await set(changed.id, randomBytes(2_000))
    await set(cut.id, randomBytes(1_999))
    await database.db.deleteFrom('file_chunk').where('file_id', '=', gone.id).execute()
    expect((await damagedNames()).toSorted()).toEqual(['anders.pdf', 'kurz.pdf', 'weg.pdf'])
  })

  it('names a file that is longer than its upload', async () => {
    const { id } = await add('lang.pdf')
    await database.db
      .insertInto('file_chunk')
      .values({ file_id: id, position: 1, content: randomBytes(1) })
      .execute()
    expect(await damagedNames()).toEqual(['lang.pdf'])
  })
})
