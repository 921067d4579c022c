import type { ReactNode } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { line, optionalText } from '#contract/fields.ts'
import { storedFile } from '#contract/files.ts'
import { attachmentsMax, requestLengthMax } from '#contract/limits.ts'
import { requestPriorities } from '#contract/lists.ts'
import type { Request } from '#contract/requests.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { FileInput } from '#web/components/file/file-input.tsx'
import { SearchSelectField } from '#web/components/form/search-select-field.tsx'
import { Select } from '#web/components/form/select.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import type { SearchOption } from '#web/components/form/use-search-options.ts'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { useFileField } from '#web/lib/form/use-file-field.ts'
import { requestTexts } from '#web/texts/requests.texts.ts'
import { priorityChoices, priorityText } from './request.labels.ts'
import { useCreateRequest, useUpdateRequest } from './request.mutations.ts'
import { getLatestRequest } from './request.query-options.ts'

export interface RequestFormProps {
  /** The request to change; null to send one. */
  request: Request | null
  /** The customer of a new request, if the caller decides: an admin's own record. */
  customerId?: string | undefined
  /** Lets an admin choose the customer. */
  searchCustomers?: ((query: string, signal: AbortSignal) => Promise<readonly SearchOption[]>) | undefined
  /** Initial customer of a new request, if one can be chosen. */
  customer?: SearchOption | undefined
  /** The ticket a new request is about. */
  about?: { id: string; number: string; name: string } | undefined
  /** Title and description a new request starts with; a draft comes first. */
  prefill?: { title: string; description: string } | undefined
  /** Possible answers to the text typed so far: a note next to the fields, and the suggestions below. */
  suggestions?: { note: FromText; list: FromText } | undefined
  onDone: (saved: Request) => void
}

type FromText = (text: string) => ReactNode

type RequestValues = z.output<typeof ownSchema>

/** Contains the files themselves, so that a draft can list the attachments. */
const fields = {
  title: line(),
  description: optionalText(requestLengthMax),
  priority: z.enum(requestPriorities),
  attachmentIds: z.array(storedFile).check(z.maxLength(attachmentsMax, 'files.too_many')),
}
const ownSchema = z.strictObject({ ...fields, customerId: z.nullable(z.string()) })
const chosenSchema = z.strictObject({
  ...fields,
  customerId: z.nullable(z.string()).check(z.refine(value => value !== null, 'required')),
})

/** Creates or changes a request. */
export function RequestForm(props: RequestFormProps) {
  const { request, customerId, searchCustomers, customer, about, prefill, suggestions, onDone } = props
  const create = useCreateRequest()
  const update = useUpdateRequest()
  const canChoose = request === null && searchCustomers !== undefined
  const state = useVersionedForm<Request, RequestValues, Request>({
    item: request,
    schema: canChoose ? chosenSchema : ownSchema,
    start: {
      ...(prefill ?? { title: '', description: '' }),
      priority: 'medium',
      attachmentIds: [],
      customerId: customer?.value ?? null,
    },
    valuesOf,
    draftName: requestDraftName(request),
    create: ({ attachmentIds, customerId: chosen, ...values }, idempotencyKey) => {
      const owner = chosen ?? customerId
      const body = {
        ...values,
        attachmentIds: attachmentIds.map(file => file.id),
        ...(owner && { customerId: owner }),
        ...(about && { aboutTicketId: about.id }),
      }
      return create.mutateAsync({ body, idempotencyKey })
    },
    update: ({ id }, { attachmentIds, customerId: _, ...values }, revision) =>
      update.mutateAsync({ id, revision, change: { ...values, attachmentIds: attachmentIds.map(file => file.id) } }),
    settle: (): Promise<boolean> => attachments.settle(),
    getLatest: ({ id }) => getLatestRequest(id),
    onSaved: saved => {
      showSuccess(request ? texts.saved : texts.created)
      onDone(saved)
    },
  })
  const { form } = state
  const { control } = form
  const attachments = useFileField(form, 'attachmentIds')

  return (
    <VersionedForm state={state} shownFields={shownFields}>
      {about ? <Notice kind="info">{texts.about(about.number, about.name)}</Notice> : null}
      {canChoose ? (
        <SearchSelectField
          control={control}
          name="customerId"
          label={texts.customer}
          hint={texts.customerHint}
          loadOptions={searchCustomers}
          initialOption={customer}
          required
        />
      ) : null}
      <TextInput control={control} name="title" label={texts.title} hint={texts.titleHint} required />
      <TextArea control={control} name="description" label={texts.description} hint={texts.descriptionHint} rows={5} />
      {suggestions ? <Suggestions control={control}>{suggestions.note}</Suggestions> : null}
      <Select
        control={control}
        name="priority"
        label={texts.priority}
        choices={priorityChoices}
        className="sm:max-w-60"
      />
      <FileInput field={attachments} label={texts.attachments} />
      <SubmitButton fullOnPhone className="justify-self-start">
        {request ? texts.save : texts.send}
      </SubmitButton>
      {suggestions ? <Suggestions control={control}>{suggestions.list}</Suggestions> : null}
    </VersionedForm>
  )
}

const texts = requestTexts.form

/** The key of a request form's draft. */
export function requestDraftName(request: { id: string } | null): string {
  return `request:${request?.id ?? 'new'}`
}

/** Keeps the form from rendering with every keystroke. */
function Suggestions({ control, children }: { control: Control<RequestValues>; children: FromText }) {
  const [title, description] = useWatch({ control, name: ['title', 'description'] })
  return children(`${title} ${description}`)
}

function valuesOf({ title, description, priority, attachments, customer }: Request): RequestValues {
  return { title, description, priority, attachmentIds: attachments, customerId: customer.id }
}

const shownFields = [
  { label: texts.title, show: (values: RequestValues) => values.title },
  { label: texts.description, show: (values: RequestValues) => values.description },
  { label: texts.priority, show: (values: RequestValues) => priorityText(values.priority) },
  {
    label: texts.attachments,
    show: (values: RequestValues) => values.attachmentIds.map(file => file.name).join(', '),
  },
]
