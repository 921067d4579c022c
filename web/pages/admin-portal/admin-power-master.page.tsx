import { IconPencil, IconTrash } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { EnergySite } from '#contract/energy-sites.ts'
import { paths } from '#web/app/paths.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useRowDialog } from '#web/components/list/use-row-dialog.ts'
import { searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { customerField } from '#web/features/customers/customer-field.tsx'
import { DeleteSiteDialog } from '#web/features/energy/delete-site-dialog.tsx'
import { siteDraftName } from '#web/features/energy/energy-drafts.ts'
import { SiteDrawer } from '#web/features/energy/site-drawer.tsx'
import { siteListView } from '#web/features/energy/site-list.tsx'
import { SiteSummary } from '#web/features/energy/site-summary.tsx'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'

const route = getRouteApi(paths.adminPowerMaster)

/** /admin-portal/power-master: the houses of all customers. */
export function AdminPowerMasterPage() {
  const search = route.useSearch()
  const { dialog, ...filter } = search
  const navigate = route.useNavigate()
  const { change, forget } = listAddress(search, navigate)
  const form = useRowDialog<EnergySite>({
    isAsked: dialog === 'new',
    startsOpen: () => hasDraft(siteDraftName(null)),
    onClose: () => forget('dialog'),
  })
  const doomed = useRowDialog<EnergySite>()
  return (
    <ListPage
      list={siteListView}
      filter={filter}
      onFilterChange={change}
      ownFields={[customerField]}
      create={{ label: energySiteTexts.owner.newSite, onClick: () => form.show(null) }}
      empty={energySiteTexts.empty}
      above={<SiteSummary listLink={figure => ({ to: paths.adminPowerMaster, search: figure })} />}
      rowLink={({ id }) => ({ to: paths.adminEnergySite, params: { id } })}
      rowActions={[
        { label: commonTexts.edit, icon: <IconPencil />, onSelect: form.show },
        { label: commonTexts.delete, icon: <IconTrash />, tone: 'danger', onSelect: doomed.show },
      ]}
    >
      <SiteDrawer
        site={form.row}
        open={form.open}
        onOpenChange={form.onOpenChange}
        searchCustomers={searchCustomers}
        onSaved={({ id }) => (form.row ? form.close() : void navigate({ to: paths.adminEnergySite, params: { id } }))}
      />
      <DeleteSiteDialog {...doomed} />
    </ListPage>
  )
}
