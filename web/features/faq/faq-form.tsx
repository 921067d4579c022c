import { type Control, useWatch } from 'react-hook-form'
import { type EditableFaqEntry, type FaqTextInput, faqTextInput } from '#contract/faq.ts'
import { Markdown } from '#web/components/display/markdown.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { CheckboxField } from '#web/components/form/checkbox-field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { faqEditingTexts } from '#web/texts/faq-editing.texts.ts'
import { useAddFaq, useUpdateFaq } from './faq-editing.mutations.ts'
import { getLatestFaqEntry } from './faq-editing.query-options.ts'

interface FaqFormProps {
  /** The question to change; null to create one. */
  entry: EditableFaqEntry | null
  /** All existing topics. */
  categories: readonly string[]
  onDone: (saved: EditableFaqEntry) => void
}

/** The form of a question, with a preview of the public page next to it. */
export function FaqForm({ entry, categories, onDone }: FaqFormProps) {
  const add = useAddFaq()
  const update = useUpdateFaq()
  const state = useVersionedForm<EditableFaqEntry, FaqTextInput, EditableFaqEntry>({
    item: entry,
    schema: faqTextInput,
    start: { question: '', answer: '', category: '', published: false },
    valuesOf: ({ question, answer, category, published }) => ({ question, answer, category, published }),
    draftName: faqDraftName(entry),
    create: (body, idempotencyKey) => add.mutateAsync({ body, idempotencyKey }),
    update: ({ id }, change, revision) => update.mutateAsync({ id, revision, change }),
    getLatest: ({ id }) => getLatestFaqEntry(id),
    onSaved: saved => {
      showSuccess(entry ? texts.saved : texts.created)
      onDone(saved)
    },
  })
  const { control } = state.form
  return (
    <VersionedForm state={state} shownFields={shownFields}>
      <div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 lg:grid-cols-2">
        <div className="grid grid-cols-1 gap-5">
          <TextInput control={control} name="question" label={texts.question} required />
          <TextInput
            control={control}
            name="category"
            label={texts.category}
            hint={texts.categoryHint}
            suggestions={categories}
            autoComplete="off"
          />
          <TextArea control={control} name="answer" label={texts.answer} hint={texts.answerHint} rows={10} required />
          <CheckboxField control={control} name="published" label={texts.published} hint={texts.publishedHint} />
          <SubmitButton fullOnPhone className="justify-self-start">
            {entry ? texts.save : texts.create}
          </SubmitButton>
        </div>
        <Preview control={control} />
      </div>
    </VersionedForm>
  )
}

const texts = faqEditingTexts.form

/** The key of a question form's draft. */
export function faqDraftName(entry: { id: string } | null): string {
  return `faq:${entry?.id ?? 'new'}`
}

/** Keeps the form from rendering with every keystroke. */
function Preview({ control }: { control: Control<FaqTextInput, unknown, FaqTextInput> }) {
  const [question, answer] = useWatch({ control, name: ['question', 'answer'] })
  return (
    <section
      aria-labelledby="faq-preview"
      className="rounded-card border border-hairline bg-page p-5 lg:sticky lg:top-0"
    >
      <h3 id="faq-preview" className="mb-3 font-medium text-label text-muted">
        {texts.preview}
      </h3>
      {question.trim() === '' && answer.trim() === '' ? (
        <p className="text-muted">{texts.emptyPreview}</p>
      ) : (
        <>
          <p className="wrap-anywhere mb-2 font-semibold">{question}</p>
          <div className="wrap-anywhere text-muted">
            <Markdown text={answer} headingLevel={4} />
          </div>
        </>
      )}
    </section>
  )
}

const shownFields = [
  { label: texts.question, show: (values: FaqTextInput) => values.question },
  { label: texts.category, show: (values: FaqTextInput) => values.category },
  { label: texts.answer, show: (values: FaqTextInput) => values.answer },
  {
    label: texts.published,
    show: (values: FaqTextInput) => (values.published ? faqEditingTexts.yes : faqEditingTexts.no),
  },
]
