/** Keys of drafts; separate from the forms, so that a list can check for drafts without loading a form. */
export type DnsNoun = 'hostname' | 'domain' | 'endpoint'

export function dnsDraftName(noun: DnsNoun, row: { id: string } | null): string {
  return `dns-${noun}:${row?.id ?? 'new'}`
}
