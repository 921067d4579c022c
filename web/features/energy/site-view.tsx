import { lazy, Suspense } from 'react'
import type { EnergySite } from '#contract/energy-sites.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { AlarmsSection } from './alarms-section.tsx'
import type { Comparison } from './compared-range.ts'
import type { CommandAddress } from './control.query-options.ts'
import { EnergyHistorySection } from './energy-history.tsx'
import { addressOf, type RangeAddress, rangeOf } from './energy-range.ts'
import { LiveFlows } from './live-flows.tsx'

export type ViewAddress = RangeAddress & CommandAddress & { compare?: Comparison | undefined }

interface SiteViewProps {
  site: EnergySite
  /** The shown period; today without one. */
  address: ViewAddress
  onAddressChange: (address: ViewAddress, isCorrection?: boolean) => void
}

/** Current and past flows of a site, the same for its customer and the owner. */
export function SiteView({ site, address, onAddressChange }: SiteViewProps) {
  return (
    <div className="grid grid-cols-1 gap-8">
      {site.demo ? <Notice kind="info">{energySiteTexts.madeUp}</Notice> : null}
      <AlarmsSection site={site} />
      <LiveFlows site={site} />
      <Suspense fallback={<SkeletonText lines={4} />}>
        <ControlSection site={site} address={address} onAddressChange={onAddressChange} />
      </Suspense>
      <EnergyHistorySection
        site={site}
        range={rangeOf(address)}
        onRangeChange={range => onAddressChange(addressOf(range))}
        comparison={address.compare}
        onCompare={compare => onAddressChange({ compare })}
      />
      <Suspense fallback={<SkeletonText lines={6} />}>
        <SavingsSection site={site} range={rangeOf(address)} />
        <ForecastsSection site={site} />
      </Suspense>
    </div>
  )
}

// Loaded after the current values of the house.
const ControlSection = lazy(async () => ({ default: (await import('./control-section.tsx')).ControlSection }))
const SavingsSection = lazy(async () => ({ default: (await import('./savings-section.tsx')).SavingsSection }))
const ForecastsSection = lazy(async () => ({ default: (await import('./forecasts-section.tsx')).ForecastsSection }))
