import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { pageSizeMax } from '#contract/limits.ts'
import { paths } from '#web/app/paths.ts'
import { Card } from '#web/components/display/card.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { ItemSkeleton } from '#web/components/feedback/item-skeleton.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { SectionNav } from '#web/components/navigation/section-nav.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { sitesQuery } from '#web/features/energy/energy.query-options.ts'
import { siteLooks } from '#web/features/energy/site-list.tsx'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { EnergySiteViews } from '#web/pages/energy-site-views.tsx'
import { energyReportTexts } from '#web/texts/energy-reports.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

const route = getRouteApi(paths.customerPowerMaster)

/** /customer-portal/power-master: the energy of the customer's own houses, one at a time. */
export function CustomerPowerMasterPage() {
  const search = route.useSearch()
  const { change } = listAddress(search, route.useNavigate(), { keepsScroll: true })
  const { from, to, step, view } = search
  const { customer } = useSession()
  const { data, error } = useQuery(sitesQuery({ customer: customer?.id, page_size: pageSizeMax }))
  if (!data) {
    if (error) throw error
    return <ItemSkeleton />
  }
  const site = data.results.find(({ id }) => id === search.site) ?? data.results[0]
  if (!site) return <NoSite />
  return (
    <>
      <PageHeader
        title={energySiteTexts.title}
        meta={
          <>
            <span>{site.name}</span>
            <StateBadge state={site.state} looks={siteLooks} />
          </>
        }
        actions={
          <LinkButton to={paths.customerMonthReport} search={{ site: site.id, from }}>
            {energyReportTexts.link}
          </LinkButton>
        }
      />
      <div className="grid grid-cols-1 gap-6">
        {search.site !== undefined && search.site !== site.id ? (
          <Notice kind="warning">{energySiteTexts.unknown(site.name)}</Notice>
        ) : null}
        {data.results.length > 1 ? (
          <SectionNav
            label={energySiteTexts.sites}
            items={data.results.map(({ id, name }) => ({
              label: name,
              link: { to: paths.customerPowerMaster, search: { site: id, from, to, step, view } },
              exact: true,
              isCurrent: id === site.id,
            }))}
          />
        ) : null}
        {site.state !== 'ok' && view === undefined ? <SiteAdvice state={site.state} /> : null}
        <EnergySiteViews
          key={site.id}
          site={site}
          address={search}
          onAddressChange={change}
          linkTo={name => ({
            to: paths.customerPowerMaster,
            search: { site: search.site === undefined ? undefined : site.id, view: name },
          })}
        />
      </div>
    </>
  )
}

/** Advice for the customer of a site that sends nothing. During an impersonation it offers no request. */
function SiteAdvice({ state }: { state: 'unknown' | 'silent' }) {
  const texts = energySiteTexts.advice
  const { impersonation } = useSession()
  const ask = (
    <LinkButton to={paths.customerRequests} search={{ dialog: 'new' }} size="small">
      {texts.ask}
    </LinkButton>
  )
  return (
    <Notice kind="info" action={impersonation === null ? ask : null}>
      {texts[state]}
    </Notice>
  )
}

/** Describes the page and offers a request for it. During an impersonation it offers no request. */
function NoSite() {
  const texts = energySiteTexts.none
  const { impersonation } = useSession()
  return (
    <>
      <PageHeader title={energySiteTexts.title} />
      <Card title={texts.title}>
        <div className="grid max-w-reading gap-4">
          <p>{texts.text}</p>
          <h3 className="text-lead">{texts.would}</h3>
          <ul className="grid list-disc gap-2 pl-5">
            {texts.points.map(point => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          <p className="flex flex-wrap items-center gap-4">
            {impersonation === null ? (
              <LinkButton
                to={paths.customerRequests}
                search={{ dialog: 'new', subject: 'powerMaster' }}
                variant="primary"
              >
                {texts.ask}
              </LinkButton>
            ) : null}
            <TextLink to={paths.powerMaster}>{texts.more}</TextLink>
          </p>
        </div>
      </Card>
    </>
  )
}
