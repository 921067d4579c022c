import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#server/app-error.ts'
import type { OpenedDatabase } from '#server/database/open.ts'
import { keysFromText, newKeys } from '#server/keys.ts'
import { buildCredential } from '#server/testing/build-services.ts'
import { engines, openEmptyTestDatabase, openTestDatabase } from '#server/testing/engines.ts'
import { testRuntime } from '#server/testing/test-runtime.ts'
import { checkKeys, listLostKeys } from './canary.ts'
import { sampleSecrets } from './readable-secrets.ts'
import { checkSecrets, rewrapSecrets } from './rewrap.ts'
import { openSecret, sealSecret } from './seal.ts'
import { sealedColumns } from './sealed-columns.ts'

const line = (id: string, byte: number) => `${id}=${Buffer.alloc(32, byte).toString('base64')}\n`
const before = keysFromText(line('old', 1))
const both = keysFromText(line('new', 2) + line('old', 1))
const after = keysFromText(line('new', 2))

describe.each(engines)('secrets and their keys on %s', engine => {
  let database: OpenedDatabase
  let runtime: ReturnType<typeof testRuntime>
  beforeEach(async () => {
    database = await openTestDatabase(engine)
    runtime = testRuntime(database)
  })
  afterEach(() => database.close())

  const placeOf = (id: string) => ({ table: 'service_credential', id, column: 'sealed_password' })
  async function keep(secrets: readonly string[]): Promise<string[]> {
    const ids: string[] = []
    for (const secret of secrets) {
      const { id } = await buildCredential(runtime)
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

  test('every sealed column is on the list', async () => {
    const tables = await database.db.introspection.getTables()
    const found = tables.flatMap(({ name, columns }) =>
      columns.filter(column => column.name.startsWith('sealed_')).map(column => ({ table: name, column: column.name })),
    )
    expect(found).toEqual([...sealedColumns])
  })

  test('are re-sealed with the new key, once, and the old one is no longer needed', async () => {
    await keep(['eins', 'zwei', 'drei'])
    await buildCredential(runtime)
    expect(await rewrapSecrets({ ...runtime, keys: both })).toEqual({ count: 3, unreadable: 0 })
    expect(await rewrapSecrets({ ...runtime, keys: both })).toEqual({ count: 0, unreadable: 0 })
    expect(await opened(after)).toEqual(['eins', 'zwei', 'drei'])
  })

  test('continue after an interruption', async () => {
    const [first = ''] = await keep(['eins', 'zwei'])
    await database.db
      .updateTable('service_credential')
      .set({ sealed_password: sealSecret(both, placeOf(first), 'eins') })
      .where('id', '=', first)
      .execute()
    expect(await rewrapSecrets({ ...runtime, keys: both })).toEqual({ count: 1, unreadable: 0 })
    expect(await opened(after)).toEqual(['eins', 'zwei'])
  })

  test('that cannot be read are counted and left alone', async () => {
    await keep(['eins'])
    expect(await checkSecrets({ ...runtime, keys: after })).toEqual({ count: 1, unreadable: 1, keyIds: [] })
    expect(await rewrapSecrets({ ...runtime, keys: after })).toEqual({ count: 0, unreadable: 1 })
    expect(await opened(before)).toEqual(['eins'])
    expect(await checkSecrets({ ...runtime, keys: both })).toEqual({ count: 1, unreadable: 0, keyIds: ['old'] })
  })

  test('are all read, also when there are more than one batch', async () => {
    const { service_id, customer_id } = await buildCredential(runtime)
    const now = runtime.clock.now().toISOString()
    const sealed = Array.from({ length: 1_003 }, (_, at) => {
      const id = `c${String(at).padStart(5, '0')}`
      const sealed_password = sealSecret(before, placeOf(id), String(at))
      return { id, service_id, customer_id, label: id, username: '', sealed_password, created_at: now, updated_at: now }
    })
    await database.db.insertInto('service_credential').values(sealed).execute()
    expect(await checkSecrets({ ...runtime, keys: both })).toEqual({ count: 1_003, unreadable: 0, keyIds: ['old'] })
    expect(await rewrapSecrets({ ...runtime, keys: both })).toEqual({ count: 1_003, unreadable: 0 })
    expect(await checkSecrets({ ...runtime, keys: after })).toEqual({ count: 1_003, unreadable: 0, keyIds: ['new'] })
  })

  test('are not called unreadable when the keys cannot be looked up at all', async () => {
    await keep(['eins'])
    await checkKeys({ ...runtime, keys: before })
    for (const fault of [new Error('The disk is gone.'), new AppError('busy')]) {
      const broken = {
        ...both,
        has: () => {
          throw fault
        },
      }
      await expect(checkSecrets({ ...runtime, keys: broken })).rejects.toBe(fault)
      await expect(rewrapSecrets({ ...runtime, keys: broken })).rejects.toBe(fault)
      await expect(listLostKeys({ ...runtime, keys: broken })).rejects.toBe(fault)
      await expect(sampleSecrets({ ...runtime, keys: broken })).rejects.toBe(fault)
    }
  })

  test('a start with a lost or foreign keys file is noticed, one with a new key next to the old is not', async () => {
    expect(await checkKeys({ ...runtime, keys: before })).toEqual([])
    expect(await checkKeys({ ...runtime, keys: before })).toEqual([])
    expect(await checkKeys({ ...runtime, keys: both })).toEqual([])
    expect(await checkKeys({ ...runtime, keys: after })).toEqual(['old'])
    expect(await checkKeys({ ...runtime, keys: keysFromText(line('old', 9) + line('new', 2)) })).toEqual(['old'])
    expect(await checkKeys({ ...runtime, keys: before })).toEqual(['new'])
    expect(await listLostKeys({ ...runtime, keys: both })).toEqual([])
    runtime.pass(1)
    await checkKeys({ ...runtime, keys: keysFromText(line('a', 3)) })
    expect(await listLostKeys({ ...runtime, keys: newKeys() })).toEqual(['old', 'new', 'a'])
  })

  test('of another database are checked: readable, unreadable, or none', async () => {
    const sample = (keys: typeof both) => sampleSecrets({ ...runtime, keys })
    expect(await sample(before)).toBe('none')
    await checkKeys({ ...runtime, keys: before })
    expect([await sample(before), await sample(after)]).toEqual(['readable', 'unreadable'])
    await keep(['eins'])
    await checkKeys({ ...runtime, keys: after })
    // The credential is checked first; the key that the database knows, too, proves nothing about it.
    expect([await sample(both), await sample(after)]).toEqual(['readable', 'unreadable'])
    await keep(Array(19).fill('alt'))
    expect(await sample(before)).toBe('readable')
    const { id } = await buildCredential(runtime)
    await database.db
      .updateTable('service_credential')
      .set({ sealed_password: sealSecret(after, placeOf(id), 'neu') })
      .where('id', '=', id)
      .execute()
    expect(await sample(after)).toBe('readable')
  })

  test('of a database from before sealed columns are none', async () => {
    const early = await openEmptyTestDatabase(engine)
    const sample = () => sampleSecrets({ db: early.db, keys: before })
    try {
      expect(await sample()).toBe('none')
      await early.db.schema.createTable('totp').addColumn('id', 'text').execute()
      expect(await sample()).toBe('none')
      await early.db.schema.createTable('unknown').addColumn('sealed_seed', 'text').execute()
      expect(await sample()).toBe('none')
    } finally {
      await early.close()
    }
  })
})
