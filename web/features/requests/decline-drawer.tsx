import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { type Request, rejection } from '#contract/requests.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { Form } from '#web/components/form/form.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { useIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { useDraft } from '#web/lib/form/drafts.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'
import { useDeclineRequest } from './request.mutations.ts'
import { useAnswerRefusal } from './use-answer-refusal.ts'

interface DeclineFormProps {
  request: Request
  onDone: () => void
}

interface DeclineDrawerProps extends DeclineFormProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks for the reason before a request is declined. */
export function DeclineDrawer({ open, onOpenChange, ...form }: DeclineDrawerProps) {
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={texts.title}>
      <DeclineForm {...form} />
    </Drawer>
  )
}

const texts = requestTexts.decline

export function declineDraftName({ id }: Pick<Request, 'id'>): string {
  return `request-decline:${id}`
}

function DeclineForm({ request, onDone }: DeclineFormProps) {
  const form = useForm({ resolver: standardSchemaResolver(rejection), defaultValues: { answer: '' } })
  const draft = useDraft(form, declineDraftName(request))
  const idempotency = useIdempotencyKey()
  const decline = useDeclineRequest(request)
  const refuse = useAnswerRefusal(form, idempotency)

  async function send(body: { answer: string }) {
    await decline.mutateAsync({ body, idempotencyKey: idempotency.key })
    draft.clear()
    showSuccess(texts.done)
    onDone()
  }
  return (
    <Form form={form} onSubmit={send} onFailure={refuse}>
      <p className="rounded-box bg-sunken px-4 py-3 text-label">{texts.lead(request.customer.name)}</p>
      <TextArea control={form.control} name="answer" label={texts.answer} hint={texts.answerHint} rows={6} required />
      <SubmitButton fullOnPhone className="justify-self-start">
        {texts.submit}
      </SubmitButton>
    </Form>
  )
}
