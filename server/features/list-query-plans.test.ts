/**
 * SQLite's query plans of the parts of lists and of the search; the lists themselves are in `prepared-lists.test.ts`, the
 * search on PostgreSQL in `search/search.query-plans.test.ts`.
 */
import { afterAll, describe, expect, it, test } from 'vitest'
import { scopeOf } from '#server/auth/scope.ts'
import { adminActor } from '#server/testing/actors.ts'
import {
  combine,
  flags,
  openQueryPlans,
  page,
  param,
  scansIn,
  sortsIn,
  uncoveredIn,
  unorderedIn,
} from '#server/testing/query-plans.ts'
import { getBackupSummary } from './backups/backup.queries.ts'
import { customersWithEmail, messageReplies } from './messages/message.queries.ts'
import { listAuditEntries } from './operations/audit-log.queries.ts'
import { goneOf, subjectPlaces, subjectsOf } from './operations/audit-subject.queries.ts'
import { searchCounts, searchRows } from './search/search.queries.ts'

const { db, planOf, plansOfRun, close } = await openQueryPlans()
afterAll(close)

test('the answers of a message and the customers behind its address are found by an index', async () => {
  expect(scansIn([await planOf(messageReplies(db, param)), await planOf(customersWithEmail(db, param))])).toEqual([])
})

test('the summary of backups finds the last proven one in an index of its own', async () => {
  const plans = await plansOfRun(connection =>
    getBackupSummary({ db: connection, scope: scopeOf(adminActor), clock: { now: () => new Date(0) } }),
  )
  expect(plans.length).toBeGreaterThan(2)
  expect(unorderedIn(plans)).toEqual([])
})

test('the audit log finds the stretch of a time in an index', async () => {
  const range = { ...page, from: '2026-03-01', to: '2026-03-31' }
  const plans = await plansOfRun(connection => listAuditEntries(connection, scopeOf(adminActor), range))
  expect(scansIn(plans.filter(plan => !plan.some(step => step.includes('SCAN audit_entry'))))).toEqual([])
  expect(sortsIn(plans)).toEqual([])
})

describe('the search over everything', () => {
  const variants = combine({ isScoped: flags, words: [1, 2] })

  it('walks words in order, and sorts no more than the rows of a few customers', async () => {
    const plans = await Promise.all(variants.map(variant => planOf(searchRows(variant, db, param, 'sqlite'))))
    expect(plans).toHaveLength(4)
    // Read only in its own order: the rows returned by an arm.
    const bare = plans.map(plan =>
      plan.filter(step => !/^SCAN (walk|hit|named|newest|begun|inside|own|found)$/.test(step)),
    )
    expect(scansIn(bare)).toEqual([])
    const sorted = plans.map(plan =>
      plan.flatMap((step, at) => (step.includes('TEMP B-TREE') ? plan.slice(0, at) : [])),
    )
    for (const steps of sorted) {
      const source = steps.findLast(step => /^SEARCH (?:hit|owned|row .*\(customer_id)/.test(step))
      expect(source).toContain('(customer_id=?)')
    }
  })

  it('compares words in an index alone', async () => {
    expect(uncoveredIn([await planOf(searchCounts({ words: 2 }, db, param))], 'search_term')).toEqual([])
  })
})

describe('this test', () => {
  it('notices a table read from end to end, a sort, and a count that reads rows', async () => {
    const sorted = [await planOf(db.selectFrom('ticket').select('id').orderBy('description'))]
    expect(sortsIn(sorted)).toHaveLength(1)
    const scanned = [await planOf(db.selectFrom('ticket').selectAll().where('description', '=', 'x'))]
    expect(scansIn(scanned)).toHaveLength(1)
    expect(uncoveredIn(scanned, 'ticket')).toHaveLength(1)
  })
})

describe('the subjects of lines of the audit log', () => {
  it('is sought by its id in every kind', async () => {
    expect(subjectPlaces.size).toBeGreaterThan(15)
    for (const [kind, places] of subjectPlaces) {
      const plan = await planOf(subjectsOf(db, places, ['a', 'b']))
      expect(scansIn([plan.filter(step => !/^SCAN (?:found|\(subquery)/.test(step))]), kind).toEqual([])
      const searches = plan.filter(step => step.startsWith('SEARCH subject USING ') || step.startsWith('SEARCH file '))
      expect(searches.length, kind).toBeGreaterThanOrEqual(1)
    }
  })

  it('is sought in the log by its id where it is gone, and its ticket by the number', async () => {
    const plan = await planOf(goneOf(db, '[]', 'sqlite'))
    expect(scansIn([plan.filter(step => !/^SCAN (?:gone|json_each)/.test(step))])).toEqual([])
    expect(plan.find(step => step.startsWith('SEARCH line '))).toContain('audit_entry_by_subject (subject_id=?)')
    expect(plan.find(step => step.startsWith('SEARCH ticket '))).toContain('(number=?)')
  })
})
