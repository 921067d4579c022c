import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { filterFieldClass } from '#web/components/table/filter-field-class.ts'
import { UserPicker } from '#web/features/accounts/user-picker.tsx'
import { AuditSection, auditActionFrom } from '#web/features/operations/audit-section.tsx'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { operationTexts } from '#web/texts/operations.texts.ts'
import { auditSubjectLink } from './audit-subject.ts'
import { SettingsFrame } from './settings-frame.tsx'

const route = getRouteApi(paths.adminAuditLog)

/** /admin-portal/settings/audit-log: the audit log. */
export function AdminAuditLogPage() {
  const search = route.useSearch()
  return (
    <SettingsFrame>
      <AuditSection
        filter={{ ...search, action: auditActionFrom(search.action) }}
        onFilterChange={listAddress(search, route.useNavigate()).change}
        subjectLink={auditSubjectLink}
        actorField={actorField}
      />
    </SettingsFrame>
  )
}

const actorField = {
  name: 'actor',
  render: (userId: string | undefined, onChange: (userId: string | undefined) => void) => (
    <UserPicker
      label={operationTexts.audit.columns.actor}
      userId={userId}
      onChange={onChange}
      className={filterFieldClass}
    />
  ),
} as const
