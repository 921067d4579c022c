import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { email } from '#contract/fields.ts'
import type { UserSettings } from '#contract/user-settings.ts'
import { Button } from '#web/components/action/button.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { Form } from '#web/components/form/form.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { useDraft } from '#web/lib/form/drafts.ts'
import { formatDateTime } from '#web/lib/format/format.ts'
import { isSameEmail } from '#web/lib/format/same-email.ts'
import { userSettingsTexts } from '#web/texts/user-settings.texts.ts'
import {
  showSettingsFailure,
  showSettingsSaved,
  useCancelEmailChange,
  useSaveSettings,
} from './user-settings.mutations.ts'

const texts = userSettingsTexts.email

const schema = z.object({
  email,
  currentPassword: z.string('password.required').check(z.minLength(1, 'password.required')),
})
const empty = { email: '', currentPassword: '' }

/** The address for the login: a new one takes effect when its link is used. */
export function EmailSetting({ settings }: { settings: UserSettings }) {
  return (
    <div className="grid gap-5">
      <div>
        <p className="text-label text-muted">{texts.current}</p>
        <p className="wrap-anywhere font-semibold">{unbroken(settings.email || texts.none)}</p>
      </div>
      {settings.pendingEmail ? (
        <PendingEmail email={settings.pendingEmail.email} expiresAt={settings.pendingEmail.expiresAt} />
      ) : (
        <EmailForm settings={settings} />
      )}
    </div>
  )
}

function PendingEmail({ email: address, expiresAt }: { email: string; expiresAt: string }) {
  const cancel = useCancelEmailChange()
  const takeBack = () =>
    cancel
      .mutateAsync()
      .then(() => showSettingsSaved(texts.cancelled))
      .catch(showSettingsFailure)
  return (
    <Notice
      kind="info"
      title={texts.pendingTitle}
      action={
        <Button size="small" busy={cancel.isPending} onClick={takeBack}>
          {texts.cancel}
        </Button>
      }
    >
      {texts.pending(address, formatDateTime(expiresAt))}
    </Notice>
  )
}

function EmailForm({ settings }: { settings: UserSettings }) {
  const save = useSaveSettings()
  const form = useForm({ resolver: standardSchemaResolver(schema), defaultValues: empty })
  const draft = useDraft(form, 'user-settings:email')

  async function ask(change: z.output<typeof schema>) {
    const saved = await save.mutateAsync({ change, revision: settings.revision })
    draft.clear()
    form.reset(empty)
    showSettingsSaved(saved.pendingEmail ? texts.asked(saved.pendingEmail.email) : texts.same)
  }
  function showFailure(error: unknown) {
    applyProblem(form, error)
    const entered = form.getValues('email').trim()
    const isAwaited = hasCode(error, 'mail.too_many') && isSameEmail(settings.contactEmailPending?.email, entered)
    showSettingsFailure(error, { message: isAwaited ? texts.confirmContactFirst(entered) : undefined })
  }
  return (
    <Form form={form} onSubmit={ask} onFailure={showFailure} label={texts.form} requiredMarks="none">
      <TextInput control={form.control} name="email" type="email" label={texts.next} required autoComplete="email" />
      <PasswordInput
        control={form.control}
        name="currentPassword"
        label={texts.password}
        hint={texts.passwordHint}
        required
        autoComplete="current-password"
      />
      <div>
        <SubmitButton fullOnPhone>{texts.save}</SubmitButton>
      </div>
    </Form>
  )
}
