import type { Transaction } from 'kysely'
import { portalItself } from '#server/auth/actor.ts'
import { instantText } from '#server/clock.ts'
import type { Runtime } from '#server/context.ts'
import type { Database } from '#server/database/schema.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { displayNameOf } from '#server/features/customers/customer.queries.ts'
import { notifyCustomer } from '#server/features/notifications/notification.commands.ts'
import { baseUrl } from '#server/mail/base-url.ts'
import { byCustomer } from '#server/mail/budget.ts'
import { renderMail } from '#server/mail/layout.ts'
import { enqueueMail } from '#server/mail/outbox.ts'
import { getSender } from '#server/mail/sender.ts'
import { noteChange } from '#server/realtime/note-change.ts'
import { type DomainIncident, domainFailingMail, domainRecoveredMail } from './dns-incident.mails.ts'
import { findIncidentDomain, hasOpen, listFailing } from './dns-incident.queries.ts'
import { isIncident } from './dns-reconciliation.rules.ts'

type Trx = Transaction<Database>

/** Notifies customer and business when a domain begins to fail, and once more when all its host names are right. */
export async function noticeIncident(runtime: Runtime, domainId: string): Promise<void> {
  await inTransaction(runtime, async trx => {
    const domain = await findIncidentDomain(trx, domainId)
    if (domain === undefined) return
    const failing = await listFailing(trx, domainId)
    const now = runtime.clock.now()
    const [first] = failing
    if (first !== undefined && domain.incident_at === null && isIncident(failing, now)) {
      await setIncident(trx, runtime, domainId, instantText(now))
      await notify(trx, runtime, domain, 'dns_failing', instantText(now), {
        domain: domain.domain,
        names: failing.map(({ full_name, type }) => `${full_name} (${type})`),
        failure: first.failure ?? 'unknown',
        detail: first.failure_detail,
      })
    } else if (domain.incident_at !== null && !(await hasOpen(trx, domainId))) {
      await setIncident(trx, runtime, domainId, null)
      await notify(trx, runtime, domain, 'dns_recovered', domain.incident_at, {
        domain: domain.domain,
        names: [],
        failure: null,
        detail: '',
      })
    }
  })
}

async function setIncident(trx: Trx, runtime: Runtime, id: string, incident_at: string | null): Promise<void> {
  await trx.updateTable('dns_domain').set({ incident_at }).where('id', '=', id).execute()
  await noteChange(trx, { ...runtime, actor: portalItself }, { noun: 'dns_domain', id })
}

async function notify(
  trx: Trx,
  runtime: Runtime,
  row: NonNullable<Awaited<ReturnType<typeof findIncidentDomain>>>,
  kind: 'dns_failing' | 'dns_recovered',
  since: string,
  incident: DomainIncident,
): Promise<void> {
  const portal = baseUrl(runtime.config)
  const key = `${row.id}:${since}`
  const write = kind === 'dns_failing' ? domainFailingMail : domainRecoveredMail
  const facts = { ...incident, customerName: displayNameOf(row) }
  const causing = byCustomer(runtime, row.customer_id)
  const mail = write({ ...facts, portalUrl: `${portal}/customer-portal/dns-updater?view=domains` }, 'customer')
  await notifyCustomer(trx, causing, { customerId: row.customer_id, kind, key, mail })
  const { profile } = await getProfile(trx)
  if (profile.email === '') return
  const businessMail = write({ ...facts, portalUrl: `${portal}/admin-portal/dns-overview?view=domains` }, 'business')
  const letter = renderMail(await getSender(trx), businessMail)
  const about = { customerId: row.customer_id }
  await enqueueMail(trx, causing, { kind, key: `${key}:business`, to: profile.email, about, ...letter })
}
