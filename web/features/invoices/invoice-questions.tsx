import type { LinkProps } from '@tanstack/react-router'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { type InvoiceQuestion, invoiceQuestionAnswer, newInvoiceQuestion } from '#contract/invoice-questions.ts'
import type { InvoiceWithEntries } from '#contract/invoices.ts'
import { Button } from '#web/components/action/button.tsx'
import { StateBadge, type StateLooks } from '#web/components/display/state-badge.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { invoiceQuestionTexts as texts } from '#web/texts/invoice-questions.texts.ts'
import { useAnswerQuestion, useAskQuestion } from './invoice-question.mutations.ts'

interface InvoiceQuestionsProps {
  questions: readonly InvoiceQuestion[]
  /** On other pages: the link to the invoice. */
  invoiceLink?: ((invoice: { id: string }) => LinkProps) | undefined
}

/** The questions on an invoice, each with its answer or, for an admin, the form for one. Nothing without questions. */
export function InvoiceQuestions({ questions, invoiceLink }: InvoiceQuestionsProps) {
  if (questions.length === 0) return null
  return (
    <section id={texts.anchor} aria-labelledby="invoice-questions" className="grid scroll-mt-24 gap-4">
      <h2 id="invoice-questions" className="text-heading">
        {texts.title}
      </h2>
      <ul className="grid gap-4">
        {questions.map(question => (
          <li key={question.id}>
            <Question question={question} invoiceLink={invoiceLink} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type QuestionState = InvoiceQuestion['state']

const looks: StateLooks<QuestionState> = {
  looks: { open: ['blue', 'half'], answered: ['green', 'check'] },
  text: state => texts.states[state as QuestionState], // The API has no other.
}

function Question({
  question,
  invoiceLink,
}: { question: InvoiceQuestion } & Pick<InvoiceQuestionsProps, 'invoiceLink'>) {
  const headingId = useId()
  const [isAnswering, setAnswering] = useState(false)
  const canAnswer = question.permissions.includes('answer')
  return (
    <article
      aria-labelledby={headingId}
      className="grid min-w-0 gap-3 rounded-card border border-hairline bg-surface p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 id={headingId} className="wrap-anywhere text-lead">
          {texts.about(question.subject)}
        </h3>
        <StateBadge state={question.state} looks={looks} />
      </div>
      <div className="grid gap-1">
        <p className="wrap-anywhere whitespace-pre-line">{question.text}</p>
        <p className="text-small text-muted">{texts.asked(question.askedBy, question.createdAt)}</p>
        {invoiceLink ? (
          <TextLink {...invoiceLink(question.invoice)} className="justify-self-start text-label">
            {texts.invoice(question.invoice.number ?? '')}
          </TextLink>
        ) : null}
      </div>
      {question.answeredAt ? (
        <div className="grid gap-1 rounded-box bg-sunken p-4">
          <p className="wrap-anywhere whitespace-pre-line">{question.answer}</p>
          <p className="text-small text-muted">{texts.asked(question.answeredBy, question.answeredAt)}</p>
        </div>
      ) : null}
      {question.state === 'open' && !canAnswer ? (
        <p className="text-label text-muted">{texts.waitingForBusiness}</p>
      ) : null}
      {canAnswer && !isAnswering ? (
        <Button size="small" className="justify-self-start" onClick={() => setAnswering(true)}>
          {texts.answer.button}
        </Button>
      ) : null}
      {canAnswer && isAnswering ? <AnswerForm question={question} /> : null}
    </article>
  )
}

function AnswerForm({ question }: { question: InvoiceQuestion }) {
  const answer = useAnswerQuestion()
  const start = { text: '' }
  const state = useVersionedForm<{ revision: number }, { text: string }, InvoiceQuestion>({
    item: null,
    schema: invoiceQuestionAnswer,
    start,
    valuesOf: () => start,
    draftName: `question:answer:${question.id}`,
    create: ({ text }, idempotencyKey) => answer.mutateAsync({ id: question.id, text, idempotencyKey }),
    // An answer is never changed.
    update: () => Promise.resolve(question),
    getLatest: item => Promise.resolve(item),
    onSaved: () => showSuccess(texts.answer.done),
  })
  return (
    <VersionedForm state={state} label={texts.about(question.subject)} requiredMarks="none" shownFields={[]}>
      <TextArea
        control={state.form.control}
        name="text"
        label={texts.answer.text}
        hint={texts.answer.hint}
        rows={3}
        required
      />
      <SubmitButton fullOnPhone className="justify-self-start">
        {texts.answer.send}
      </SubmitButton>
    </VersionedForm>
  )
}

/** A line or an entry that a question is about. */
export type QuestionSubject = { lineId?: string | undefined; entryId?: string | undefined; name: string }

interface AskDialogProps {
  invoice: Pick<InvoiceWithEntries, 'id'>
  subject: QuestionSubject | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks the business about a line or an entry. */
export function AskQuestionDialog({ invoice, subject, open, onOpenChange }: AskDialogProps) {
  if (subject === null) return null
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.ask.title}
      description={texts.ask.explanation(subject.name)}
      size="small"
    >
      <AskForm invoice={invoice} subject={subject} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const questionInput = z.pick(newInvoiceQuestion, { text: true })

function AskForm({
  invoice,
  subject: { lineId, entryId },
  onDone,
}: {
  invoice: Pick<InvoiceWithEntries, 'id'>
  subject: QuestionSubject
  onDone: () => void
}) {
  const ask = useAskQuestion()
  const start = { text: '' }
  const state = useVersionedForm<{ revision: number }, { text: string }, InvoiceQuestion | undefined>({
    item: null,
    schema: questionInput,
    start,
    valuesOf: () => start,
    draftName: `question:new:${lineId ?? entryId}`,
    create: ({ text }, idempotencyKey) =>
      ask.mutateAsync({ id: invoice.id, body: { lineId, entryId, text }, idempotencyKey }),
    // A question is never changed.
    update: () => Promise.resolve(undefined),
    getLatest: item => Promise.resolve(item),
    onSaved: () => {
      showSuccess(texts.ask.done)
      onDone()
    },
  })
  return (
    <VersionedForm state={state} requiredMarks="none" shownFields={[]}>
      <TextArea control={state.form.control} name="text" label={texts.ask.text} rows={4} required />
      <SubmitButton fullOnPhone className="justify-self-end">
        {texts.ask.send}
      </SubmitButton>
    </VersionedForm>
  )
}
