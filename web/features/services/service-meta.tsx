import type { ReactNode } from 'react'
import type { Service } from '#contract/services.ts'
import { KindIcon } from './kind-icon.tsx'
import { isWatchable, kindText } from './service.labels.ts'
import { ServiceStateBadge } from './service-state-badge.tsx'

interface ServiceMetaProps {
  service: Service
  /** The customer as a link, where services of several are shown. */
  customer?: ReactNode
}

/** Below a service's name: what it is, whose, and how it is. */
export function ServiceMeta({ service, customer }: ServiceMetaProps) {
  return (
    <>
      <span className="inline-flex items-center gap-2">
        <KindIcon type={service.type} />
        {kindText(service.type)}
      </span>
      {customer}
      {isWatchable(service) ? <ServiceStateBadge service={service} /> : null}
    </>
  )
}
