import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { type Newsletter, type NewsletterInput, newsletterInput, newsletters } from '#contract/newsletters.ts'
import { Button } from '#web/components/action/button.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { call } from '#web/lib/api/api-client.ts'
import { useDebouncedValue } from '#web/lib/browser/use-debounced-value.ts'
import { newsletterTexts } from '#web/texts/newsletters.texts.ts'
import { MailPreview } from './mail-preview.tsx'
import { useCreateNewsletter, useUpdateNewsletter } from './newsletter.mutations.ts'
import { getLatestNewsletter } from './newsletter.query-options.ts'
import { DeleteNewsletterDialog, SendNewsletterDialog } from './newsletter-dialogs.tsx'

const texts = newsletterTexts
const debounceMs = 400

interface NewsletterFormProps {
  /** The draft; null if it is not stored yet. */
  newsletter: Newsletter | null
  onCreated: (created: Newsletter) => void
  onDeleted: () => void
}

type Next = 'test' | 'send' | null

/** The form of a draft with its preview next to it. Sending, also as a test, saves first. */
export function NewsletterForm({ newsletter, onCreated, onDeleted }: NewsletterFormProps) {
  const create = useCreateNewsletter()
  const update = useUpdateNewsletter()
  const [sending, setSending] = useState<Newsletter>()
  const [isAskingToSend, setAskingToSend] = useState(false)
  const [isAskingToDelete, setAskingToDelete] = useState(false)
  const next = useRef<Next>(null)

  const state = useVersionedForm<Newsletter, NewsletterInput, Newsletter>({
    item: newsletter,
    schema: newsletterInput,
    start: { subject: '', body: '' },
    valuesOf: ({ subject, body }) => ({ subject, body }),
    draftName: `newsletter:${newsletter?.id ?? 'new'}`,
    create: (body, idempotencyKey) => create.mutateAsync({ body, idempotencyKey }),
    update: ({ id }, change, revision) => update.mutateAsync({ id, revision, change }),
    getLatest: ({ id }) => getLatestNewsletter(id),
    continueFrom: saved => saved,
    onSaved: saved => {
      const step = next.current
      next.current = null
      if (step === null) showSuccess(texts.saved)
      else void testOrConfirmSending(step, saved)
      if (!newsletter) onCreated(saved)
    },
  })
  const { control } = state.form
  const typed = useDebouncedValue(JSON.stringify(useWatch({ control })), debounceMs)

  async function testOrConfirmSending(step: Exclude<Next, null>, saved: Newsletter) {
    try {
      if (step === 'test') {
        await call(newsletters.test, { params: { id: saved.id } })
        showSuccess(texts.tested)
        return
      }
      setSending(await getLatestNewsletter(saved.id))
      setAskingToSend(true)
    } catch (error) {
      state.refuse(error)
    }
  }
  const saveThen = (step: Exclude<Next, null>) => {
    next.current = step
    void state.form.handleSubmit(values => state.submit(values).catch(state.refuse))()
  }
  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-2">
      <VersionedForm state={state} shownFields={shownFields} label={texts.form}>
        <TextInput control={control} name="subject" label={texts.subject} required />
        <TextArea control={control} name="body" label={texts.body} hint={texts.bodyHint} rows={16} />
        {newsletter ? <p className="text-label text-muted">{texts.audience(newsletter.recipientsCount)}</p> : null}
        <DraftButtons
          isStored={newsletter !== null}
          onTest={() => saveThen('test')}
          onSend={() => saveThen('send')}
          onDelete={() => setAskingToDelete(true)}
        />
      </VersionedForm>
      <section aria-labelledby="newsletter-preview" className="grid min-w-0 gap-3">
        <h2 id="newsletter-preview" className="text-heading">
          {texts.preview}
        </h2>
        <MailPreview input={inputOf(typed)} />
      </section>
      <SendNewsletterDialog
        newsletter={sending}
        open={isAskingToSend}
        onOpenChange={setAskingToSend}
        onNewer={setSending}
      />
      <DeleteNewsletterDialog
        newsletter={newsletter}
        open={isAskingToDelete}
        onOpenChange={setAskingToDelete}
        onDeleted={onDeleted}
      />
    </div>
  )
}

interface DraftButtonsProps {
  /** A draft is stored before it can be tested, sent or deleted. */
  isStored: boolean
  onTest: () => void
  onSend: () => void
  onDelete: () => void
}

function DraftButtons({ isStored, onTest, onSend, onDelete }: DraftButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <SubmitButton fullOnPhone>{texts.save}</SubmitButton>
      {isStored ? (
        <>
          <Button fullOnPhone onClick={onTest}>
            {texts.test}
          </Button>
          <Button fullOnPhone onClick={onSend}>
            {texts.send}
          </Button>
          <Button variant="quiet" fullOnPhone onClick={onDelete}>
            {texts.remove}
          </Button>
        </>
      ) : null}
    </div>
  )
}

/** A draft without a subject has a preview too. */
function inputOf(typed: string): NewsletterInput {
  // Just serialized from the form's values.
  const { subject = '', body = '' } = JSON.parse(typed) as Partial<NewsletterInput>
  return { subject: subject.trim() || texts.subject, body }
}

const shownFields = [
  { label: texts.subject, show: (values: NewsletterInput) => values.subject },
  { label: texts.body, show: (values: NewsletterInput) => values.body },
]
