import type { Homepage } from '#contract/business-profile.ts'

/** True when the profile names anything that belongs into the section about services. */
export function hasServices({ services, devices, powerMasterText }: Homepage): boolean {
  return services.length > 0 || devices.length > 0 || powerMasterText !== ''
}
