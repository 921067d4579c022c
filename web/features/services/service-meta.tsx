import type { ReactNode } from 'react'
import type { Service } from '#contract/services.ts'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { KindIcon } from './kind-icon.tsx'
import { isWatchable, kindText, serviceLooks } from './service.labels.ts'

interface ServiceMetaProps {
  service: Service
  /** The customer as a link, for pages over several customers. */
  customer?: ReactNode
}

/** Below a service's name: kind, customer and state. */
export function ServiceMeta({ service, customer }: ServiceMetaProps) {
  return (
    <>
      <span className="inline-flex items-center gap-2">
        <KindIcon type={service.type} />
        {kindText(service.type)}
      </span>
      {customer}
      {isWatchable(service) ? <StateBadge state={service.state} looks={serviceLooks(service.type)} /> : null}
    </>
  )
}
