import type { ReactNode } from 'react'
import type { Homepage } from '#contract/business-profile.ts'
import { Tag } from '#web/components/display/tag.tsx'
import { homeTexts } from '#web/texts/home.texts.ts'
import { DeviceList } from './device-list.tsx'

export interface ServicesProps {
  homepage: Homepage
  /** The dark panel next to the devices; omitted if null. */
  powerMaster: ReactNode
}

/** The services of the business: the dark panel, the devices, and a cell per service. */
export function Services({ homepage, powerMaster }: ServicesProps) {
  const { services, servicesHeading, servicesIntroduction, devices, devicesHeading, devicesText } = homepage
  const hasDevices = devices.length > 0
  return (
    <section aria-labelledby="leistungen" className="page-width pt-section">
      <h2 id="leistungen" className={servicesHeading ? 'max-w-[36rem] text-section' : 'sr-only'}>
        {servicesHeading || homeTexts.services}
      </h2>
      {servicesIntroduction ? <p className="mt-4 max-w-form text-lead text-muted">{servicesIntroduction}</p> : null}
      <div className={servicesHeading || servicesIntroduction ? 'mt-10' : ''}>
        {powerMaster || hasDevices ? (
          <div className={`grid gap-4 ${powerMaster && hasDevices ? 'lg:grid-cols-[7fr_5fr]' : ''}`}>
            {powerMaster}
            {hasDevices ? <DeviceList heading={devicesHeading} text={devicesText} devices={devices} /> : null}
          </div>
        ) : null}
        {services.length > 0 ? (
          <ul className={`mt-4 grid gap-4 first:mt-0 ${columnsFor(services.length)}`}>
            {services.map((service, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same title, and none has a state
              <ServiceCell key={index} service={service} />
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  )
}

function ServiceCell({ service }: { service: Homepage['services'][number] }) {
  return (
    <li className="flex flex-col rounded-card border border-hairline bg-surface p-6">
      <h3 className="text-heading">{service.title}</h3>
      {service.text ? <p className="mt-2 text-label text-muted">{service.text}</p> : null}
      {service.tags.length > 0 ? (
        <ul className="mt-auto flex flex-wrap gap-2 pt-5">
          {service.tags.map((tag, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same, and none has a state
            <li key={index}>
              <Tag>{tag}</Tag>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  )
}

/** Full rows if the number allows it. */
function columnsFor(count: number): string {
  if (count === 1) return ''
  if (count % 3 === 0) return 'md:grid-cols-3'
  return count === 2 || count === 4 ? 'sm:grid-cols-2' : 'sm:grid-cols-2 lg:grid-cols-3'
}
