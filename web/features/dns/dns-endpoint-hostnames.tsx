import { useRef } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { DnsEndpoint } from '#contract/dns-endpoints.ts'
import { RowIdsField } from '#web/components/form/row-ids-field.tsx'
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
  const controller = useController({ control, name: 'hostnameIds' })
  const names = useRef(new Map(known.map(hostname => [hostname.id, nameOf(hostname)])))

  async function search(query: string, signal: AbortSignal): Promise<SearchOption[]> {
    const filter = { customer: customerId, search: query || undefined, page_size: 20 }
    const { results } = await loadDnsHostnames(filter, signal)
    const settable = results.filter(({ source }) => source !== 'fixed')
    for (const hostname of settable) names.current.set(hostname.id, nameOf(hostname))
    return settable.map(hostname => ({ value: hostname.id, label: nameOf(hostname) }))
  }
  return (
    <RowIdsField
      controller={controller}
      label={texts.hostnames}
      none={texts.noHostnames}
      addLabel={texts.addHostname}
      removeLabel={texts.removeHostname}
      nameOf={id => names.current.get(id) ?? id}
      loadOptions={search}
    />
  )
}

const texts = dnsTexts.endpoints

function nameOf({ fullName, type }: { fullName: string; type: string }): string {
  return `${fullName} (${type})`
}
