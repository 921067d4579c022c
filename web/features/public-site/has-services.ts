import type { Homepage } from '#contract/business-profile.ts'

/** True if the profile has content for the section about services. */
export function hasServices({ services, devices, powerMasterText }: Homepage): boolean {
  return services.length > 0 || devices.length > 0 || powerMasterText !== ''
}
