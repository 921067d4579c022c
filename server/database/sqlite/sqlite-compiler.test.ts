import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openSqlite } from '#server/database/open.ts'

const { db, close } = openSqlite(':memory:')
afterAll(close)

const numbers = db.selectFrom('number_sequence').select('name')

test('no parameter is alone as a limit or an offset, where its value would void the plan', () => {
  const page = numbers.limit(25).offset(50)
  expect(page.compile()).toMatchObject({
    sql: expect.stringMatching(/ limit cast\(\? as integer\) offset cast\(\? as integer\)$/),
    parameters: [25, 50],
  })
})

test('a literal limit is left to the planner', () => {
  expect(numbers.limit(sql.lit(1)).compile().sql).toMatch(/ limit 1$/)
})
