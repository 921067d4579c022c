/** The services of the customer whose portal it is. Loaded after the look-up, so that the first script knows no service. */
import { type ApplicationService, applicationServices } from '#contract/application-services.ts'
import { type DeviceService, deviceServices } from '#contract/device-services.ts'
import { pageSizeMax } from '#contract/limits.ts'
import { type WebsiteService, websiteServices } from '#contract/website-services.ts'
import { call } from '#web/lib/api/api-client.ts'
import { nowMs } from '#web/lib/browser/browser-clock.ts'

/** A list that could not be loaded is null; of a longer one the first page is here. */
export type OwnServices = {
  readonly applicationServices: readonly ApplicationService[] | null
  readonly deviceServices: readonly DeviceService[] | null
  readonly websiteServices: readonly WebsiteService[] | null
  /** When the lists came; 0 before. */
  readonly servicesLoadedAtMs: number
}

/** Asks for the three lists together. Never fails: what does not come is null. */
export async function loadOwnServices(customer: string): Promise<OwnServices> {
  const options = { query: { customer, page_size: pageSizeMax }, silent: true, isLookUp: true } as const
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
