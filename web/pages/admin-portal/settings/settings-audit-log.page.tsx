import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { auditActionFrom } from '#web/features/operations/audit-filters.tsx'
import { AuditSection } from '#web/features/operations/audit-section.tsx'
import { UserPicker } from '#web/features/users/user-picker.tsx'
import { searchChanger } from '#web/lib/browser/changed-search.ts'
import { operationTexts } from '#web/texts/operations.texts.ts'
import { auditSubjectLink } from './audit-subject.ts'
import { SettingsFrame } from './settings-frame.tsx'

const route = getRouteApi(paths.adminAuditLog)

/** /admin-portal/settings/audit-log: the audit log. */
export function AdminAuditLogPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = searchChanger(
    search,
    (next, step) => void navigate({ to: paths.adminAuditLog, search: next, ...step }),
  )
  return (
    <SettingsFrame>
      <AuditSection
        filter={{ ...search, action: auditActionFrom(search.action) }}
        onFilterChange={change}
        subjectLink={auditSubjectLink}
        actorField={
          <UserPicker
            label={operationTexts.audit.columns.actor}
            userId={search.actor}
            onChange={actor => change({ actor })}
            className="sm:w-56"
          />
        }
      />
    </SettingsFrame>
  )
}
