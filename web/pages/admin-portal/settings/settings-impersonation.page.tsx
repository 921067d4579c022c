import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#web/app/paths.ts'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { customerQuery } from '#web/features/customers/customer.query-options.ts'
import { ImpersonationDialog } from '#web/features/customers/impersonation-dialog.tsx'
import { ImpersonationList, viewList } from '#web/features/impersonations/impersonation-list.tsx'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { impersonationTexts } from '#web/texts/impersonations.texts.ts'
import { ImpersonationSearch } from './impersonation-search.tsx'
import { SettingsFrame } from './settings-frame.tsx'

const route = getRouteApi(paths.adminImpersonation)

const views = viewList(id => ({ to: paths.adminCustomer, params: { id } }))

/** /admin-portal/settings/as-user: start an impersonation, and the log of previous ones. */
export function AdminImpersonationPage() {
  const { search = '', ...paging } = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const [customer, setCustomer] = useState<{ id: string; displayName: string }>()
  const [isOpen, setOpen] = useState(false)
  const { change } = listAddress({ ...paging, search: search || undefined }, navigate)

  async function impersonate({ id, displayName }: { id: string; displayName?: string }) {
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
          <SectionHeader
            title={impersonationTexts.title}
            titleId="as-user-heading"
            headingLevel={1}
            lead={impersonationTexts.lead}
          />
          <ImpersonationSearch
            search={search}
            onSearchChange={next => change({ search: next || undefined })}
            onImpersonate={found => void impersonate(found)}
          />
        </section>
        <ImpersonationList
          list={views}
          filter={paging}
          onFilterChange={change}
          onImpersonate={found => void impersonate(found)}
        />
      </div>
      {customer ? (
        <ImpersonationDialog
          customer={customer}
          open={isOpen}
          onOpenChange={setOpen}
          onStarted={() => void navigate({ to: paths.customerHome })}
        />
      ) : null}
    </SettingsFrame>
  )
}
