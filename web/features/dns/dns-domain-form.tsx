import { type Control, useWatch } from 'react-hook-form'
import type { DnsDomain } from '#contract/dns-domains.ts'
import { dnsPresets, tsigAlgorithms } from '#contract/dns-fields.ts'
import { dnsNameServersMax } from '#contract/limits.ts'
import { dnsProviderTypes } from '#contract/lists.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { SearchSelectField } from '#web/components/form/search-select-field.tsx'
import { Select } from '#web/components/form/select.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { TextListInput } from '#web/components/form/text-list-input.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { dnsTexts } from '#web/texts/dns.texts.ts'
import { useCreateDnsDomain, useUpdateDnsDomain } from './dns.mutations.ts'
import { getLatestDnsDomain } from './dns.query-options.ts'
import {
  type DnsDomainValues,
  dnsDomainValues,
  dnsDomainValuesOf,
  newDnsDomainValues,
  sentDnsDomain,
  shownOptions,
} from './dns-domain-values.ts'
import { dnsDraftName } from './dns-drafts.ts'
import type { DnsFormProps } from './dns-drawers.tsx'

/** Creates or changes a domain. The key of an existing one has its own form. */
export function DnsDomainForm({ row, owner, onDone }: DnsFormProps<DnsDomain>) {
  const create = useCreateDnsDomain()
  const update = useUpdateDnsDomain()
  const state = useVersionedForm<DnsDomain, DnsDomainValues, DnsDomain>({
    item: row,
    schema: dnsDomainValues,
    start: newDnsDomainValues(owner.customerId ?? ''),
    valuesOf: dnsDomainValuesOf,
    draftName: dnsDraftName('domain', row),
    create: ({ customerId, apiKey, ...values }, idempotencyKey) =>
      create({
        body: {
          ...sentDnsDomain({ customerId, apiKey, ...values }),
          ...(apiKey !== '' && { apiKey }),
          ...(customerId !== '' && { customerId }),
        },
        idempotencyKey,
      }),
    update: ({ id }, values, revision) => update.mutateAsync({ id, revision, change: sentDnsDomain(values) }),
    getLatest: ({ id }) => getLatestDnsDomain(id),
    onSaved: saved => {
      const message = row ? texts.saved(saved.domain) : texts.created(saved.domain)
      showSuccess(message)
      onDone(saved)
    },
  })
  const { control } = state.form
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
      <TextInput control={control} name="domain" label={texts.domain} required />
      <Select control={control} name="type" label={texts.type} choices={typeChoices} required />
      <Options control={control} />
      {row ? (
        <p className="text-label text-muted">{texts.keyDiscarded}</p>
      ) : (
        <PasswordInput
          control={control}
          name="apiKey"
          label={texts.apiKey}
          hint={texts.apiKeyHint}
          autoComplete="new-password"
        />
      )}
      <TextListInput
        control={control}
        name="nameServers"
        label={texts.nameServers}
        hint={texts.nameServersHint}
        itemLabel={texts.nameServer}
        addLabel={texts.addNameServer}
        removeLabel={texts.removeNameServer}
        max={dnsNameServersMax}
      />
      <SubmitButton fullOnPhone className="justify-self-start">
        {row ? texts.save : texts.create}
      </SubmitButton>
    </VersionedForm>
  )
}

const texts = dnsTexts.domains
const typeChoices = dnsProviderTypes.map(value => ({ value, label: dnsTexts.types[value] }))
const presetChoices = dnsPresets.map(value => ({ value, label: texts.presets[value] }))
const algorithmChoices = tsigAlgorithms.map(value => ({ value, label: value.toUpperCase() }))

/** Settings of this kind of provider besides the key. */
function Options({ control }: { control: Control<DnsDomainValues> }) {
  const type = useWatch({ control, name: 'type' })
  const preset = useWatch({ control, name: 'options.preset' })
  const shown = shownOptions(type, preset)
  return (
    <>
      {shown.includes('preset') ? (
        <Select
          control={control}
          name="options.preset"
          label={texts.preset}
          choices={presetChoices}
          emptyLabel={texts.noPreset}
        />
      ) : null}
      {shown.includes('server') && (type === 'powerdns' || type === 'rfc2136' || type === 'dyndns2') ? (
        <TextInput
          control={control}
          name="options.server"
          label={texts.server[type]}
          hint={texts.serverHints[type]}
          required
        />
      ) : null}
      {shown.includes('keyName') ? (
        <TextInput control={control} name="options.keyName" label={texts.keyName} required />
      ) : null}
      {shown.includes('algorithm') ? (
        <Select control={control} name="options.algorithm" label={texts.algorithm} choices={algorithmChoices} />
      ) : null}
      {shown.includes('user') ? <TextInput control={control} name="options.user" label={texts.user} required /> : null}
    </>
  )
}

const shownFields: readonly { label: string; show: (values: DnsDomainValues) => string }[] = [
  { label: texts.domain, show: values => values.domain },
  { label: texts.type, show: values => dnsTexts.types[values.type] },
  { label: texts.server.powerdns, show: values => values.options.server },
  { label: texts.keyName, show: values => values.options.keyName },
  { label: texts.user, show: values => values.options.user },
  { label: texts.nameServers, show: values => values.nameServers.join('\n') },
]
