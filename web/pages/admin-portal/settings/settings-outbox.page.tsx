import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { OutboxSection } from '#web/features/operations/outbox-section.tsx'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { SettingsFrame } from './settings-frame.tsx'

const route = getRouteApi(paths.adminOutbox)

/** /admin-portal/settings/outbox: the portal's mails. */
export function AdminOutboxPage() {
  const search = route.useSearch()
  return (
    <SettingsFrame>
      <OutboxSection filter={search} onFilterChange={listAddress(search, route.useNavigate()).change} />
    </SettingsFrame>
  )
}
