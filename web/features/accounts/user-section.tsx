import {
  IconMail,
  IconPencil,
  IconPlus,
  IconShieldOff,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { User } from '#contract/users.ts'
import { Button } from '#web/components/action/button.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import type { SearchOption } from '#web/components/form/use-search-options.ts'
import { ListSection } from '#web/components/list/list-section.tsx'
import type { RowAction } from '#web/components/list/row-actions.ts'
import { useRowDialog } from '#web/components/list/use-row-dialog.ts'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { createIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { userTexts } from '#web/texts/users.texts.ts'
import { useInviteUser, useUpdateUser } from './user.mutations.ts'
import type { UserFilter } from './user.query-options.ts'
import { type UserDecision, UserDecisionDialog } from './user-decision-dialog.tsx'
import { UserForm, userDraftName } from './user-form.tsx'
import { userListView } from './user-list.tsx'
import { userName } from './user-names.ts'

interface UserSectionProps {
  /** 1 if the section is the whole page. */
  headingLevel?: 1 | undefined
  filter: UserFilter
  /** Called with changes. A correction replaces the history entry. */
  onFilterChange: (change: UserFilter, isCorrection?: boolean) => void
  /** Limits the list to this customer's users; otherwise role and customer are shown and editable. */
  customerId?: string | undefined
  searchCustomers: (query: string, signal: AbortSignal) => Promise<readonly SearchOption[]>
  findCustomerName?: ((customerId: string) => Promise<string>) | undefined
}

/** The users of a customer or of the whole portal, with all actions for admins. */
export function UserSection(props: UserSectionProps) {
  const { headingLevel, filter, onFilterChange, customerId, searchCustomers, findCustomerName } = props
  const form = useRowDialog<User>({ startsOpen: () => hasDraft(userDraftName(null)) })
  const [editedCustomer, setEditedCustomer] = useState<SearchOption>()
  const [decision, setDecision] = useState<UserDecision | null>(null)
  const [isAsking, setAsking] = useState(false)

  async function openForm(user: User | null) {
    const name = user?.customerId && findCustomerName ? await findCustomerName(user.customerId).catch(() => '') : ''
    setEditedCustomer(user?.customerId ? { value: user.customerId, label: name } : undefined)
    form.show(user)
  }
  function ask(next: UserDecision) {
    setDecision(next)
    setAsking(true)
  }
  return (
    <ListSection
      list={userListView}
      whose={customerId === undefined ? 'all' : 'one'}
      titleId="users-heading"
      headingLevel={headingLevel}
      filter={filter}
      onFilterChange={onFilterChange}
      actions={
        <Button icon={<IconPlus />} onClick={() => void openForm(null)}>
          {userTexts.newUser}
        </Button>
      }
      rowActions={useUserActions(user => void openForm(user), ask)}
      empty={customerId === undefined ? userTexts.empty : userTexts.emptyCustomer}
      skeletonRows={3}
    >
      <Drawer
        open={form.open}
        onOpenChange={form.onOpenChange}
        title={form.row ? userTexts.form.editTitle : userTexts.form.createTitle}
      >
        <UserForm
          user={form.row}
          customerId={customerId}
          customer={editedCustomer}
          searchCustomers={searchCustomers}
          onDone={form.close}
        />
      </Drawer>
      <UserDecisionDialog decision={decision} open={isAsking} onOpenChange={setAsking} onDone={showSuccess} />
    </ListSection>
  )
}

/** The actions for a user; some of them ask for confirmation. */
function useUserActions(edit: (user: User) => void, ask: (decision: UserDecision) => void): RowAction<User>[] {
  const invite = useInviteUser()
  const update = useUpdateUser()
  function sendInvitation(user: User) {
    invite.mutate(
      { id: user.id, idempotencyKey: createIdempotencyKey() },
      { onSuccess: invited => showSuccess(texts.invited(invited.email)), onError: showFailure },
    )
  }
  function activate(user: User) {
    update.mutate(
      { id: user.id, revision: user.revision, change: { isActive: true } },
      { onSuccess: () => showSuccess(texts.activated(userName(user))), onError: showFailure },
    )
  }
  const askTo = (kind: UserDecision['kind']) => (user: User) => ask({ kind, user })
  return [
    { permission: 'update', label: texts.edit, icon: <IconPencil />, onSelect: edit },
    {
      permission: 'invite',
      label: user => (user.invitedAt === null ? texts.invite : texts.inviteAgain),
      icon: <IconMail />,
      onSelect: sendInvitation,
    },
    {
      permission: 'changeRole',
      when: user => user.isActive,
      label: texts.deactivate,
      icon: <IconUserOff />,
      onSelect: askTo('deactivate'),
    },
    {
      permission: 'changeRole',
      when: user => !user.isActive,
      label: texts.activate,
      icon: <IconUserCheck />,
      onSelect: activate,
    },
    {
      permission: 'resetSecondFactor',
      label: texts.resetSecondFactor,
      icon: <IconShieldOff />,
      onSelect: askTo('resetSecondFactor'),
    },
    { permission: 'delete', label: texts.delete, icon: <IconTrash />, tone: 'danger', onSelect: askTo('delete') },
  ]
}

const texts = userTexts.actions
