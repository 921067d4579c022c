import type { Control } from 'react-hook-form'
import * as z from 'zod/mini'
import { invitationHours } from '#contract/limits.ts'
import { type User, type UserInput, userInput } from '#contract/users.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { CheckboxField } from '#web/components/form/checkbox-field.tsx'
import { SearchSelectField } from '#web/components/form/search-select-field.tsx'
import { Select } from '#web/components/form/select.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import type { SearchOption } from '#web/components/form/use-search-options.ts'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { userTexts } from '#web/texts/users.texts.ts'
import { useCreateUser, useUpdateUser } from './user.mutations.ts'
import { getLatestUser } from './user.query-options.ts'
import { roleChoices, roleText, userName } from './user-names.ts'

interface UserFormProps {
  /** The user to change; null to create one. */
  user: User | null
  /** The user's customer if it is fixed; the form then omits role and customer. */
  customerId?: string | undefined
  /** The name of the user's customer, for a form with that field. */
  customer?: SearchOption | undefined
  searchCustomers: (query: string, signal: AbortSignal) => Promise<readonly SearchOption[]>
  onDone: () => void
}

/** `invite` applies to new users only. */
type UserFormValues = z.output<typeof formSchema>
const formSchema = z.extend(userInput, { invite: z.boolean() })

/** Creates or changes a user. */
export function UserForm({ user, customerId, customer, searchCustomers, onDone }: UserFormProps) {
  const create = useCreateUser()
  const update = useUpdateUser()
  const state = useVersionedForm<User, UserFormValues, User>({
    item: user,
    schema: formSchema,
    start: newUserOf(customerId),
    valuesOf: inputOf,
    draftName: userDraftName(user),
    create: (body, idempotencyKey) => create.mutateAsync({ body, idempotencyKey }),
    update: ({ id }, { invite: _, ...change }, revision) => update.mutateAsync({ id, revision, change }),
    getLatest: ({ id }) => getLatestUser(id),
    onSaved: saved => {
      const isInvited = state.form.getValues('invite')
      const text = user ? texts.saved : isInvited ? texts.createdInvited : texts.created
      showSuccess(text(userName(saved)))
      onDone()
    },
    showRefusal: (error, form) => {
      if (!hasCode(error, 'user.no_email')) return false
      form.setError('email', { message: error.title }, { shouldFocus: true })
      return true
    },
  })
  const { control } = state.form
  const isOwnEmail = user !== null && !user.permissions.includes('changeEmail')

  return (
    <VersionedForm state={state} shownFields={shownFields}>
      <TextInput
        control={control}
        name="username"
        label={texts.username}
        hint={texts.usernameHint}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput control={control} name="firstName" label={texts.firstName} autoComplete="off" />
        <TextInput control={control} name="lastName" label={texts.lastName} autoComplete="off" />
      </div>
      <TextInput
        control={control}
        name="email"
        type="email"
        label={texts.email}
        hint={isOwnEmail ? texts.ownEmailHint : texts.emailHint}
        disabled={isOwnEmail}
        autoComplete="off"
      />
      {customerId === undefined ? (
        <RoleFields control={control} user={user} customer={customer} searchCustomers={searchCustomers} />
      ) : null}
      {user ? null : (
        <CheckboxField control={control} name="invite" label={texts.invite} hint={texts.inviteHint(invitationHours)} />
      )}
      <SubmitButton fullOnPhone className="justify-self-start">
        {user ? texts.save : texts.create}
      </SubmitButton>
    </VersionedForm>
  )
}

const texts = userTexts.form

interface RoleFieldsProps extends Pick<UserFormProps, 'user' | 'customer' | 'searchCustomers'> {
  control: Control<UserFormValues, unknown, UserFormValues>
}

function RoleFields({ control, user, customer, searchCustomers }: RoleFieldsProps) {
  const isOwnRole = user !== null && !user.permissions.includes('changeRole')
  return (
    <>
      <Select
        control={control}
        name="role"
        label={texts.role}
        choices={roleChoices}
        disabled={isOwnRole}
        hint={isOwnRole ? texts.roleHint : undefined}
      />
      <SearchSelectField
        control={control}
        name="customerId"
        label={texts.customer}
        hint={texts.customerHint}
        loadOptions={searchCustomers}
        initialOption={customer}
      />
    </>
  )
}

/** The key of a user form's draft. */
export function userDraftName(user: { id: string } | null): string {
  return `user:${user?.id ?? 'new'}`
}

function newUserOf(customerId: string | undefined): UserFormValues {
  return {
    username: '',
    email: '',
    firstName: '',
    lastName: '',
    role: 'customer',
    customerId: customerId ?? null,
    isActive: true,
    invite: true,
  }
}

function inputOf(user: User): UserFormValues {
  const { username, email, firstName, lastName, role, customerId, isActive } = user
  return { username, email, firstName, lastName, role, customerId, isActive, invite: false }
}

const shownFields = [
  { label: texts.username, show: (values: UserInput) => values.username },
  { label: texts.firstName, show: (values: UserInput) => values.firstName },
  { label: texts.lastName, show: (values: UserInput) => values.lastName },
  { label: texts.email, show: (values: UserInput) => values.email },
  { label: texts.role, show: (values: UserInput) => roleText(values.role) },
  {
    label: userTexts.columns.state,
    show: (values: UserInput) => (values.isActive ? userTexts.states.active : userTexts.states.inactive),
  },
]
