import { useWatch } from 'react-hook-form'
import { dnsSources } from '#contract/dns-fields.ts'
import { type DnsHostname, type DnsHostnameInput, dnsHostnameInput } from '#contract/dns-hostnames.ts'
import { dnsTtlMin } from '#contract/limits.ts'
import { dnsRecordTypes } from '#contract/lists.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { SearchSelectField } from '#web/components/form/search-select-field.tsx'
import { Select } from '#web/components/form/select.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import type { SearchOption } from '#web/components/form/use-search-options.ts'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { dnsTexts } from '#web/texts/dns.texts.ts'
import { useCreateDnsHostname, useUpdateDnsHostname } from './dns.mutations.ts'
import { getLatestDnsHostname, loadDnsDomains } from './dns.query-options.ts'
import { dnsDraftName } from './dns-drafts.ts'
import type { DnsFormProps } from './dns-drawers.tsx'

/** Creates or changes a host name. */
export function DnsHostnameForm({ row, owner, onDone }: DnsFormProps<DnsHostname>) {
  const create = useCreateDnsHostname()
  const update = useUpdateDnsHostname()
  const state = useVersionedForm<DnsHostname, DnsHostnameInput, DnsHostname>({
    item: row,
    schema: dnsHostnameInput,
    start: { hostname: '', type: 'A', domainId: '', source: 'reported', suffix: '', value: '', ttl: dnsTtlMin },
    valuesOf,
    draftName: dnsDraftName('hostname', row),
    create: (body, idempotencyKey) => create.mutateAsync({ body: fitting(body), idempotencyKey }),
    update: ({ id, type }, values, revision) => update.mutateAsync({ id, revision, change: changeOf(values, type) }),
    getLatest: ({ id }) => getLatestDnsHostname(id),
    onSaved: saved => {
      const message = row ? texts.saved(saved.fullName) : texts.created(saved.fullName)
      showSuccess(message)
      onDone(saved)
    },
  })
  const { control } = state.form
  const type = useWatch({ control, name: 'type' })
  const source = useWatch({ control, name: 'source' })
  const customer = row?.customer.id ?? owner.customerId

  async function searchDomains(search: string, signal: AbortSignal): Promise<SearchOption[]> {
    const { results } = await loadDnsDomains({ customer, search: search || undefined, page_size: 20 }, signal)
    return results.map(({ id, domain, customer: { name } }) => ({
      value: id,
      label: domain,
      ...(customer === undefined && { note: name }),
    }))
  }
  return (
    <VersionedForm state={state} shownFields={shownFields}>
      <SearchSelectField
        control={control}
        name="domainId"
        label={texts.domain}
        hint={row ? undefined : texts.domainHint}
        loadOptions={searchDomains}
        initialOption={row ? { value: row.domain.id, label: row.domain.domain } : undefined}
        required
      />
      <TextInput control={control} name="hostname" label={texts.name} hint={texts.nameHint} required />
      <Select control={control} name="type" label={texts.type} choices={typeChoices} required />
      <Select
        control={control}
        name="source"
        label={texts.source}
        choices={sourceChoices.filter(({ value }) => type === 'AAAA' || value !== 'prefix')}
        required
      />
      {source === 'prefix' ? (
        <TextInput control={control} name="suffix" label={texts.suffix} hint={texts.suffixHint} required />
      ) : null}
      {source === 'fixed' ? <TextInput control={control} name="value" label={texts.value} required /> : null}
      <NumberInput control={control} name="ttl" label={texts.ttl} hint={texts.ttlHint} required />
      <SubmitButton fullOnPhone className="justify-self-start">
        {row ? texts.save : texts.create}
      </SubmitButton>
    </VersionedForm>
  )
}

const texts = dnsTexts.hostnames
const typeChoices = dnsRecordTypes.map(value => ({ value, label: texts.typeHints[value] }))
const sourceChoices = dnsSources.map(value => ({ value, label: texts.sources[value] }))

/** Without the suffix of another source. */
function fitting(values: DnsHostnameInput): DnsHostnameInput {
  return { ...values, ...(values.source !== 'prefix' && { suffix: '' }) }
}

/** Without the reported address: a router may have reported another one since. One of the other family is discarded. */
function changeOf(values: DnsHostnameInput, typeBefore: DnsHostname['type']): Partial<DnsHostnameInput> {
  const { value, ...others } = fitting(values)
  if (values.source === 'fixed') return { ...others, value }
  return values.type === typeBefore ? others : { ...others, value: '' }
}

function valuesOf({ hostname, type, domain, source, suffix, value, ttl }: DnsHostname): DnsHostnameInput {
  return { hostname, type, domainId: domain.id, source, suffix, value, ttl }
}

const shownFields: readonly { label: string; show: (values: DnsHostnameInput) => string }[] = [
  { label: texts.name, show: values => values.hostname },
  { label: texts.type, show: values => values.type },
  { label: texts.source, show: values => texts.sources[values.source] },
  { label: texts.suffix, show: values => values.suffix },
  { label: texts.value, show: values => values.value },
  { label: texts.ttl, show: values => String(values.ttl) },
]
