import { Notice } from '#web/components/feedback/notice.tsx'
import { callsProviders } from '#web/lib/api/provider-calls.ts'
import { dnsTexts } from '#web/texts/dns.texts.ts'

/** Shown in the demo before any action: no provider is called. */
export function DnsDemoNotice() {
  return callsProviders() ? null : <Notice kind="info">{dnsTexts.demo}</Notice>
}
