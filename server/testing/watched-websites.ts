/** Monitored websites and their servers, for tests of their checks and notifications. */
import tls from 'node:tls'
import { afterAll, beforeAll } from 'vitest'
import { minuteMs } from '#server/clock.ts'
import type { Engine } from '#server/database/engine.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { storeProfile } from '#server/features/business-profile/business-profile.commands.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { checkDueWebsites } from '#server/features/services/website-check.commands.ts'
import { buildWebsite } from './build-services.ts'
import { buildCustomer } from './build-tickets.ts'
import { makeCertificate } from './certificate.ts'
import { startTarget } from './target-server.ts'
import { openTestApp } from './test-app.ts'

// The portal's clock is in March 2026; certificates are checked against the machine's own.
export const expiresAt = new Date('2099-05-01T12:00:00Z')
const certificate = makeCertificate({ names: ['127.0.0.1'], from: new Date('2020-01-01'), until: expiresAt })

/** As if an authority had signed the certificate of the server `secure`, for the tests of a file. */
export function trustCertificate(): void {
  const before = tls.getCACertificates('default')
  beforeAll(() => tls.setDefaultCACertificates([...before, certificate.cert]))
  afterAll(() => tls.setDefaultCACertificates(before))
}

export type WatchedWebsites = Awaited<ReturnType<typeof openWatchedWebsites>>

/** Two servers that may be called, `secure` with a certificate. Close it at the end. */
export async function openWatchedWebsites(engine: Engine) {
  const target = await startTarget()
  const secure = await startTarget(certificate)
  const portal = await openTestApp(engine, {
    env: { OUTGOING_ALLOW: `${target.hostPort},${secure.hostPort}`, PUBLIC_URL: 'http://portal.example.org' },
  })
  const { runtime } = portal
  const admin = await portal.client('admin')
  const { profile } = await getProfile(runtime.db)
  await inTransaction(runtime, trx =>
    storeProfile(trx, runtime, { ...profile, companyName: 'Musterwerk', email: 'chef@musterwerk.example' }),
  )

  const path = (id: string) => `/api/backend/website-services/${id}/`
  /** An admin who has just logged in: sessions expire while the clock is moved. */
  const fresh = () => portal.client('admin')
  const read = async (id: string) => (await (await fresh()).get(path(id))).json()
  /** Lets minutes pass and runs the due jobs. */
  const afterMinutes = async (minutes: number) => {
    portal.clock.advance(minutes * minuteMs)
    await checkDueWebsites(runtime)
  }
  const mails = async () =>
    runtime.db.selectFrom('outbox_mail').select(['kind', 'recipient', 'subject', 'text']).orderBy('id').execute()
  const build = async ({ url = target.url, customer = {} as Parameters<typeof buildCustomer>[1] } = {}) => {
    const { id: customerId } = await buildCustomer(runtime, {
      company: 'Hofgut',
      email: 'hof@gut.example',
      ...customer,
    })
    return buildWebsite(runtime, { name: 'Hofladen', customer_id: customerId, urls: [url] })
  }

  async function close() {
    await portal.close()
    await Promise.all([target.close(), secure.close()])
  }

  return { target, secure, portal, runtime, admin, path, fresh, read, afterMinutes, mails, build, close }
}
