import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OpenedDatabase } from '#server/database/open.ts'
import { keysFromText } from '#server/keys.ts'
import { buildCredential } from '#server/testing/build-services.ts'
import { engines, openTestDatabase } from '#server/testing/engines.ts'
import { testServices } from '#server/testing/services.ts'
import { checkKeys } from './canary.ts'
import { checkSecrets, rewrapSecrets } from './rewrap.ts'
import { openSecret, sealSecret } from './seal.ts'
import { sealedColumns } from './sealed-columns.ts'

const line = (id: string, byte: number) => `${id}=${Buffer.alloc(32, byte).toString('base64')}\n`
const before = keysFromText(line('old', 1))
const both = keysFromText(line('new', 2) + line('old', 1))
const after = keysFromText(line('new', 2))

describe.each(engines)('secrets and their keys on %s', engine => {
  let database: OpenedDatabase
  let services: ReturnType<typeof testServices>
  beforeEach(async () => {
    database = await openTestDatabase(engine)
    services = testServices(database)
  })
  afterEach(() => database.close())

  const placeOf = (id: string) => ({ table: 'service_credential', id, column: 'sealed_password' })
  async function keep(secrets: readonly string[]): Promise<string[]> {
    const ids: string[] = []
    for (const secret of secrets) {
      const { id } = await buildCredential(services)
      await database.db
        .updateTable('service_credential')
        .set({ sealed_password: sealSecret(before, placeOf(id), secret) })
        .where('id', '=', id)
        .execute()
      ids.push(id)
    }
    return ids
  }
  const opened = async (keys: typeof both) => {
    const rows = await database.db.selectFrom('service_credential').selectAll().orderBy('id').execute()
    return rows.flatMap(({ id, sealed_password }) =>
      sealed_password === null ? [] : [openSecret(keys, placeOf(id), sealed_password)],
    )
  }

  test('every column that is sealed is on the list', async () => {
    const tables = await database.db.introspection.getTables()
    const found = tables.flatMap(({ name, columns }) =>
      columns.filter(column => column.name.startsWith('sealed_')).map(column => ({ table: name, column: column.name })),
    )
    expect(found).toEqual([...sealedColumns])
  })

  test('are taken over to the new key, once, and the old one is not needed any more', async () => {
    await keep(['eins', 'zwei', 'drei'])
    await buildCredential(services)
    expect(await rewrapSecrets({ ...services, keys: both })).toEqual({ count: 3, unreadable: 0 })
    expect(await rewrapSecrets({ ...services, keys: both })).toEqual({ count: 0, unreadable: 0 })
    expect(await opened(after)).toEqual(['eins', 'zwei', 'drei'])
  })

  test('go on where they were when it was stopped in between', async () => {
    const [first = ''] = await keep(['eins', 'zwei'])
    await database.db
      .updateTable('service_credential')
      .set({ sealed_password: sealSecret(both, placeOf(first), 'eins') })
      .where('id', '=', first)
      .execute()
    expect(await rewrapSecrets({ ...services, keys: both })).toEqual({ count: 1, unreadable: 0 })
    expect(await opened(after)).toEqual(['eins', 'zwei'])
  })

  test('that cannot be read are counted and left alone', async () => {
    await keep(['eins'])
    expect(await checkSecrets({ ...services, keys: after })).toEqual({ count: 1, unreadable: 1, keyIds: [] })
    expect(await rewrapSecrets({ ...services, keys: after })).toEqual({ count: 0, unreadable: 1 })
    expect(await opened(before)).toEqual(['eins'])
    expect(await checkSecrets({ ...services, keys: both })).toEqual({ count: 1, unreadable: 0, keyIds: ['old'] })
  })

  test('a start with a lost or foreign keys file is noticed, one with a new key beside the old is not', async () => {
    expect(await checkKeys({ ...services, keys: before })).toEqual([])
    expect(await checkKeys({ ...services, keys: before })).toEqual([])
    expect(await checkKeys({ ...services, keys: both })).toEqual([])
    expect(await checkKeys({ ...services, keys: after })).toEqual(['old'])
    expect(await checkKeys({ ...services, keys: keysFromText(line('old', 9) + line('new', 2)) })).toEqual(['old'])
    expect(await checkKeys({ ...services, keys: before })).toEqual(['new'])
  })
})
