/** The services of the portal's customer. Loaded after the session lookup, so that the first script contains no service code. */
import { type ApplicationService, applicationServices } from '#contract/application-services.ts'
import { type DeviceService, deviceServices } from '#contract/device-services.ts'
import { pageSizeMax } from '#contract/limits.ts'
import { type WebsiteService, websiteServices } from '#contract/website-services.ts'
import { call } from '#web/lib/api/api-client.ts'
import { nowMs } from '#web/lib/browser/browser-clock.ts'

/** A list is null if it could not be loaded; a longer one contains its first page. */
export type OwnServices = {
  readonly applicationServices: readonly ApplicationService[] | null
  readonly deviceServices: readonly DeviceService[] | null
  readonly websiteServices: readonly WebsiteService[] | null
  /** When the lists were loaded; 0 before. */
  readonly servicesLoadedAtMs: number
}

/** Loads the three lists together. Never fails: a failed list is null. */
export async function loadOwnServices(customer: string): Promise<OwnServices> {
  const options = { query: { customer, page_size: pageSizeMax }, silent: true } as const
  const [applications, devices, websites] = await Promise.all([
    resultsOf(call(applicationServices.list, options)),
    resultsOf(call(deviceServices.list, options)),
    resultsOf(call(websiteServices.list, options)),
  ])
  return {
    applicationServices: applications,
    deviceServices: devices,
    websiteServices: websites,
    servicesLoadedAtMs: nowMs(),
  }
}

function resultsOf<Item>(list: Promise<{ results: Item[] }>): Promise<Item[] | null> {
  return list.then(
    ({ results }) => results,
    () => null,
  )
}
