import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { invitationHours } from '#contract/limits.ts'
import { type User, type UserInput, userInput } from '#contract/users.ts'
import { CheckboxField } from '#web/components/checkbox-field.tsx'
import { ConflictDialog, differencesBetween } from '#web/components/conflict-dialog.tsx'
import { showFailure } from '#web/components/failure-toast.ts'
import { Form } from '#web/components/form.tsx'
import type { SearchOption } from '#web/components/search-select.tsx'
import { SearchSelectField } from '#web/components/search-select-field.tsx'
import { Select } from '#web/components/select.tsx'
import { SubmitButton } from '#web/components/submit-button.tsx'
import { TextInput } from '#web/components/text-input.tsx'
import { showToast } from '#web/components/toast.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { applyProblem } from '#web/lib/apply-problem.ts'
import { useDraft } from '#web/lib/drafts.ts'
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { useRevisedSave } from '#web/lib/use-revised-save.ts'
import { commonTexts } from '#web/texts/common.ts'
import { userTexts } from '#web/texts/users.ts'
import { useCreateUser, useUpdateUser } from './commands.ts'
import { getLatestUser } from './queries.ts'
import { roleChoices, roleText, userName } from './user-names.ts'

interface UserFormProps {
  /** The user to change; without it a new one is created. */
  user: User | null
  /** The customer the user belongs to, where it is settled; then role and customer are not asked. */
  customerId?: string | undefined
  /** The name of the user's customer, for a form that asks for it. */
  customer?: SearchOption | undefined
  searchCustomers: (query: string, signal: AbortSignal) => Promise<readonly SearchOption[]>
  onDirtyChange: (isDirty: boolean) => void
  onDone: () => void
}

/** `invite` counts only for a new user. */
type UserFormValues = z.output<typeof formSchema>
const formSchema = z.extend(userInput, { invite: z.boolean() })

/** Creates a user, or changes one. */
export function UserForm({ user, customerId, customer, searchCustomers, onDirtyChange, onDone }: UserFormProps) {
  const form = useForm<UserFormValues>({
    resolver: standardSchemaResolver(formSchema),
    defaultValues: user ? { ...inputOf(user), invite: false } : newUserOf(customerId),
  })
  const { control } = form
  const draft = useDraft(form, userDraftName(user))
  const idempotency = useIdempotencyKey()
  const create = useCreateUser()
  const update = useUpdateUser()
  const saving = useRevisedSave<User | typeof nothingYet, UserFormValues, User>({
    item: user ?? nothingYet,
    getLatest: () => getLatestUser(user?.id ?? ''),
    save: ({ invite, ...values }, revision) =>
      user
        ? update.mutateAsync({ id: user.id, revision, change: values })
        : create.mutateAsync({ body: { ...values, invite }, idempotencyKey: idempotency.key }),
  })
  const { isDirty } = form.formState
  useEffect(() => onDirtyChange(isDirty), [isDirty, onDirtyChange])

  function finish(saved: User | undefined) {
    if (!saved) return
    draft.clear()
    idempotency.renew()
    const isInvited = form.getValues('invite')
    const text = user ? texts.saved : isInvited ? texts.createdInvited : texts.created
    showToast({ kind: 'success', title: commonTexts.succeeded, message: text(userName(saved)) })
    onDone()
  }
  function showRefusal(error: unknown) {
    saving.postpone()
    idempotency.renewAfterRefusal(error)
    if (hasCode(error, 'user.no_email')) {
      form.setError('email', { message: error.title }, { shouldFocus: true })
    } else if (!applyProblem(form, error)) showFailure(error)
  }
  function loadLatest() {
    const latest = saving.takeLatest()
    if (latest && 'username' in latest) form.reset({ ...inputOf(latest), invite: false })
  }

  return (
    <>
      <Form form={form} onSubmit={async values => finish(await saving.submit(values))} onFailure={showRefusal}>
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
          hint={texts.emailHint}
          autoComplete="off"
        />
        {customerId === undefined ? (
          <>
            <Select
              control={control}
              name="role"
              label={texts.role}
              choices={roleChoices}
              disabled={user !== null && !user.permissions.includes('changeRole')}
              hint={user !== null && !user.permissions.includes('changeRole') ? texts.roleHint : undefined}
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
        ) : null}
        {user ? null : (
          <CheckboxField
            control={control}
            name="invite"
            label={texts.invite}
            hint={texts.inviteHint(invitationHours)}
          />
        )}
        <SubmitButton fullOnPhone className="justify-self-start">
          {user ? texts.save : texts.create}
        </SubmitButton>
      </Form>
      <ConflictDialog
        open={saving.conflict !== null}
        differences={
          saving.conflict && 'username' in saving.conflict.latest
            ? differencesBetween<UserInput>(inputOf(saving.conflict.latest), saving.conflict.values, shownFields)
            : []
        }
        onLoadLatest={loadLatest}
        onOverwrite={async () => {
          try {
            finish(await saving.overwrite())
          } catch (error) {
            showRefusal(error)
          }
        }}
        onPostpone={saving.postpone}
      />
    </>
  )
}

const texts = userTexts.form

/** A new user has nothing stored that could be in conflict. */
const nothingYet = { revision: 0 } as const

/** The name under which the unsaved input of a user's form is kept. */
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

function inputOf(user: User): UserInput {
  const { username, email, firstName, lastName, role, customerId, isActive } = user
  return { username, email, firstName, lastName, role, customerId, isActive }
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
