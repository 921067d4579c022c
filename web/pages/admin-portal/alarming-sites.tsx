import { IconSolarPanel } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { paths } from '#web/app/paths.ts'
import { LinkCard, type LinkCardRow, LinkCards } from '#web/components/navigation/link-card.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { sitesQuery } from '#web/features/energy/energy.query-options.ts'
import { joinFacts } from '#web/lib/format/format.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

/** Sites with open alarms that are not muted; renders nothing without any. */
export function AlarmingSites() {
  const { data } = useQuery(sitesQuery({ alarms: 'open', page_size: 3 }))
  if (!data || data.count === 0) return null
  const texts = energySiteTexts.alarms
  const link = { to: paths.adminPowerMaster, search: { alarms: 'open' } } as const
  const rows: LinkCardRow[] = data.results.map(({ id, name, customer, alarms }) => ({
    key: id,
    link: { to: paths.adminEnergySite, params: { id } },
    icon: <IconSolarPanel />,
    title: <span className="wrap-anywhere">{name}</span>,
    note: joinFacts([texts.count(alarms), customer.name]),
  }))
  const left = data.count - rows.length
  if (left > 0) rows.push({ key: 'more-sites', link, icon: <IconSolarPanel />, title: texts.more(left) })
  return (
    <LinkCards>
      <LinkCard title={texts.ofSites} rows={rows} more={<TextLink to={paths.adminPowerMaster}>{texts.all}</TextLink>} />
    </LinkCards>
  )
}
