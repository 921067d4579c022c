/** German labels of services and their states. A value of a newer server never crashes. */

import type { Service } from '#contract/services.ts'
import type { WebsiteService } from '#contract/website-services.ts'
import type { StateLooks } from '#web/components/display/state-badge.tsx'
import { formatRelative } from '#web/lib/format/format.ts'
import { hostOf } from '#web/lib/format/web-address.ts'
import { wordOf } from '#web/lib/format/word-of.ts'
import { serviceTexts } from '#web/texts/services.texts.ts'

export function kindText(type: string): string {
  return wordOf(serviceTexts.kinds, type) ?? serviceTexts.unknownState
}

/** The label of a state for this kind of service. */
export function stateText({ type, state }: Pick<Service, 'type' | 'state'>): string {
  return serviceLooks(type).text(state ?? 'none')
}

/** The looks of the states of this kind of service. */
export function serviceLooks(type: Service['type']): StateLooks<keyof (typeof serviceTexts.states)[Service['type']]> {
  const words = Object.hasOwn(serviceTexts.states, type) ? serviceTexts.states[type] : undefined
  return {
    looks: {
      ok: ['green', 'check'],
      problem: ['red', 'exclamation'],
      unknown: ['grey', 'question'],
      none: ['grey', 'dash'],
    },
    text: state => (words && wordOf(words, state)) ?? serviceTexts.unknownState,
  }
}

/** The label of a state regardless of the kind; empty for services that are not monitored. */
export function anyStateText(state: string): string {
  return wordOf(serviceTexts.stateFilter, state) ?? ''
}

/** Why the last check of a website failed; null if it succeeded. */
export function checkErrorText(check: WebsiteService['lastCheck']): string | null {
  if (!check?.error) return null
  if (check.error === 'status' && check.statusCode !== null) return serviceTexts.website.statusCode(check.statusCode)
  return wordOf(serviceTexts.website.errors, check.error) ?? serviceTexts.unknownState
}

/** The muted line below a service's state: its last response or response time. */
export function heardText(service: Service, nowMs?: number): string {
  switch (service.type) {
    case 'website_service':
      return service.lastCheck ? serviceTexts.checked(formatRelative(service.lastCheck.at, nowMs)) : ''
    case 'application_service':
      return service.lastAlive ? serviceTexts.heard(formatRelative(service.lastAlive, nowMs)) : ''
    default:
      return ''
  }
}

/** A service's location: the host of its first address or a device's network address; for an application its version. */
export function placeText(service: Service): string {
  switch (service.type) {
    case 'website_service':
      return hostOf(service.urls[0] ?? '')
    case 'device_service':
      return service.localIp || service.externalIp || hostOf(service.urls[0] ?? '')
    default:
      return service.version === '' ? '' : serviceTexts.inVersion(service.version)
  }
}

/** Whether a service of this kind has a state: devices are not monitored. */
export function isWatchable({ type, state }: Pick<Service, 'type' | 'state'>): boolean {
  return type !== 'device_service' || state !== null
}

/** A duration in its largest whole unit: `90 Minuten`, `24 Stunden`, `7 Tage`. */
export function periodText(minutes: number): string {
  const { periodMinutes, periodHours, periodDays } = serviceTexts.application
  if (minutes >= 2 * minutesOfDay && minutes % minutesOfDay === 0) return periodDays(minutes / minutesOfDay)
  if (minutes >= 120 && minutes % 60 === 0) return periodHours(minutes / 60)
  return periodMinutes(minutes)
}

const minutesOfDay = 24 * 60
