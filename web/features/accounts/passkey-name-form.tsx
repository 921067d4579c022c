import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { passkeyName } from '#contract/passkeys.ts'
import { Form } from '#web/components/form/form.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { passkeyTexts as texts } from '#web/texts/passkeys.texts.ts'

interface PasskeyNameFormProps {
  label: string
  start: string
  submit: string
  onSubmit: (name: string) => Promise<void>
  /** Called with errors that belong to no field. */
  onFailure: (error: unknown) => void
}

/** The form for a passkey's name. */
export function PasskeyNameForm({ label, start, submit, onSubmit, onFailure }: PasskeyNameFormProps) {
  const form = useForm({ resolver: standardSchemaResolver(schema), defaultValues: { name: start } })
  return (
    <Form
      form={form}
      onSubmit={({ name }) => onSubmit(name)}
      onFailure={error => {
        if (!applyProblem(form, error)) onFailure(error)
      }}
      label={label}
      requiredMarks="none"
    >
      <TextInput control={form.control} name="name" label={texts.name} hint={texts.nameHint} required />
      <SubmitButton fullOnPhone className="justify-self-start">
        {submit}
      </SubmitButton>
    </Form>
  )
}

const schema = z.object({ name: passkeyName })
