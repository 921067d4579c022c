import { applicationServiceInput } from '#contract/application-services.ts'
import { deviceServiceInput } from '#contract/device-services.ts'
import { applicationPeriodMinutesDefault } from '#contract/limits.ts'
import type { ServiceState, ServiceType } from '#contract/service-fields.ts'
import type { ServiceInput } from '#contract/services.ts'
import { websiteServiceInput } from '#contract/website-services.ts'
import { minuteMs, plusMs } from '#server/clock.ts'

const kinds = {
  device_service: deviceServiceInput,
  website_service: websiteServiceInput,
  application_service: applicationServiceInput,
} as const

/** Names of the fields that a service of the kind takes. */
export function fieldsOfKind(type: ServiceType): string[] {
  return Object.keys(kinds[type].shape)
}

/** A service of which only the name and the customer are known. */
export const nothingKnown: Omit<ServiceInput, 'name' | 'customerId'> = {
  description: '',
  collectionId: null,
  urls: [],
  localIp: '',
  externalIp: '',
  macAddress: '',
  isWatched: true,
  version: '',
  periodMinutes: applicationPeriodMinutesDefault,
}

/** The search words of a service, besides those of its customer. */
export function serviceSearchTexts(
  service: Pick<ServiceInput, 'name' | 'description' | 'urls' | 'localIp' | 'externalIp' | 'macAddress'>,
): string[] {
  const { name, description, urls, localIp, externalIp, macAddress } = service
  return [name, description, localIp, externalIp, macAddress, ...urls, ...urls.map(hostOf)]
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^www\./, '') ?? ''
}

/** When an application that reported at an instant counts as silent. */
export function silentFrom(lastAlive: Date, periodMinutes: number): Date {
  return plusMs(lastAlive, periodMinutes * minuteMs)
}

/** The state of an application at an instant; `silentAt` null: it never reported. */
export function applicationState(silentAt: string | null, now: string): ServiceState {
  if (silentAt === null) return 'unknown'
  return silentAt <= now ? 'problem' : 'ok'
}
