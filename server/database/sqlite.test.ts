import { afterEach, beforeEach, expect, test } from 'vitest'
import { SqliteSession } from './sqlite.ts'

let session: SqliteSession

beforeEach(() => {
  session = new SqliteSession(':memory:')
})
afterEach(() => session.database.close())

test('a statement is prepared once, and the oldest is forgotten when there are many', () => {
  const first = session.prepare('select 0 as number')
  expect(session.prepare('select 0 as number')).toBe(first)
  for (let number = 1; number <= 1_000; number += 1) {
    expect(session.rows(`select ${number} as number`, [])).toEqual([{ number }])
  }
  expect(session.prepare('select 0 as number')).not.toBe(first)
})

test('the connection goes to those who wait in the order they came', async () => {
  const order: string[] = []
  await session.hold()
  const waiting = ['a', 'b', 'c'].map(async name => {
    await session.hold()
    order.push(name)
    session.release()
  })
  expect(session.isHeld).toBe(true)
  session.release()
  await Promise.all(waiting)
  expect(order).toEqual(['a', 'b', 'c'])
  expect(session.isHeld).toBe(false)
})

test('a write without RETURNING tells how many rows it touched, one with it which', () => {
  session.database.exec('create table thing (name text not null)')
  expect(session.execute("insert into thing values ('a'), ('b')", [])).toMatchObject({ numAffectedRows: 2n, rows: [] })
  expect(session.rows('update thing set name = ? where name = ? returning name', ['c', 'a'])).toEqual([{ name: 'c' }])
  expect(session.rows('delete from thing', [])).toEqual([])
  expect(session.execute('delete from thing', [])).toMatchObject({ numAffectedRows: 0n })
})
