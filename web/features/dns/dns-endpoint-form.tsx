import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import type { DnsEndpoint } from '#contract/dns-endpoints.ts'
import { dnsRouters } from '#contract/dns-routers.ts'
import { hasLoginInQuery, templateDefault } from '#contract/dns-template.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { CheckboxField } from '#web/components/form/checkbox-field.tsx'
import { SearchSelectField } from '#web/components/form/search-select-field.tsx'
import { Select } from '#web/components/form/select.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { dnsTexts } from '#web/texts/dns.texts.ts'
import { useCreateDnsEndpoint, useUpdateDnsEndpoint } from './dns.mutations.ts'
import { dnsDevicesQuery, getLatestDnsEndpoint } from './dns.query-options.ts'
import { dnsDraftName } from './dns-drafts.ts'
import type { DnsFormProps } from './dns-drawers.tsx'
import { DnsEndpointHostnames } from './dns-endpoint-hostnames.tsx'
import { type DnsEndpointValues, dnsEndpointValues } from './dns-endpoint-values.ts'

/** Creates or changes an endpoint: the login of a router, and the names it may set. */
export function DnsEndpointForm({ row, owner, onDone }: DnsFormProps<DnsEndpoint>) {
  const create = useCreateDnsEndpoint()
  const update = useUpdateDnsEndpoint()
  const state = useVersionedForm<DnsEndpoint, DnsEndpointValues, DnsEndpoint>({
    item: row,
    schema: dnsEndpointValues,
    start: {
      customerId: owner.customerId ?? '',
      name: '',
      hostnameIds: [],
      requestTemplate: templateDefault,
      router: 'fritzbox',
      isActive: true,
      deviceId: null,
    },
    valuesOf,
    draftName: dnsDraftName('endpoint', row),
    create: ({ customerId, ...body }, idempotencyKey) =>
      create.mutateAsync({ body: { ...body, ...(customerId !== '' && { customerId }) }, idempotencyKey }),
    update: ({ id }, { customerId: _, ...change }, revision) => update.mutateAsync({ id, revision, change }),
    getLatest: ({ id }) => getLatestDnsEndpoint(id),
    onSaved: saved => {
      const message = row ? texts.saved(saved.name) : texts.created(saved.name)
      showSuccess(message)
      onDone(saved)
    },
  })
  const { control } = state.form
  const customerId = useWatch({ control, name: 'customerId' })
  const template = useWatch({ control, name: 'requestTemplate' })
  return (
    <VersionedForm state={state} shownFields={shownFields}>
      {row === null && owner.customerId === undefined ? (
        <SearchSelectField
          control={control}
          name="customerId"
          label={dnsTexts.customer}
          loadOptions={owner.searchCustomers}
          required
        />
      ) : null}
      <TextInput control={control} name="name" label={texts.name} hint={texts.nameHint} required />
      <Select control={control} name="router" label={texts.router} choices={routerChoices} required />
      {customerId ? (
        <>
          <DnsEndpointHostnames
            key={customerId}
            control={control}
            customerId={customerId}
            known={row?.hostnames ?? []}
          />
          <Device control={control} customerId={customerId} />
        </>
      ) : (
        <p className="text-label text-muted">{texts.customerFirst}</p>
      )}
      <TextArea control={control} name="requestTemplate" label={texts.template} hint={texts.templateHint} rows={3} />
      {hasLoginInQuery(template) ? <Notice kind="warning">{texts.unsafe}</Notice> : null}
      <CheckboxField control={control} name="isActive" label={texts.isActive} />
      <SubmitButton fullOnPhone className="justify-self-start">
        {row ? texts.save : texts.create}
      </SubmitButton>
    </VersionedForm>
  )
}

const texts = dnsTexts.endpoints
const routerChoices = dnsRouters.map(value => ({ value, label: texts.routers[value] }))

/** Offers the devices of the customer, if there are any. */
function Device({ control, customerId }: { control: Control<DnsEndpointValues>; customerId: string }) {
  const { data: devices = [] } = useQuery(dnsDevicesQuery(customerId))
  if (devices.length === 0) return null
  return (
    <Select
      control={control}
      name="deviceId"
      label={texts.device}
      choices={devices.map(({ id, name }) => ({ value: id, label: name }))}
      emptyLabel={texts.noDevice}
      nullable
    />
  )
}

function valuesOf(row: DnsEndpoint): DnsEndpointValues {
  const { name, requestTemplate, router, isActive } = row
  return {
    customerId: row.customer.id,
    name,
    hostnameIds: row.hostnames.map(({ id }) => id),
    requestTemplate,
    router,
    isActive,
    deviceId: row.device?.id ?? null,
  }
}

const shownFields: readonly { label: string; show: (values: DnsEndpointValues) => string }[] = [
  { label: texts.name, show: values => values.name },
  { label: texts.router, show: values => texts.routers[values.router] },
  { label: texts.hostnames, show: values => texts.count(values.hostnameIds.length) },
  { label: texts.template, show: values => values.requestTemplate },
  { label: texts.isActive, show: values => (values.isActive ? texts.active : texts.inactive) },
]
