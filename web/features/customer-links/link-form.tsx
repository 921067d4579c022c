import * as z from 'zod/mini'
import { type CustomerLink, customerLinkInput } from '#contract/customer-links.ts'
import { linkUrl } from '#contract/fields.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { withScheme } from '#web/lib/format/web-address.ts'
import { customerLinkTexts } from '#web/texts/customer-links.texts.ts'
import { useAddLink, useUpdateLink } from './customer-link.mutations.ts'
import { getLatestLink } from './customer-link.query-options.ts'
import { linkDraftName } from './link-draft.ts'

interface LinkFormProps {
  customerId: string
  /** The link to change; null to add one. */
  link: CustomerLink | null
  onDone: (saved: CustomerLink) => void
}

/** Adds or changes a link. */
export function LinkForm({ customerId, link, onDone }: LinkFormProps) {
  const add = useAddLink()
  const update = useUpdateLink()
  const state = useVersionedForm<CustomerLink, LinkValues, CustomerLink>({
    item: link,
    schema: linkValues,
    start: { label: '', url: '' },
    valuesOf: ({ label, url }) => ({ label, url }),
    draftName: linkDraftName(link),
    create: (values, idempotencyKey) => add.mutateAsync({ body: { ...values, customerId }, idempotencyKey }),
    update: ({ id }, change, revision) => update.mutateAsync({ id, revision, change }),
    getLatest: ({ id }) => getLatestLink(id),
    onSaved: saved => {
      const message = link ? texts.saved(saved.label) : texts.added(saved.label)
      showSuccess(message)
      onDone(saved)
    },
  })
  const { control } = state.form

  return (
    <VersionedForm state={state} shownFields={shownFields}>
      <TextInput control={control} name="label" label={texts.label} required />
      <TextInput
        control={control}
        name="url"
        type="url"
        label={texts.url}
        hint={texts.urlHint}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <SubmitButton fullOnPhone className="justify-self-start">
        {link ? texts.save : texts.add}
      </SubmitButton>
    </VersionedForm>
  )
}

const texts = customerLinkTexts.form

const linkValues = z.object({
  label: customerLinkInput.shape.label,
  url: z.pipe(z.pipe(z.string('required'), z.transform(withScheme)), linkUrl),
})
type LinkValues = z.output<typeof linkValues>

const shownFields = [
  { label: texts.label, show: (values: LinkValues) => values.label },
  { label: texts.url, show: (values: LinkValues) => values.url },
]
