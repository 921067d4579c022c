import type { Service } from '#contract/services.ts'
import { Badge, type BadgeProps } from '#web/components/display/badge.tsx'
import { stateText } from './service.labels.ts'

/** The state of a service, if it is monitored. */
export function ServiceStateBadge({ service }: { service: Pick<Service, 'type' | 'state'> }) {
  const { state } = service
  const look = state !== null && Object.hasOwn(looks, state) ? looks[state] : unwatched
  return <Badge {...look}>{stateText(service)}</Badge>
}

type Look = Pick<BadgeProps, 'tone' | 'icon'>

const unwatched: Look = { tone: 'grey', icon: 'dash' }
const looks: Record<NonNullable<Service['state']>, Look> = {
  ok: { tone: 'green', icon: 'check' },
  problem: { tone: 'red', icon: 'exclamation' },
  unknown: { tone: 'grey', icon: 'question' },
}
