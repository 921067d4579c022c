import { type ComponentType, lazy } from 'react'
import type { SearchOption } from '#web/components/form/use-search-options.ts'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import { dnsTexts } from '#web/texts/dns.texts.ts'

/** The owner of the rows that a form creates. */
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

export interface DnsDrawerProps<Row> extends DnsFormProps<Row> {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export const DnsHostnameDrawer = drawerOf(
  dnsTexts.hostnames,
  lazy(async () => ({ default: (await import('./dns-hostname-form.tsx')).DnsHostnameForm })),
)
export const DnsDomainDrawer = drawerOf(
  dnsTexts.domains,
  lazy(async () => ({ default: (await import('./dns-domain-form.tsx')).DnsDomainForm })),
)
export const DnsEndpointDrawer = drawerOf(
  dnsTexts.endpoints,
  lazy(async () => ({ default: (await import('./dns-endpoint-form.tsx')).DnsEndpointForm })),
)

/** A form in a drawer; loaded when it first opens. */
function drawerOf<Row extends { id: string }>(
  { createTitle, editTitle }: { createTitle: string; editTitle: string },
  Form: ComponentType<DnsFormProps<Row>>,
) {
  return function DnsDrawer({ open, onOpenChange, ...form }: DnsDrawerProps<Row>) {
    return (
      <Drawer open={open} onOpenChange={onOpenChange} title={form.row ? editTitle : createTitle}>
        <Form key={form.row?.id ?? 'new'} {...form} />
      </Drawer>
    )
  }
}
