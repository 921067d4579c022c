import { useQueries } from '@tanstack/react-query'
import type { ServiceType } from '#contract/service-fields.ts'
import type { Service } from '#contract/services.ts'
import type { SessionState } from '#web/lib/session/session.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { ownServiceQueries } from './service.query-options.ts'

type KindOfServices = { readonly kind: ServiceType; readonly services: readonly Service[] }

/**
 * The services of the portal's customer, by kind. Reuses the request made at start-up and waits for it; later the lists
 * are fetched like any other.
 */
export function useOwnServices(customerId: string) {
  const session = useSession()
  const isOwn = session.customer?.id === customerId
  const enabled = !(isOwn && session.servicesLoading)
  const websites = { ...ownServiceQueries.websites(customerId), ...seeded(session, isOwn, session.websiteServices) }
  const applications = {
    ...ownServiceQueries.applications(customerId),
    ...seeded(session, isOwn, session.applicationServices),
  }
  const devices = { ...ownServiceQueries.devices(customerId), ...seeded(session, isOwn, session.deviceServices) }
  const lists = useQueries({
    queries: [
      { ...websites, enabled },
      { ...applications, enabled },
      { ...devices, enabled },
    ],
  })
  const [websiteList, applicationList, deviceList] = lists
  const kinds: readonly KindOfServices[] = [
    { kind: 'website_service', services: websiteList.data ?? [] },
    { kind: 'application_service', services: applicationList.data ?? [] },
    { kind: 'device_service', services: deviceList.data ?? [] },
  ]
  const failed = lists.filter(list => list.isError && !list.data)
  return {
    kinds,
    isPending: lists.some(list => list.isPending),
    isFetching: lists.some(list => list.isFetching),
    hasFailed: failed.length > 0,
    retry: () => {
      for (const list of failed) void list.refetch()
    },
  }
}

function seeded<Item>({ servicesLoadedAtMs }: SessionState, isOwn: boolean, list: readonly Item[] | null) {
  return isOwn && list ? { initialData: [...list], initialDataUpdatedAt: servicesLoadedAtMs } : {}
}
