import { IconEye, IconUser, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#web/components/action/button.tsx'
import { IconSlot } from '#web/components/display/icon-slot.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { SearchInput } from '#web/components/table/search-input.tsx'
import { usersQuery } from '#web/features/accounts/user.query-options.ts'
import { userName } from '#web/features/accounts/user-names.ts'
import { customersQuery } from '#web/features/customers/customer.query-options.ts'
import { joinFacts } from '#web/lib/format/format.ts'
import { impersonationTexts } from '#web/texts/impersonations.texts.ts'

const texts = impersonationTexts
const shownOfEach = 8

interface ImpersonationSearchProps {
  search: string
  onSearchChange: (search: string) => void
  /** For a user only the customer's id is known; the name is loaded. */
  onImpersonate: (customer: { id: string; displayName?: string }) => void
}

/** Chooses whom to impersonate: customers by name, and users, who see their customer's data. */
export function ImpersonationSearch({ search, onSearchChange, onImpersonate }: ImpersonationSearchProps) {
  return (
    <div className="grid gap-4">
      <SearchInput
        label={texts.search}
        placeholder={texts.searchPlaceholder}
        value={search}
        onValueChange={onSearchChange}
        className="max-w-form"
      />
      {search === '' ? null : <Found search={search} onImpersonate={onImpersonate} />}
    </div>
  )
}

function Found({ search, onImpersonate }: Pick<ImpersonationSearchProps, 'search' | 'onImpersonate'>) {
  const customers = useQuery(customersQuery({ search, page_size: shownOfEach }))
  const users = useQuery(usersQuery({ search, role: 'customer', page_size: shownOfEach }))
  if (customers.isError || users.isError) {
    const retry = () => Promise.all([customers.refetch(), users.refetch()])
    return <ErrorState text={texts.searchFailed} onRetry={retry} busy={customers.isFetching || users.isFetching} />
  }
  if (!customers.data || !users.data) return <SkeletonText lines={3} />
  const people = users.data.results.flatMap(({ customerId, ...user }) => (customerId ? [{ ...user, customerId }] : []))
  if (customers.data.results.length + people.length === 0) return <EmptyState text={texts.nothingFound} />
  const isMore = customers.data.count > shownOfEach || users.data.count > shownOfEach
  return (
    <section aria-label={texts.results} className="grid gap-2">
      <ul className="divide-y divide-hairline rounded-card border border-hairline bg-surface">
        {customers.data.results.map(({ id, displayName, number, address }) => (
          <Hit
            key={id}
            icon={<IconUsers />}
            name={displayName}
            note={joinFacts([number, address.city])}
            onImpersonate={() => onImpersonate({ id, displayName })}
          />
        ))}
        {people.map(user => (
          <Hit
            key={user.id}
            icon={<IconUser />}
            name={texts.of(userName(user))}
            note={joinFacts([user.username, user.email])}
            onImpersonate={() => onImpersonate({ id: user.customerId })}
          />
        ))}
      </ul>
      {isMore ? <p className="text-label text-muted">{texts.more}</p> : null}
    </section>
  )
}

interface HitProps {
  icon: ReactNode
  name: string
  note: string
  onImpersonate: () => void
}

function Hit({ icon, name, note, onImpersonate }: HitProps) {
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-6">
      <span className="shrink-0 text-muted">
        <IconSlot icon={icon} />
      </span>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">{name}</p>
        <p className="text-label text-muted">{unbroken(note)}</p>
      </div>
      <Button size="small" icon={<IconEye />} aria-label={texts.lookAs(name)} onClick={onImpersonate}>
        {texts.look}
      </Button>
    </li>
  )
}
