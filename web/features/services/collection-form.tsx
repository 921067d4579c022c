import { type Control, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  type ServiceCollection,
  type ServiceCollectionInput,
  serviceCollectionInput,
} from '#contract/service-collections.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { SearchSelectField } from '#web/components/form/search-select-field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import type { SearchOption } from '#web/components/form/use-search-options.ts'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { collectionTexts } from '#web/texts/collections.texts.ts'
import { CollectionServicesField } from './collection-services-field.tsx'
import { useCreateCollection, useUpdateCollection } from './service.mutations.ts'
import { getLatestCollection } from './service.query-options.ts'
import { collectionDraftName } from './service-drafts.ts'

export interface CollectionFormProps {
  /** The group to change; null to create one. */
  collection: ServiceCollection | null
  searchCustomers: (query: string, signal: AbortSignal) => Promise<readonly SearchOption[]>
  onDone: () => void
}

/** Creates or changes a group of services: its name and its services. */
export function CollectionForm({ collection, searchCustomers, onDone }: CollectionFormProps) {
  const create = useCreateCollection()
  const update = useUpdateCollection()
  const state = useVersionedForm<ServiceCollection, ServiceCollectionInput, ServiceCollection>({
    item: collection,
    schema: formSchema,
    start: { name: '', description: '', customerId: '', serviceIds: [] },
    valuesOf,
    draftName: collectionDraftName(collection),
    create: (body, idempotencyKey) => create.mutateAsync({ body, idempotencyKey }),
    update: ({ id }, change, revision) => update.mutateAsync({ id, revision, change }),
    getLatest: ({ id }) => getLatestCollection(id),
    onSaved: saved => {
      const message = collection ? texts.saved(saved.name) : texts.created(saved.name)
      showSuccess(message)
      onDone()
    },
  })
  const { control } = state.form
  return (
    <VersionedForm state={state} shownFields={shownFields}>
      <SearchSelectField
        control={control}
        name="customerId"
        label={texts.customer}
        loadOptions={searchCustomers}
        initialOption={collection ? { value: collection.customer.id, label: collection.customer.name } : undefined}
        required
      />
      <TextInput control={control} name="name" label={texts.name} hint={texts.nameHint} required />
      <TextArea control={control} name="description" label={texts.description} rows={2} />
      <Services control={control} collection={collection} />
      <SubmitButton fullOnPhone className="justify-self-start">
        {collection ? texts.save : texts.create}
      </SubmitButton>
    </VersionedForm>
  )
}

const texts = collectionTexts

const formSchema = z.extend(serviceCollectionInput, {
  customerId: z.string('required').check(z.minLength(1, 'required')),
})

interface ServicesProps {
  control: Control<ServiceCollectionInput>
  collection: ServiceCollection | null
}

/** Offers the services of the selected customer. */
function Services({ control, collection }: ServicesProps) {
  const customerId = useWatch({ control, name: 'customerId' })
  if (!customerId) return <p className="text-label text-muted">{texts.customerFirst}</p>
  return (
    <CollectionServicesField
      key={customerId}
      control={control}
      customerId={customerId}
      known={collection?.services ?? []}
    />
  )
}

function valuesOf({ name, description, customer, services }: ServiceCollection): ServiceCollectionInput {
  return { name, description, customerId: customer.id, serviceIds: services.map(({ id }) => id) }
}

const shownFields = [
  { label: texts.name, show: (values: ServiceCollectionInput) => values.name },
  { label: texts.description, show: (values: ServiceCollectionInput) => values.description },
  { label: texts.services, show: (values: ServiceCollectionInput) => texts.count(values.serviceIds.length) },
]
