import { applicationServices } from '#contract/application-services.ts'
import { deviceServices } from '#contract/device-services.ts'
import { certificateExpiringDays } from '#contract/limits.ts'
import type { ServiceType } from '#contract/service-fields.ts'
import { type ServiceQuery, services } from '#contract/services.ts'
import { websiteServices } from '#contract/website-services.ts'
import { dayMs, instantText, plusMs } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { bind } from '#server/http/bind.ts'
import { makeHeartbeatToken, removeHeartbeatToken } from './heartbeat.commands.ts'
import { changeService, createService, deleteService, type ServiceChange } from './service.commands.ts'
import { presentApplication, presentDevice, presentService, presentWebsite } from './service.present.ts'
import { type FoundService, getService } from './service.queries.ts'
import { listServices } from './service-list.queries.ts'
import { presentServiceSummary } from './service-summary.present.ts'
import { getServiceSummary } from './service-summary.queries.ts'
import { checkNow } from './website-check.commands.ts'
import { getHistory } from './website-check.queries.ts'

type Present<T> = (actor: Context['actor'], found: FoundService, now: Date) => T
type Item = { params: { id: string }; revision: number | undefined }

/** The common part of the four collections; `type` is undefined for the one over all kinds. */
function functionsOf<T>(type: ServiceType | undefined, present: Present<T>) {
  const answer = ({ actor, clock }: Context, found: FoundService) => present(actor, found, clock.now())
  const item = (id: string) => (type === undefined ? { id } : { id, type })
  const change = (isWhole: boolean) => async (context: Context, input: Item & { body: ServiceChange }) => {
    const { params, body, revision } = input
    return answer(context, await changeService(context, item(params.id), body, { revision, isWhole }))
  }
  return {
    list: async (context: Context, { query }: { query: ServiceQuery }) => {
      const asked = type === undefined ? query : { ...query, type }
      const until = certificatesUntil(context.clock.now())
      const { count, results } = await listServices(context.db, context.scope, asked, until)
      return { count, results: results.map(found => answer(context, found)) }
    },
    get: async (context: Context, { params }: Item) =>
      answer(context, await getService(context.db, context.scope, params.id, type)),
    replace: change(true),
    update: change(false),
    delete: async (context: Context, { params, revision }: Item) => {
      await deleteService(context, item(params.id), revision)
      return undefined
    },
    answer,
  }
}

/** Certificates that expire until then need attention. */
function certificatesUntil(now: Date): string {
  return instantText(plusMs(now, certificateExpiringDays * dayMs))
}

const every = functionsOf(undefined, presentService)
const device = functionsOf('device_service', presentDevice)
const website = functionsOf('website_service', presentWebsite)
const application = functionsOf('application_service', presentApplication)

export const serviceRoutes = [
  ...bind('services', services, {
    ...every,
    create: async (context, { body: { type, ...fields } }) =>
      every.answer(context, await createService(context, type, fields)),
    summary: async ({ db, scope, clock }, { query }) => {
      const now = clock.now()
      return presentServiceSummary(
        await getServiceSummary(db, scope, {
          customer: query.customer,
          now: instantText(now),
          certificatesUntil: certificatesUntil(now),
        }),
      )
    },
  }),
  ...bind('deviceServices', deviceServices, {
    ...device,
    create: async (context, { body }) => device.answer(context, await createService(context, 'device_service', body)),
  }),
  ...bind('websiteServices', websiteServices, {
    ...website,
    create: async (context, { body }) => website.answer(context, await createService(context, 'website_service', body)),
    history: async ({ db, scope, clock }, { params }) => {
      await getService(db, scope, params.id, 'website_service')
      return getHistory(db, params.id, clock.now())
    },
    checkNow: async (context, { params }) => website.answer(context, await checkNow(context, params.id)),
  }),
  ...bind('applicationServices', applicationServices, {
    ...application,
    create: async (context, { body }) =>
      application.answer(context, await createService(context, 'application_service', body)),
    makeHeartbeatToken: async (context, { params }) => makeHeartbeatToken(context, params.id),
    removeHeartbeatToken: async (context, { params }) => {
      await removeHeartbeatToken(context, params.id)
      return undefined
    },
  }),
]
