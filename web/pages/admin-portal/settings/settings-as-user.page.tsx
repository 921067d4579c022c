import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#web/app/paths.ts'
import { showFailure } from '#web/components/failure-toast.ts'
import { SectionHeader } from '#web/components/section-header.tsx'
import { ViewList } from '#web/features/as-user-views/view-list.tsx'
import { customerQuery } from '#web/features/customers/customer.query-options.ts'
import { ViewAsDialog } from '#web/features/customers/view-as-dialog.tsx'
import { searchChanger } from '#web/lib/changed-search.ts'
import { asUserTexts } from '#web/texts/as-user-views.texts.ts'
import { AsUserSearch } from './as-user-search.tsx'
import { SettingsFrame } from './settings-frame.tsx'

const route = getRouteApi(paths.adminAsUser)

/** /admin-portal/settings/as-user: the portal as a customer sees it, and who has looked at it so. */
export function AdminAsUserPage() {
  const { search = '', ...paging } = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const [customer, setCustomer] = useState<{ id: string; displayName: string }>()
  const [isOpen, setOpen] = useState(false)
  const change = searchChanger(
    { ...paging, search: search || undefined },
    (next, step) => void navigate({ to: paths.adminAsUser, search: next, ...step }),
  )

  async function look({ id, displayName }: { id: string; displayName?: string }) {
    try {
      const name = displayName ?? (await client.fetchQuery(customerQuery(id))).displayName
      setCustomer({ id, displayName: name })
      setOpen(true)
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <SettingsFrame>
      <div className="grid gap-8">
        <section aria-labelledby="as-user-heading" className="grid gap-5">
          <SectionHeader title={asUserTexts.title} titleId="as-user-heading" headingLevel={1} lead={asUserTexts.lead} />
          <AsUserSearch
            search={search}
            onSearchChange={next => change({ search: next || undefined })}
            onLook={found => void look(found)}
          />
        </section>
        <ViewList
          filter={paging}
          onFilterChange={change}
          customerLink={id => ({ to: paths.adminCustomer, params: { id } })}
          onLook={found => void look(found)}
        />
      </div>
      {customer ? (
        <ViewAsDialog
          customer={customer}
          open={isOpen}
          onOpenChange={setOpen}
          onStarted={() => void navigate({ to: paths.customerHome })}
        />
      ) : null}
    </SettingsFrame>
  )
}
