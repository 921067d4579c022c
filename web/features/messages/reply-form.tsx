import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { type MessageWithReplies, newReply } from '#contract/messages.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { Form } from '#web/components/form/form.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { hasCode } from '#web/lib/api/api-error.ts'
import { useIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { useDraft } from '#web/lib/form/drafts.ts'
import { messageTexts } from '#web/texts/messages.texts.ts'
import { useReply } from './message.mutations.ts'

interface ReplyFormProps {
  message: MessageWithReplies
  /** The business that sends the mail. */
  companyName: string
}

/** The reply to a message by mail. Keeps a draft while other messages are read. */
export function ReplyForm({ message, companyName }: ReplyFormProps) {
  const greeting = texts.greeting(message.name)
  const form = useForm({
    resolver: standardSchemaResolver(newReply),
    defaultValues: { text: `${greeting}\n\n` },
  })
  const draft = useDraft(form, `reply:${message.id}`, true)
  const idempotency = useIdempotencyKey()
  const reply = useReply(message)

  async function send({ text }: { text: string }) {
    if (text === greeting) {
      form.setError('text', { message: 'text.required' }, { shouldFocus: true })
      return
    }
    await reply.mutateAsync({ text, idempotencyKey: idempotency.key })
    draft.clear()
    idempotency.renew()
    form.reset()
    showSuccess(texts.sent(message.email))
  }
  function showRefusal(error: unknown) {
    idempotency.renewAfterRefusal(error)
    if (hasCode(error, 'stale')) form.setError('root.server', { message: texts.stale })
    else if (!applyProblem(form, error)) showFailure(error)
  }

  return (
    <Form form={form} onSubmit={send} onFailure={showRefusal} requiredMarks="none" className="grid gap-4">
      {draft.isRestored ? <Notice kind="info">{texts.restored}</Notice> : null}
      <TextArea
        control={form.control}
        name="text"
        label={texts.text}
        hint={companyName === '' ? texts.hintUnnamed : texts.hint(companyName)}
        rows={8}
        required
      />
      <SubmitButton fullOnPhone className="justify-self-start">
        {texts.send}
      </SubmitButton>
    </Form>
  )
}

const texts = messageTexts.form
