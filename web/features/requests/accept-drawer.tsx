import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { amountEur, line, optionalText } from '#contract/fields.ts'
import { answerLengthMax } from '#contract/limits.ts'
import { progressSteps } from '#contract/progress.ts'
import type { Request } from '#contract/requests.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { Form } from '#web/components/form/form.tsx'
import { MoneyInput } from '#web/components/form/money-input.tsx'
import type { Choice } from '#web/components/form/native-select.tsx'
import { Select } from '#web/components/form/select.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { useIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { useDraft } from '#web/lib/form/drafts.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'
import { useAcceptRequest } from './request.mutations.ts'
import { useAnswerRefusal } from './use-answer-refusal.ts'

interface AcceptFormProps {
  request: Request
  /** The customer's rate, if known. */
  hourlyRate: number | null
  /** The names of a ticket's steps. */
  progressChoices: readonly Choice[]
  onDone: (accepted: Request) => void
}

interface AcceptDrawerProps extends AcceptFormProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Shows the resulting ticket before a request is accepted. */
export function AcceptDrawer({ open, onOpenChange, ...form }: AcceptDrawerProps) {
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={texts.title}>
      <AcceptForm {...form} />
    </Drawer>
  )
}

const texts = requestTexts.accept

const schema = z.strictObject({
  name: line(),
  hourlyRate: z.nullable(amountEur),
  progress: z.enum(progressSteps),
  answer: optionalText(answerLengthMax),
})

export function acceptDraftName({ id }: Pick<Request, 'id'>): string {
  return `request-accept:${id}`
}

function AcceptForm({ request, hourlyRate, progressChoices, onDone }: AcceptFormProps) {
  const prices = usePrices()
  const form = useForm<z.output<typeof schema>>({
    resolver: standardSchemaResolver(schema),
    defaultValues: { name: request.title, hourlyRate, progress: 'upcoming', answer: '' },
  })
  const { control } = form
  const draft = useDraft(form, acceptDraftName(request))
  const idempotency = useIdempotencyKey()
  const accept = useAcceptRequest(request)
  const refuse = useAnswerRefusal(form, idempotency)

  async function send({ hourlyRate: rate, ...values }: z.output<typeof schema>) {
    const body = { ...values, ...(rate !== null && { hourlyRate: rate }) }
    const accepted = await accept.mutateAsync({ body, idempotencyKey: idempotency.key })
    draft.clear()
    const message = texts.done(accepted.ticket?.number ?? '')
    showSuccess(message)
    onDone(accepted)
  }
  return (
    <Form form={form} onSubmit={send} onFailure={refuse}>
      <div className="grid gap-1 rounded-box bg-sunken px-4 py-3 text-label">
        <p>{texts.lead(request.customer.name)}</p>
        <p className="text-muted">
          {texts.takesDescription}
          {request.attachments.length > 0 ? ` ${texts.keepsAttachments}` : null}
        </p>
      </div>
      <TextInput control={control} name="name" label={texts.name} required />
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyInput
          control={control}
          name="hourlyRate"
          label={prices.label(texts.hourlyRate, 'net')}
          hint={texts.hourlyRateHint}
          nullable
        />
        <Select control={control} name="progress" label={texts.progress} choices={progressChoices} />
      </div>
      <TextArea control={control} name="answer" label={texts.answer} hint={texts.answerHint} rows={3} />
      <SubmitButton fullOnPhone className="justify-self-start">
        {texts.submit}
      </SubmitButton>
    </Form>
  )
}
