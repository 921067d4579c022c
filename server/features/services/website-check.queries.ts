import type { Transaction } from 'kysely'
import { websiteCheckMinutes } from '#contract/limits.ts'
import type { WebsiteHistory, WebsiteOutage } from '#contract/website-services.ts'
import { instantText, latestCredible, minuteMs, plusMs } from '#server/clock.ts'
import type { Connection } from '#server/context.ts'
import { forUpdate } from '#server/database/engine.ts'
import { prepared } from '#server/database/prepared.ts'
import type { Database } from '#server/database/schema.ts'
import { historyDates, historyOf } from './website-check.rules.ts'

const outagesMax = 50

const selectDays = prepared<{ id: string; from: string }>()((db, param) =>
  db
    .selectFrom('website_day')
    .select(['date', 'checks', 'failures', 'total_ms', 'slowest_ms'])
    .where('service_id', '=', param('id'))
    .where('date', '>=', param('from')),
)

/** Newest first: those that began before the history and reached into it are included. */
const selectOutages = prepared<{ id: string; from: string; limit: number }>()((db, param) =>
  db
    .selectFrom('website_outage')
    .select(['started_at', 'ended_at', 'error', 'status_code'])
    .where('service_id', '=', param('id'))
    .where(eb => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', param('from'))]))
    .orderBy('started_at', 'desc')
    .limit(param('limit')),
)

const lockOne = prepared<{ id: string }>()((db, param, engine) =>
  db.selectFrom('service').select('id').where('id', '=', param('id')).$call(forUpdate(engine)),
)

const selectOne = prepared<{ id: string }>()((db, param) =>
  db
    .selectFrom('website_service')
    .innerJoin('service', 'service.id', 'website_service.service_id')
    .innerJoin('customer', 'customer.id', 'service.customer_id')
    .selectAll('website_service')
    .select(['service.id', 'service.name', 'service.customer_id', 'service.urls', 'service.state'])
    .select(['customer.company', 'customer.first_name', 'customer.last_name'])
    .where('website_service.service_id', '=', param('id')),
)

/** The history of a website in scope. */
export async function getHistory(connection: Connection, id: string, now: Date): Promise<WebsiteHistory> {
  const [from = ''] = historyDates(now)
  const days = await selectDays(connection, { id, from })
  const outages = await selectOutages(connection, { id, from, limit: outagesMax })
  return {
    ...historyOf(days, now),
    outages: outages.map(
      (row): WebsiteOutage => ({
        startedAt: row.started_at,
        endedAt: row.ended_at,
        error: row.error,
        statusCode: row.status_code,
      }),
    ),
  }
}

export type CheckedWebsite = NonNullable<Awaited<ReturnType<typeof findWebsiteToRecord>>>

/** A website, locked until the transaction ends; undefined when it is deleted. */
export async function findWebsiteToRecord(trx: Transaction<Database>, id: string) {
  await lockOne(trx, { id })
  const [row] = await selectOne(trx, { id })
  return row
}

/** Due websites, longest waiting first; also those with an impossibly distant time. */
export async function listDueWebsites(connection: Connection, now: Date, limit: number) {
  const farthest = latestCredible(plusMs(now, websiteCheckMinutes * minuteMs))
  return connection
    .selectFrom('website_service')
    .innerJoin('service', 'service.id', 'website_service.service_id')
    .select(['service.id', 'service.urls', 'website_service.next_check_at as due_at'])
    .where(eb =>
      eb.or([
        eb('website_service.next_check_at', '<=', instantText(now)),
        eb('website_service.next_check_at', '>', instantText(farthest)),
      ]),
    )
    .orderBy('website_service.next_check_at')
    .limit(limit)
    .execute()
}
