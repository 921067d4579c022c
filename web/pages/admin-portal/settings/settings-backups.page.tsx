import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { BackupSection } from '#web/features/backups/backup-section.tsx'
import { searchChanger } from '#web/lib/browser/changed-search.ts'
import { SettingsFrame } from './settings-frame.tsx'

const route = getRouteApi(paths.adminBackups)

/** /admin-portal/settings/backups: backups of the database. */
export function AdminBackupsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = searchChanger(search, (next, step) => void navigate({ to: paths.adminBackups, search: next, ...step }))
  return (
    <SettingsFrame>
      <BackupSection filter={search} onFilterChange={change} />
    </SettingsFrame>
  )
}
