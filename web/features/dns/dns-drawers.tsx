import { lazy } from 'react'
import type { DnsDomain } from '#contract/dns-domains.ts'
import type { DnsEndpoint } from '#contract/dns-endpoints.ts'
import type { DnsHostname } from '#contract/dns-hostnames.ts'
import type { SearchOption } from '#web/components/form/use-search-options.ts'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { dnsTexts } from '#web/texts/dns.texts.ts'

/** Whose rows a form makes. */
export interface DnsOwner {
  /** The customer of new rows; undefined: the form asks for it. */
  customerId: string | undefined
  searchCustomers: (query: string, signal: AbortSignal) => Promise<readonly SearchOption[]>
}

export interface DnsFormProps<Row> {
  /** The row to change; null to create one. */
  row: Row | null
  owner: DnsOwner
  onDone: (saved: Row) => void
}

interface DrawerProps<Row> extends DnsFormProps<Row> {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The form of a host name in a drawer; loaded when it first opens. */
export function DnsHostnameDrawer({ open, onOpenChange, ...form }: DrawerProps<DnsHostname>) {
  const { createTitle, editTitle } = dnsTexts.hostnames
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={form.row ? editTitle : createTitle}>
      <HostnameForm key={form.row?.id ?? 'new'} {...form} />
    </Drawer>
  )
}

/** The form of a domain in a drawer. */
export function DnsDomainDrawer({ open, onOpenChange, ...form }: DrawerProps<DnsDomain>) {
  const { createTitle, editTitle } = dnsTexts.domains
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={form.row ? editTitle : createTitle}>
      <DomainForm key={form.row?.id ?? 'new'} {...form} />
    </Drawer>
  )
}

/** The form of an endpoint in a drawer. */
export function DnsEndpointDrawer({ open, onOpenChange, ...form }: DrawerProps<DnsEndpoint>) {
  const { createTitle, editTitle } = dnsTexts.endpoints
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={form.row ? editTitle : createTitle}>
      <EndpointForm key={form.row?.id ?? 'new'} {...form} />
    </Drawer>
  )
}

const HostnameForm = lazy(async () => ({ default: (await import('./dns-hostname-form.tsx')).DnsHostnameForm }))
const DomainForm = lazy(async () => ({ default: (await import('./dns-domain-form.tsx')).DnsDomainForm }))
const EndpointForm = lazy(async () => ({ default: (await import('./dns-endpoint-form.tsx')).DnsEndpointForm }))
