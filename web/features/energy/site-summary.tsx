import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { StatStrip } from '#web/components/display/stat-strip.tsx'
import { formatCount } from '#web/lib/format/format.ts'
import { energyParkTexts as texts } from '#web/texts/energy-park.texts.ts'
import { type SiteFilter, siteSummaryQuery } from './energy.query-options.ts'
import { energyText } from './energy-words.ts'
import { powerText } from './flow-nodes.ts'

interface SiteSummaryProps {
  /** The list of sites with the filter of a figure. */
  listLink: (filter: SiteFilter) => LinkProps
}

/** Sums of all sites above their list, few enough for one line on a phone. Optional: if they cannot be loaded, the list below shows the error. */
export function SiteSummary({ listLink }: SiteSummaryProps) {
  const { data: summary, isError } = useQuery(siteSummaryQuery())
  if ((isError && !summary) || summary?.sitesCount === 0) return null
  const { pvW = null, usedW = null, importW = null, exportW = null, pvTodayWh = null } = summary ?? {}
  const { sitesCount = 0, measuredCount = 0, silentCount = 0, alarmsCount = 0, alarmingCount = 0 } = summary ?? {}
  const power = (powerW: number | null) => (powerW === null ? '–' : powerText(powerW))
  return (
    <StatStrip
      label={texts.label}
      loading={!summary}
      stats={[
        {
          label: texts.pv,
          value: power(pvW),
          note: pvTodayWh === null ? undefined : texts.today(energyText(pvTodayWh / 1_000)),
        },
        { label: texts.used, value: power(usedW), note: texts.ofMeasured(measuredCount, sitesCount) },
        {
          label: texts.import,
          value: power(importW),
          note: exportW === null ? undefined : texts.exported(powerText(exportW)),
        },
        {
          label: texts.silent,
          value: formatCount(silentCount),
          link: silentCount > 0 ? listLink({ state: 'silent' }) : undefined,
        },
        {
          label: texts.alarms,
          value: formatCount(alarmsCount),
          note: alarmsCount > 0 ? texts.atSites(alarmingCount) : undefined,
          link: alarmsCount > 0 ? listLink({ alarms: 'open' }) : undefined,
        },
      ]}
    />
  )
}
