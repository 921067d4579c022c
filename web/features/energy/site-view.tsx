import type { EnergySite } from '#contract/energy-sites.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { berlinDate } from '#web/lib/format/format.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { AlarmsSection } from './alarms-section.tsx'
import { EnergyHistorySection } from './energy-history.tsx'
import { type RangeStep, rangeAround } from './energy-range.ts'
import { LiveFlows } from './live-flows.tsx'

/** The stretch of time in the address; today without one. */
export type RangeAddress = { from?: string | undefined; step?: RangeStep | undefined }

interface SiteViewProps {
  site: EnergySite
  address: RangeAddress
  onAddressChange: (address: RangeAddress) => void
}

/** Current and past flows of a site, the same for its customer and the owner. */
export function SiteView({ site, address: { from = berlinDate(), step = 'hour' }, onAddressChange }: SiteViewProps) {
  return (
    <div className="grid grid-cols-1 gap-8">
      {site.demo ? <Notice kind="info">{energySiteTexts.madeUp}</Notice> : null}
      <AlarmsSection site={site} />
      <LiveFlows site={site} />
      <EnergyHistorySection
        site={site}
        range={rangeAround(from, step)}
        onRangeChange={range => onAddressChange({ from: range.from, step: range.step })}
      />
    </div>
  )
}
