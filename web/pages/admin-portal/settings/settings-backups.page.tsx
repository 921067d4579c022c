import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { BackupSection } from '#web/features/backups/backup-section.tsx'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { SettingsFrame } from './settings-frame.tsx'

const route = getRouteApi(paths.adminBackups)

/** /admin-portal/settings/backups: backups of the database. */
export function AdminBackupsPage() {
  const search = route.useSearch()
  return (
    <SettingsFrame>
      <BackupSection filter={search} onFilterChange={listAddress(search, route.useNavigate()).change} />
    </SettingsFrame>
  )
}
