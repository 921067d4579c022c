import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ServiceCredential, servicePasswordInput } from '#contract/service-credentials.ts'
import { Button } from '#web/components/button.tsx'
import { CopyButton } from '#web/components/copy-button.tsx'
import { showFailure } from '#web/components/failure-toast.ts'
import { Form } from '#web/components/form.tsx'
import { PasswordInput } from '#web/components/password-input.tsx'
import { SubmitButton } from '#web/components/submit-button.tsx'
import { showToast } from '#web/components/toast.ts'
import { applyProblem } from '#web/lib/apply-problem.ts'
import { commonTexts } from '#web/texts/common.ts'
import { credentialTexts } from '#web/texts/credentials.ts'
import { useSetPassword } from './commands.ts'
import { strongPassword } from './strong-password.ts'

interface PasswordFormProps {
  credential: ServiceCredential
  onDone: () => void
}

/** Keeps a password with a credential. It keeps no draft: what is typed here is nowhere but in its field. */
export function PasswordForm({ credential, onDone }: PasswordFormProps) {
  const setPassword = useSetPassword()
  const form = useForm({ resolver: standardSchemaResolver(servicePasswordInput), defaultValues: { password: '' } })
  const [made, setMade] = useState<string>()
  const isMade = made !== undefined && form.watch('password') === made

  function make() {
    const password = strongPassword()
    form.setValue('password', password, { shouldDirty: true, shouldValidate: true })
    setMade(password)
  }
  async function save({ password }: { password: string }) {
    await setPassword(credential, password)
    showToast({ kind: 'success', title: commonTexts.succeeded, message: texts.saved(credential.label) })
    onDone()
  }
  function refuse(error: unknown) {
    if (!applyProblem(form, error)) showFailure(error)
  }
  return (
    <Form form={form} onSubmit={save} onFailure={refuse} label={texts.title(credential)} requiredMarks="none">
      <PasswordInput
        control={form.control}
        name="password"
        label={texts.password}
        hint={texts.hint}
        required
        autoComplete="new-password"
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" icon={<IconSparkles />} onClick={make}>
          {texts.make}
        </Button>
        {isMade ? <CopyButton name={texts.password} value={made} labelled /> : null}
      </div>
      {isMade ? (
        <p role="status" className="text-small text-muted">
          {texts.made}
        </p>
      ) : null}
      <SubmitButton fullOnPhone className="justify-self-start">
        {texts.save}
      </SubmitButton>
    </Form>
  )
}

const texts = credentialTexts.setPassword
