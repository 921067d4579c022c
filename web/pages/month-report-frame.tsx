import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { EnergySite } from '#contract/energy-sites.ts'
import { Button } from '#web/components/action/button.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { neighbourOf, rangeAround } from '#web/features/energy/energy-range.ts'
import { MonthReport } from '#web/features/energy/month-report.tsx'
import { berlinDate, formatDate, formatLongMonth, joinFacts } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { energyReportTexts } from '#web/texts/energy-reports.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

interface MonthReportFrameProps {
  site: EnergySite
  /** A day of the month. */
  from: string
  /** The same report of the month of another day. */
  linkTo: (from: string) => Pick<LinkProps, 'to' | 'params' | 'search'>
  /** The customer's other sites. */
  sites?: ReactNode
}

/** The energy of a site in a month, to print: as its customer and the owner see it. */
export function MonthReportFrame({ site, from, linkTo, sites }: MonthReportFrameProps) {
  const range = rangeAround(from, 'month')
  const month = range.from.slice(0, 7)
  return (
    <>
      <PageHeader
        title={texts.title(formatLongMonth(month))}
        meta={<span>{unbroken(factsOf(site))}</span>}
        actions={
          <Button variant="primary" icon={<IconPrinter />} onClick={() => print()}>
            {texts.print}
          </Button>
        }
      />
      {sites}
      <div className="mb-6 flex flex-wrap gap-3" data-screen-only="">
        <LinkButton size="small" icon={<IconChevronLeft />} {...linkTo(neighbourOf(range, -1).from)}>
          {texts.before}
        </LinkButton>
        {range.to > berlinDate() ? null : (
          <LinkButton size="small" icon={<IconChevronRight />} {...linkTo(neighbourOf(range, 1).from)}>
            {texts.after}
          </LinkButton>
        )}
      </div>
      <MonthReport site={site} month={month} />
    </>
  )
}

const texts = energyReportTexts

/** On paper nothing else shows which house it is and when it was printed. */
function factsOf({ name, customer, address, pvKwp }: EnergySite): string {
  const place = [address.street, [address.zip, address.city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return joinFacts([
    name,
    customer.name,
    place,
    pvKwp > 0 ? `${formatNumber(pvKwp, 0, 3)}\u00a0${energySiteTexts.owner.kwp}` : null,
    texts.asOf(formatDate(berlinDate())),
  ])
}
