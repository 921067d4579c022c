import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { type ServiceCredential, servicePasswordInput } from '#contract/service-credentials.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { Form } from '#web/components/form/form.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { credentialTexts } from '#web/texts/credentials.texts.ts'
import { NewPasswordInput } from './new-password-input.tsx'
import { useSetPassword } from './service-credential.mutations.ts'

interface PasswordFormProps {
  credential: ServiceCredential
  onDone: () => void
}

/** Sets the password of a credential. Keeps no draft: the password exists only in its field. */
export function PasswordForm({ credential, onDone }: PasswordFormProps) {
  const setPassword = useSetPassword()
  const form = useForm({ resolver: standardSchemaResolver(servicePasswordInput), defaultValues: { password: '' } })
  async function save({ password }: { password: string }) {
    await setPassword(credential, password)
    showSuccess(texts.saved(credential.label))
    onDone()
  }
  function refuse(error: unknown) {
    if (!applyProblem(form, error)) showFailure(error)
  }
  return (
    <Form form={form} onSubmit={save} onFailure={refuse} label={texts.title(credential)} requiredMarks="none">
      <NewPasswordInput control={form.control} name="password" required />
      <SubmitButton fullOnPhone className="justify-self-start">
        {texts.save}
      </SubmitButton>
    </Form>
  )
}

const texts = credentialTexts.setPassword
