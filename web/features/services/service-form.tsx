import { type Control, useWatch } from 'react-hook-form'
import { serviceTypes } from '#contract/lists.ts'
import type { ServiceType } from '#contract/service-fields.ts'
import type { Service } from '#contract/services.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { type RadioCard, RadioCards } from '#web/components/form/radio-cards.tsx'
import { SearchSelectField } from '#web/components/form/search-select-field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import type { SearchOption } from '#web/components/form/use-search-options.ts'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { serviceTexts } from '#web/texts/services.texts.ts'
import { CollectionSelect } from './collection-select.tsx'
import { FirstCredential } from './first-credential.tsx'
import { KindFields } from './kind-fields.tsx'
import { KindIcon } from './kind-icon.tsx'
import { kindText } from './service.labels.ts'
import { useCreateService, useUpdateService } from './service.mutations.ts'
import { getLatestService } from './service.query-options.ts'
import { serviceDraftName } from './service-drafts.ts'
import { newValues, type ServiceValues, sentCredential, sentFields, serviceValues, valuesOf } from './service-values.ts'

export interface ServiceFormProps {
  /** The service to change; null to create one of a selectable kind. */
  service: Service | null
  /** Initial customer of a new service. */
  customer?: SearchOption | undefined
  searchCustomers: (query: string, signal: AbortSignal) => Promise<readonly SearchOption[]>
  onDone: (saved: Service) => void
}

/** Creates or changes a service. */
export function ServiceForm({ service, customer, searchCustomers, onDone }: ServiceFormProps) {
  const create = useCreateService()
  const update = useUpdateService()
  const state = useVersionedForm<Service, ServiceValues, Service>({
    item: service,
    schema: serviceValues,
    start: newValues('website_service', customer?.value ?? ''),
    valuesOf,
    draftName: serviceDraftName(service),
    create: (values, idempotencyKey) => create({ body: newBody(values), idempotencyKey }),
    update: ({ id }, values, revision) => update.mutateAsync({ id, revision, change: sentFields(values) }),
    getLatest: ({ id }) => getLatestService(id),
    onSaved: saved => {
      const message = service ? texts.saved(saved.name) : texts.created(saved.name)
      showSuccess(message)
      onDone(saved)
    },
  })
  const { control, setValue } = state.form
  const type = useWatch({ control, name: 'type' })

  return (
    <VersionedForm state={state} shownFields={shownFields}>
      {service ? null : (
        // Clears the errors of the other kind's fields.
        <RadioCards
          control={control}
          name="type"
          label={texts.kind}
          cards={kindCards}
          onChosen={() => state.form.clearErrors()}
        />
      )}
      <SearchSelectField
        control={control}
        name="customerId"
        label={texts.customer}
        loadOptions={searchCustomers}
        initialOption={service ? { value: service.customer.id, label: service.customer.name } : customer}
        required
      />
      <TextInput control={control} name="name" label={texts.name} required />
      <KindFields control={control} type={type} />
      <TextArea control={control} name="description" label={texts.description} rows={3} />
      {service || type === 'application_service' ? null : <FirstCredential control={control} />}
      <CustomerCollection control={control} onMissing={() => setValue('collectionId', null, { shouldDirty: true })} />
      <SubmitButton fullOnPhone className="justify-self-start">
        {service ? texts.save : texts.create}
      </SubmitButton>
    </VersionedForm>
  )
}

const texts = serviceTexts.form

const kindCards: readonly RadioCard<ServiceType>[] = serviceTypes.map(value => ({
  value,
  label: serviceTexts.kinds[value],
  hint: texts.kindHints[value],
  icon: <KindIcon type={value} size={22} />,
}))

interface CustomerCollectionProps {
  control: Control<ServiceValues>
  onMissing: () => void
}

/** Offers the groups of the selected customer. */
function CustomerCollection({ control, onMissing }: CustomerCollectionProps) {
  const customerId = useWatch({ control, name: 'customerId' })
  return customerId ? <CollectionSelect control={control} customerId={customerId} onMissing={onMissing} /> : null
}

function newBody(values: ServiceValues) {
  const { type, name, customerId } = values
  const credential = sentCredential(values)
  return { ...sentFields(values), type, name, customerId, ...(credential && { credential }) }
}

const shownFields: readonly { label: string; show: (values: ServiceValues) => string }[] = [
  { label: texts.kind, show: values => kindText(values.type) },
  { label: texts.name, show: values => values.name },
  { label: texts.description, show: values => values.description },
  { label: texts.localIp, show: values => values.localIp },
  { label: texts.externalIp, show: values => values.externalIp },
  { label: texts.macAddress, show: values => values.macAddress },
  { label: texts.urls, show: values => values.urls.join('\n') },
  { label: texts.isWatched, show: values => (values.isWatched ? texts.yes : texts.no) },
  { label: texts.version, show: values => values.version },
  { label: texts.periodMinutes, show: values => `${values.periodMinutes} ${texts.periodUnit}` },
]
