import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { erasureWaitDays } from '#contract/limits.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { Form } from '#web/components/form/form.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { privacyTexts, type Speaker } from '#web/texts/privacy.texts.ts'
import { useRequestErasure } from './privacy.mutations.ts'

const texts = privacyTexts.erasure

export interface EraseDialogProps {
  customerId: string
  speaker: Speaker
  /** The customer's number, which the user has to type. */
  confirmation: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks the user to type the customer's number before the deletion of an account is requested. */
export function EraseDialog({ customerId, speaker, confirmation, open, onOpenChange }: EraseDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.question[speaker]}
      description={texts.explanation(erasureWaitDays)}
      size="small"
    >
      <ConfirmationForm customerId={customerId} confirmation={confirmation} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const input = z.object({ confirmation: z.string().check(z.trim(), z.minLength(1, 'required')) })

interface ConfirmationFormProps {
  customerId: string
  confirmation: string
  onDone: () => void
}

function ConfirmationForm({ customerId, confirmation, onDone }: ConfirmationFormProps) {
  const form = useForm({ resolver: standardSchemaResolver(input), defaultValues: { confirmation: '' } })
  const ask = useRequestErasure(customerId)
  async function submit(values: { confirmation: string }) {
    await ask.mutateAsync(values)
    showSuccess(texts.asked)
    onDone()
  }
  return (
    <Form
      form={form}
      label={texts.form}
      requiredMarks="none"
      onSubmit={submit}
      onFailure={error => {
        if (!applyProblem(form, error)) showFailure(error)
      }}
    >
      <TextInput
        control={form.control}
        name="confirmation"
        label={texts.confirmation(confirmation)}
        required
        autoComplete="off"
        spellCheck={false}
      />
      <SubmitButton variant="danger" fullOnPhone className="justify-self-end">
        {texts.confirm}
      </SubmitButton>
    </Form>
  )
}
