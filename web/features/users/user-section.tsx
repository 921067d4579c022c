import {
  IconMail,
  IconPencil,
  IconPlus,
  IconShieldOff,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { User } from '#contract/users.ts'
import { Button } from '#web/components/action/button.tsx'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import type { SearchOption } from '#web/components/form/search-select.tsx'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { CsvButton } from '#web/components/table/csv-button.tsx'
import { Pager } from '#web/components/table/pager.tsx'
import { useListPage } from '#web/components/table/use-list-page.ts'
import { createIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { userTexts } from '#web/texts/users.texts.ts'
import { useInviteUser, useUpdateUser } from './user.mutations.ts'
import { loadUsers, type UserFilter, usersQuery } from './user.query-options.ts'
import { type UserDecision, UserDecisionDialog } from './user-decision-dialog.tsx'
import { UserForm, userDraftName } from './user-form.tsx'
import { userName } from './user-names.ts'
import { UserTable, userCsv } from './user-table.tsx'

interface UserSectionProps {
  /** 1 if the section is the whole page. */
  headingLevel?: 1 | undefined
  filter: UserFilter
  /** Called with changes. A correction replaces the history entry. */
  onFilterChange: (change: UserFilter, isCorrection?: boolean) => void
  /** Above the list: search and filters. */
  filters?: ReactNode
  /** Set if any filter is set. */
  onResetFilters?: (() => void) | undefined
  /** Limits the list to this customer's users; otherwise role and customer are shown and editable. */
  customerId?: string | undefined
  searchCustomers: (query: string, signal: AbortSignal) => Promise<readonly SearchOption[]>
  findCustomerName?: ((customerId: string) => Promise<string>) | undefined
}

/** The users of a customer or of the whole portal, with all actions for admins. */
export function UserSection({
  headingLevel,
  filter,
  onFilterChange,
  filters,
  onResetFilters,
  customerId,
  searchCustomers,
  findCustomerName,
}: UserSectionProps) {
  const list = useQuery(usersQuery(filter))
  const { table, pager, hasNothing } = useListPage({
    list,
    filter,
    onFilterChange,
    filterNames: [],
    usualOrdering: 'username',
  })
  const [isFormOpen, setFormOpen] = useState(() => hasDraft(userDraftName(null)))
  const [edited, setEdited] = useState<User | null>(null)
  const [editedCustomer, setEditedCustomer] = useState<SearchOption>()
  const [decision, setDecision] = useState<UserDecision | null>(null)
  const [isAsking, setAsking] = useState(false)
  const invite = useInviteUser()
  const update = useUpdateUser()

  async function openForm(user: User | null) {
    const name = user?.customerId && findCustomerName ? await findCustomerName(user.customerId).catch(() => '') : ''
    setEditedCustomer(user?.customerId ? { value: user.customerId, label: name } : undefined)
    setEdited(user)
    setFormOpen(true)
  }
  function ask(next: UserDecision) {
    setDecision(next)
    setAsking(true)
  }
  function tell(message: string) {
    showToast({ kind: 'success', title: commonTexts.succeeded, message })
  }
  function sendInvitation(user: User) {
    invite.mutate(
      { id: user.id, idempotencyKey: createIdempotencyKey() },
      { onSuccess: invited => tell(texts.invited(invited.email)), onError: showFailure },
    )
  }
  function activate(user: User) {
    update.mutate(
      { id: user.id, revision: user.revision, change: { isActive: true } },
      { onSuccess: () => tell(texts.activated(userName(user))), onError: showFailure },
    )
  }
  function rowActions(user: User): MenuAction[] {
    const may = new Set(user.permissions)
    const actions: MenuAction[] = []
    if (may.has('update')) {
      actions.push({ label: texts.edit, icon: <IconPencil />, onSelect: () => void openForm(user) })
    }
    if (may.has('invite')) {
      const label = user.invitedAt === null ? texts.invite : texts.inviteAgain
      actions.push({ label, icon: <IconMail />, onSelect: () => sendInvitation(user) })
    }
    if (may.has('changeRole')) {
      actions.push(
        user.isActive
          ? { label: texts.deactivate, icon: <IconUserOff />, onSelect: () => ask({ kind: 'deactivate', user }) }
          : { label: texts.activate, icon: <IconUserCheck />, onSelect: () => activate(user) },
      )
    }
    if (may.has('resetSecondFactor')) {
      const onSelect = () => ask({ kind: 'resetSecondFactor', user })
      actions.push({ label: texts.resetSecondFactor, icon: <IconShieldOff />, onSelect })
    }
    if (may.has('delete')) {
      const onSelect = () => ask({ kind: 'delete', user })
      actions.push({ label: texts.delete, icon: <IconTrash />, tone: 'danger', onSelect })
    }
    return actions
  }

  const addButton = (
    <Button icon={<IconPlus />} onClick={() => void openForm(null)}>
      {userTexts.newUser}
    </Button>
  )
  return (
    <section aria-labelledby="users-heading" className="grid gap-4">
      <SectionHeader
        title={userTexts.title}
        titleId="users-heading"
        headingLevel={headingLevel}
        actions={
          <>
            {hasNothing ? null : (
              <CsvButton
                name={userTexts.title}
                columns={userCsv}
                rowKey={({ id }) => id}
                loadPage={(paging, signal) => loadUsers({ ...filter, ...paging }, signal)}
              />
            )}
            {addButton}
          </>
        }
      />
      {filters}
      <div>
        <UserTable
          {...table}
          rowActions={rowActions}
          onResetFilters={onResetFilters}
          showRole={customerId === undefined}
          empty={<EmptyState text={customerId === undefined ? userTexts.empty : userTexts.emptyCustomer} />}
          skeletonRows={3}
        />
        <Pager {...pager} label={userTexts.title} />
      </div>
      <Drawer
        open={isFormOpen}
        onOpenChange={setFormOpen}
        title={edited ? userTexts.form.editTitle : userTexts.form.createTitle}
      >
        <UserForm
          user={edited}
          customerId={customerId}
          customer={editedCustomer}
          searchCustomers={searchCustomers}
          onDone={() => setFormOpen(false)}
        />
      </Drawer>
      <UserDecisionDialog decision={decision} open={isAsking} onOpenChange={setAsking} onDone={tell} />
    </section>
  )
}

const texts = userTexts.actions
