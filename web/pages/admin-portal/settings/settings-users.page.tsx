import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '#web/app/paths.ts'
import { LoginPolicySetting } from '#web/features/accounts/login-policy-setting.tsx'
import { UserSection } from '#web/features/accounts/user-section.tsx'
import { customerQuery, searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { listAddress } from '#web/lib/browser/changed-search.ts'
import { SettingsFrame } from './settings-frame.tsx'

const route = getRouteApi(paths.adminUsers)

/** /admin-portal/settings/users: all users and the login policy. */
export function AdminUsersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  return (
    <SettingsFrame>
      <div className="grid gap-8">
        <UserSection
          headingLevel={1}
          filter={search}
          onFilterChange={listAddress(search, navigate).change}
          searchCustomers={searchCustomers}
          findCustomerName={async id => (await client.fetchQuery(customerQuery(id))).displayName}
        />
        <LoginPolicySetting onOwnWanted={() => void navigate({ to: paths.userSettings, hash: 'zweiter-faktor' })} />
      </div>
    </SettingsFrame>
  )
}
