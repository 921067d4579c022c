/** The query plans of lists whose features are small; tickets, requests, invoices and services have their own next to them. */
import { afterAll, describe, expect, it } from 'vitest'
import { messageList } from '#contract/lists.ts'
import { scopeOf } from '#server/auth/scope.ts'
import { adminActor, customerActor } from '#server/testing/actors.ts'
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
  unsoughtIn,
} from '#server/testing/query-plans.ts'
import { listUsers } from './accounts/user.queries.ts'
import { getBackupSummary, listBackups } from './backups/backup.queries.ts'
import { linkCount, linkPage } from './customer-links/customer-link.queries.ts'
import { listEditableFaq } from './faq/faq-editing.queries.ts'
import { impersonationPage } from './impersonations/impersonation.queries.ts'
import { customersWithEmail, messagePage, messageReplies, messageSearchCount } from './messages/message.queries.ts'
import { newsletterPage } from './newsletters/newsletter.queries.ts'
import { auditCount, auditPage, listAuditEntries } from './operations/audit-log.queries.ts'
import { subjectsOf } from './operations/audit-subject.queries.ts'
import { listFailedJobs } from './operations/failed-job.queries.ts'
import { mailPage, mailSearchCount } from './operations/outbox.queries.ts'
import { searchCounts, searchRows } from './search/search.queries.ts'

const { db, planOf, plansOfRun, close } = await openQueryPlans()
afterAll(close)

describe('the list of customer links', () => {
  it('walks an index in order, and is counted in it alone', async () => {
    const pages = await Promise.all(flags.map(isOfOne => planOf(linkPage({ isOfOne }, db, param))))
    expect(unorderedIn(pages)).toEqual([])
    expect(uncoveredIn([await planOf(linkCount({ isOfOne: true }, db, param))], 'customer_link')).toEqual([])
  })
})

describe('the list of messages', () => {
  const variants = combine({ ordering: messageList.orderings, hasState: flags, words: [0, 1] })

  it('walks an index in order with any filter', async () => {
    const plans = variants.filter(({ words }) => words === 0).map(variant => planOf(messagePage(variant, db, param)))
    expect(plans).toHaveLength(6)
    expect(unorderedIn(await Promise.all(plans))).toEqual([])
  })

  it('seeks the state it is filtered by', async () => {
    const filtered = variants.filter(({ words, hasState }) => words === 0 && hasState)
    const plans = await Promise.all(filtered.map(variant => planOf(messagePage(variant, db, param))))
    expect(unsoughtIn(plans, 'message')).toEqual([])
  })

  it('finds words, answers and the customers behind an address by an index', async () => {
    const searches = variants.filter(({ words }) => words > 0)
    const plans = searches.flatMap(variant => [messagePage(variant, db, param), messageSearchCount(variant, db, param)])
    const parts = [planOf(messageReplies(db, param)), planOf(customersWithEmail(db, param))]
    expect(scansIn(await Promise.all([...plans.map(planOf), ...parts]))).toEqual([])
  })
})

describe('the other lists', () => {
  it('of users walks an index in order with any filter', async () => {
    const filters = combine({
      ordering: ['username', '-username', 'createdAt', '-createdAt'],
      actor: [adminActor, customerActor],
      role: [undefined, 'admin'],
      customer: [undefined, 'c'],
    })
    const plans = await plansOfRun(async connection => {
      for (const { actor, ...filter } of filters) await listUsers(connection, actor, { ...page, ...filter })
    })
    expect(plans.length).toBeGreaterThanOrEqual(filters.length)
    expect(scansIn(plans)).toEqual([])
  })

  it('of questions walks an index in order with any filter, and finds words by one', async () => {
    const filters = combine({ published: [undefined, 'true'], category: [undefined, 'Daten'] } as const)
    const list = (filter: object) =>
      plansOfRun(connection => listEditableFaq(connection, scopeOf(adminActor), { ...page, ...filter }))
    for (const filter of filters) expect(unorderedIn(await list(filter))).toEqual([])
    expect(scansIn(await list({ search: 'Anfahrt' }))).toEqual([])
  })

  it('of mails walks an index in order with any filter, and finds words by one', async () => {
    const variants = combine({ hasState: flags, words: [0, 1, 2] })
    const walks = variants.filter(({ words }) => words === 0).map(variant => planOf(mailPage(variant, db, param)))
    expect(unorderedIn(await Promise.all(walks))).toEqual([])
    const searches = variants.filter(({ words }) => words > 0)
    const plans = searches.flatMap(variant => [mailPage(variant, db, param), mailSearchCount(variant, db, param)])
    expect(scansIn(await Promise.all(plans.map(planOf)))).toEqual([])
  })

  it('of newsletters walks an index in order, and seeks the state it is filtered by', async () => {
    const plans = await Promise.all(flags.map(hasState => planOf(newsletterPage({ hasState }, db, param))))
    expect(plans).toHaveLength(2)
    expect(unorderedIn(plans)).toEqual([])
    expect(unsoughtIn(plans.slice(1), 'newsletter')).toEqual([])
  })

  it('of failed work walks an index', async () => {
    const plans = await plansOfRun(connection => listFailedJobs(connection, scopeOf(adminActor), page))
    expect(unorderedIn(plans)).toEqual([])
  })

  it('of backups walks an index, and finds the last proven one in another', async () => {
    const all = scopeOf(adminActor)
    const plans = [
      ...(await plansOfRun(connection => listBackups(connection, all, page))),
      ...(await plansOfRun(connection =>
        getBackupSummary({ db: connection, scope: all, clock: { now: () => new Date(0) } }),
      )),
    ]
    expect(plans.length).toBeGreaterThan(3)
    expect(unorderedIn(plans)).toEqual([])
  })

  it('of the audit log walks an index in order with any filter, and is counted in one', async () => {
    const variants = combine({ hasSubject: flags, hasAction: flags, hasActor: flags, hasRange: flags, isOwn: [false] })
    const plans = await Promise.all(variants.map(variant => planOf(auditPage(variant, db, param))))
    // The log is stored in the order of its numbers: reading it without an index is the walk, and ends with the page.
    expect(sortsIn(plans)).toEqual([])
    const narrowed = variants.filter(({ hasSubject, hasAction, hasActor }) => hasSubject || hasAction || hasActor)
    const narrowedPlans = narrowed.flatMap(variant => [auditPage(variant, db, param), auditCount(variant, db, param)])
    expect(scansIn(await Promise.all(narrowedPlans.map(planOf)))).toEqual([])
    const single = narrowed.filter(({ hasSubject, hasAction, hasActor }) => +hasSubject + +hasAction + +hasActor === 1)
    expect(
      uncoveredIn(await Promise.all(single.map(one => planOf(auditCount(one, db, param)))), 'audit_entry'),
    ).toEqual([])
  })

  it('of views as a customer walks an index, and finds the end of each in one', async () => {
    const plan = await planOf(impersonationPage(db, param))
    expect(scansIn([plan])).toEqual([])
    expect(sortsIn([plan])).toEqual([])
  })

  it('of the audit log seeks the record of the customer who reads it', async () => {
    const variants = combine({ hasSubject: [true], hasAction: flags, hasActor: flags, hasRange: flags, isOwn: [true] })
    const plans = variants.flatMap(variant => [auditPage(variant, db, param), auditCount(variant, db, param)])
    expect(scansIn(await Promise.all(plans.map(planOf)))).toEqual([])
  })

  it('of the audit log finds the stretch of a time in an index', async () => {
    const range = { ...page, from: '2026-03-01', to: '2026-03-31' }
    const plans = await plansOfRun(connection => listAuditEntries(connection, scopeOf(adminActor), range))
    expect(scansIn(plans.filter(plan => !plan.some(step => step.includes('SCAN audit_entry'))))).toEqual([])
    expect(sortsIn(plans)).toEqual([])
  })
})

describe('the search over everything', () => {
  const variants = combine({ isScoped: flags, words: [1, 2] })

  it('walks words in order, and sorts no more than the rows of a few customers', async () => {
    const plans = await Promise.all(variants.map(variant => planOf(searchRows(variant, db, param))))
    expect(plans).toHaveLength(4)
    // Read only in its own order: the rows returned by an arm.
    const bare = plans.map(plan => plan.filter(step => !/^SCAN (walk|hit|named|begun|ended|own|found)$/.test(step)))
    expect(scansIn(bare)).toEqual([])
    const sorted = plans.map(plan =>
      plan.flatMap((step, at) => (step.includes('TEMP B-TREE') ? plan.slice(0, at) : [])),
    )
    for (const steps of sorted) {
      const [sought] = steps.findLast(step => /^SEARCH row /.test(step))?.match(/\(customer_id=\?\)/) ?? []
      expect(sought).toBe('(customer_id=?)')
    }
  })

  it('compares words in an index alone', async () => {
    expect(uncoveredIn([await planOf(searchCounts({ words: 2 }, db, param))], 'search_term')).toEqual([])
  })
})

describe('this test', () => {
  it('notices a table read from end to end, a sort, and a count that looks at rows', async () => {
    const sorted = [await planOf(db.selectFrom('ticket').select('id').orderBy('description'))]
    expect(sortsIn(sorted)).toHaveLength(1)
    const scanned = [await planOf(db.selectFrom('ticket').selectAll().where('description', '=', 'x'))]
    expect(scansIn(scanned)).toHaveLength(1)
    expect(uncoveredIn(scanned, 'ticket')).toHaveLength(1)
  })
})

describe('what the lines of the audit log are about', () => {
  it('is sought by its id in every kind', async () => {
    const plan = await planOf(subjectsOf(db, ['a', 'b']))
    expect(scansIn([plan.filter(step => !/^SCAN (?:found|\(subquery)/.test(step))])).toEqual([])
    expect(plan.filter(step => step.startsWith('SEARCH subject USING ')).length).toBeGreaterThan(10)
  })
})
