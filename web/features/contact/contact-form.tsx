import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type ReactNode, useEffect, useRef } from 'react'
import { type Control, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { contact, type NewMessage, newMessage } from '#contract/contact.ts'
import { messageTextLengthMax } from '#contract/limits.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { Form } from '#web/components/form/form.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { call } from '#web/lib/api/api-client.ts'
import { hasCode } from '#web/lib/api/api-error.ts'
import { createIdempotencyKey, useIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { useDraft } from '#web/lib/form/drafts.ts'
import { plural } from '#web/lib/format/format.ts'
import { contactTexts } from '#web/texts/contact.texts.ts'

const empty = { email: '', text: '', name: '', phone: '', website: '' }

export interface ContactFormProps {
  /** Called with the address for the answer. */
  onSent: (email: string) => void
  /** Possible answers to the text typed so far: a note next to the field, and the suggestions below the form. */
  suggestions: { note: FromText; list: FromText }
}

type FromText = (text: string) => ReactNode

/** A message to the business. Keeps the input until it is sent, even across a reload. */
export function ContactForm({ onSent, suggestions }: ContactFormProps) {
  const form = useForm({ resolver: standardSchemaResolver(newMessage), defaultValues: empty })
  const draft = useDraft(form, 'contact')
  const { key } = useIdempotencyKey()

  // The notice is below the button: on a small screen it would be outside the view or under the toast.
  const end = useRef<HTMLDivElement>(null)
  const { errors, submitCount } = form.formState
  const hasFailed = errors.root !== undefined
  useEffect(() => {
    if (hasFailed && submitCount > 0) end.current?.previousElementSibling?.scrollIntoView({ block: 'end' })
  }, [hasFailed, submitCount])

  async function send(body: NewMessage) {
    await call(contact.send, { body, idempotencyKey: key }).catch(error => {
      // An earlier attempt succeeded unnoticed and the text has changed since, so this is a new message.
      if (!hasCode(error, 'idempotency.reused')) throw error
      return call(contact.send, { body, idempotencyKey: createIdempotencyKey() })
    })
    draft.clear()
    showToast({ kind: 'success', title: contactTexts.sentToastTitle, message: contactTexts.sentToastMessage })
    onSent(body.email)
  }
  function showFailure(error: unknown) {
    if (hasCode(error, 'request.invalid')) {
      applyProblem(form, error)
      return
    }
    form.setError('root.server', { message: failureText(error) })
  }

  return (
    <>
      <Form
        form={form}
        onSubmit={send}
        onFailure={showFailure}
        label={contactTexts.form}
        className="grid scroll-mb-44 gap-5"
      >
        <MessageFields control={form.control} register={form.register}>
          <Suggestions control={form.control}>{suggestions.note}</Suggestions>
        </MessageFields>
        <p className="text-label text-muted">
          {contactTexts.privacyBefore}
          <TextLink to="/datenschutz">{contactTexts.privacyLink}</TextLink>
          {contactTexts.privacyAfter}
        </p>
        <div>
          <SubmitButton fullOnPhone>{contactTexts.send}</SubmitButton>
        </div>
      </Form>
      <div ref={end} className="mt-5">
        <Suggestions control={form.control}>{suggestions.list}</Suggestions>
      </div>
    </>
  )
}

type MessageFieldsProps = Pick<UseFormReturn<NewMessage, unknown, NewMessage>, 'control' | 'register'> & {
  /** Below the message. */
  children: ReactNode
}

function MessageFields({ control, register, children }: MessageFieldsProps) {
  return (
    <>
      <TextInput
        control={control}
        name="email"
        label={contactTexts.email}
        hint={contactTexts.emailHint}
        required
        type="email"
        autoComplete="email"
      />
      <TextArea
        control={control}
        name="text"
        label={contactTexts.text}
        required
        rows={6}
        maxLength={messageTextLengthMax}
      />
      {children}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput
          control={control}
          name="name"
          label={contactTexts.name}
          hint={contactTexts.nameHint}
          autoComplete="name"
        />
        <TextInput
          control={control}
          name="phone"
          label={contactTexts.phone}
          hint={contactTexts.phoneHint}
          type="tel"
          autoComplete="tel"
        />
      </div>
      {/* A honeypot for bots: hidden from users, screen readers and the keyboard. */}
      <div aria-hidden="true" className="sr-only">
        <label>
          {contactTexts.website}
          <input {...register('website')} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  )
}

/** Keeps the form from rendering with every keystroke. */
function Suggestions({ control, children }: { control: Control<NewMessage, unknown, NewMessage>; children: FromText }) {
  return children(useWatch({ control, name: 'text' }) ?? '')
}

function failureText(error: unknown): string {
  if (!hasCode(error, 'throttled')) return contactTexts.failedNotice
  const minutes = Math.max(1, Math.ceil((error.retryAfterSeconds ?? 60) / 60))
  const hours = Math.round(minutes / 60)
  return contactTexts.throttledNotice(
    hours < 2
      ? plural(minutes, contactTexts.minute, contactTexts.minutes)
      : plural(hours, contactTexts.hour, contactTexts.hours),
  )
}
