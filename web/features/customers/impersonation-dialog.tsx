import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import type { Customer } from '#contract/customers.ts'
import { optionalText } from '#contract/fields.ts'
import { impersonationMinutesMax } from '#contract/limits.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { Form } from '#web/components/form/form.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { useStartImpersonation } from './customer.mutations.ts'

interface ImpersonationDialogProps {
  customer: Pick<Customer, 'id' | 'displayName'>
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called when the impersonation has started; leads to the customer portal. */
  onStarted: () => void
}

/** Asks for an optional reason before an admin views the portal as a customer. */
export function ImpersonationDialog({ customer, open, onOpenChange, onStarted }: ImpersonationDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.impersonationTitle(customer.displayName)}
      description={texts.impersonationExplanation(impersonationMinutesMax)}
      size="small"
    >
      <ReasonForm customer={customer} onStarted={onStarted} />
    </Dialog>
  )
}

const texts = customerTexts.actions

const reasonInput = z.strictObject({ reason: optionalText(500) })
type ReasonInput = z.output<typeof reasonInput>

function ReasonForm({ customer, onStarted }: Pick<ImpersonationDialogProps, 'customer' | 'onStarted'>) {
  const form = useForm<ReasonInput>({ resolver: standardSchemaResolver(reasonInput), defaultValues: { reason: '' } })
  const start = useStartImpersonation()

  async function startImpersonation({ reason }: ReasonInput) {
    await start.mutateAsync({ customerId: customer.id, reason })
    onStarted()
  }

  return (
    <Form
      form={form}
      requiredMarks="none"
      onSubmit={startImpersonation}
      onFailure={error => {
        if (!applyProblem(form, error)) showFailure(error)
      }}
    >
      <TextInput control={form.control} name="reason" label={texts.reason} hint={texts.reasonHint} autoComplete="off" />
      <SubmitButton fullOnPhone className="justify-self-end">
        {texts.startImpersonation}
      </SubmitButton>
    </Form>
  )
}
