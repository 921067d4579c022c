import { IconPencil } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { EnergySite } from '#contract/energy-sites.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { LoadedItem } from '#web/components/feedback/loaded-item.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { LinkButton } from '#web/components/navigation/link-button.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { deleteActions, MoreMenu } from '#web/components/overlay/more-menu.tsx'
import { searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { DeleteSiteDialog } from '#web/features/energy/delete-site-dialog.tsx'
import { siteQuery } from '#web/features/energy/energy.query-options.ts'
import { siteDraftName } from '#web/features/energy/energy-drafts.ts'
import { SiteDrawer } from '#web/features/energy/site-drawer.tsx'
import { siteLooks } from '#web/features/energy/site-list.tsx'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { EnergySiteViews } from '#web/pages/energy-site-views.tsx'
import { commonTexts } from '#web/texts/common.texts.ts'
import { energyReportTexts } from '#web/texts/energy-reports.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { SiteAccessNotice } from './site-access-notice.tsx'

const route = getRouteApi(paths.adminEnergySite)

/** /admin-portal/energy-site/$id: a site as its customer sees it, with its channels, storages and the access of its senders. */
export function AdminEnergySitePage() {
  const { id } = route.useParams()
  return <LoadedItem query={siteQuery(id)}>{site => <LoadedSite site={site} />}</LoadedItem>
}

function LoadedSite({ site }: { site: EnergySite }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [isEditing, setEditing] = useState(() => hasDraft(siteDraftName(site)))
  const [asksToDelete, setAsksToDelete] = useState(false)
  return (
    <>
      <PageHeader
        title={site.name}
        meta={
          <>
            <StateBadge state={site.state} looks={siteLooks} />
            <TextLink to={paths.adminCustomer} params={{ id: site.customer.id }}>
              {site.customer.name}
            </TextLink>
          </>
        }
        actions={
          <>
            <LinkButton to={paths.adminMonthReport} params={{ id: site.id }} search={{ from: search.from }}>
              {energyReportTexts.link}
            </LinkButton>
            <Button icon={<IconPencil />} onClick={() => setEditing(true)}>
              {commonTexts.edit}
            </Button>
            <MoreMenu
              label={energySiteTexts.owner.more}
              actions={deleteActions(site.permissions.includes('delete'), energySiteTexts.owner.delete, () =>
                setAsksToDelete(true),
              )}
            />
          </>
        }
      />
      {site.state === 'unknown' && search.view === undefined ? (
        <div className="mb-6">
          <SiteAccessNotice />
        </div>
      ) : null}
      <EnergySiteViews
        site={site}
        address={search}
        onAddressChange={listAddress(search, navigate, { keepsScroll: true }).change}
        linkTo={view => ({ to: paths.adminEnergySite, params: { id: site.id }, search: { view } })}
      >
        <Suspense fallback={<SkeletonText lines={8} />}>
          <EnergySiteSetup site={site} />
        </Suspense>
      </EnergySiteViews>
      <SiteDrawer
        site={site}
        open={isEditing}
        onOpenChange={setEditing}
        searchCustomers={searchCustomers}
        onSaved={() => setEditing(false)}
      />
      <DeleteSiteDialog
        row={site}
        open={asksToDelete}
        onOpenChange={setAsksToDelete}
        onDeleted={() => void navigate({ to: paths.adminPowerMaster })}
      />
    </>
  )
}

const EnergySiteSetup = lazy(async () => ({ default: (await import('./energy-site-setup.tsx')).EnergySiteSetup }))
