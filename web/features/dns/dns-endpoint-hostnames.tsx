import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { DnsEndpoint } from '#contract/dns-endpoints.ts'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { FieldError } from '#web/components/form/field.tsx'
import { SearchSelect } from '#web/components/form/search-select.tsx'
import type { SearchOption } from '#web/components/form/use-search-options.ts'
import { dnsTexts } from '#web/texts/dns.texts.ts'
import { loadDnsHostnames } from './dns.query-options.ts'
import type { DnsEndpointValues } from './dns-endpoint-values.ts'

interface DnsEndpointHostnamesProps {
  control: Control<DnsEndpointValues>
  customerId: string
  /** Host names that are already loaded. */
  known: DnsEndpoint['hostnames']
}

/** The host names that an endpoint may set: searched and added one by one. */
export function DnsEndpointHostnames({ control, customerId, known }: DnsEndpointHostnamesProps) {
  const { field, fieldState } = useController({ control, name: 'hostnameIds' })
  const names = useRef(new Map(known.map(({ id, fullName, type }) => [id, `${fullName} (${type})`])))
  const labelId = useId()
  const frame = useRef<HTMLFieldSetElement>(null)

  async function search(query: string, signal: AbortSignal): Promise<SearchOption[]> {
    const { results } = await loadDnsHostnames(
      { customer: customerId, search: query || undefined, page_size: 20 },
      signal,
    )
    return results
      .filter(({ id, source }) => !field.value.includes(id) && source !== 'fixed')
      .map(({ id, fullName, type }) => {
        names.current.set(id, `${fullName} (${type})`)
        return { value: id, label: `${fullName} (${type})` }
      })
  }
  // The focus stays at the search, whose field is a new one after each change.
  const changedTo = useRef<number>(null)
  function change(ids: readonly string[]) {
    changedTo.current = ids.length
    field.onChange(ids)
  }
  const { length: count } = field.value
  useEffect(() => {
    if (changedTo.current === count) frame.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus()
    changedTo.current = null
  }, [count])
  return (
    <fieldset
      ref={element => {
        frame.current = element
        field.ref(element && { focus: () => element.querySelector<HTMLElement>('[role="combobox"]')?.focus() })
      }}
      aria-labelledby={labelId}
      aria-describedby={fieldState.error ? `${labelId}-error` : undefined}
      className="grid min-w-0 gap-3 rounded-box border border-hairline bg-sunken p-4"
    >
      <p id={labelId} className="text-label font-semibold">
        {texts.hostnames}
      </p>
      {field.value.length === 0 ? <p className="text-label text-muted">{texts.noHostnames}</p> : null}
      <ul className="divide-y divide-hairline">
        {field.value.map(id => {
          const name = names.current.get(id) ?? id
          return (
            <li key={id} className="flex items-center gap-2.5">
              <span className="min-w-0 flex-1 text-label wrap-anywhere">{name}</span>
              <IconButton
                size="small"
                label={texts.removeHostname(name)}
                icon={<IconX aria-hidden="true" />}
                onClick={() => change(field.value.filter(other => other !== id))}
              />
            </li>
          )
        })}
      </ul>
      <SearchSelect
        // A new field for the next name: the selected ones are in the list.
        key={count}
        label={texts.addHostname}
        selected={null}
        loadOptions={search}
        onBlur={field.onBlur}
        onSelect={option => (option ? change([...field.value, option.value]) : undefined)}
      />
      {fieldState.error?.message ? <FieldError id={`${labelId}-error`} error={fieldState.error.message} /> : null}
    </fieldset>
  )
}

const texts = dnsTexts.endpoints
