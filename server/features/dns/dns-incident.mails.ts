import type { DnsFailure } from '#contract/dns-fields.ts'
import { dnsFailureTexts } from '#contract/texts/dns-failures.texts.ts'
import type { MailContent } from '#server/mail/layout.ts'

export type DomainIncident = {
  readonly domain: string
  /** The host names that are not right. */
  readonly names: readonly string[]
  readonly failure: DnsFailure | null
  /** In the provider's words, or empty. */
  readonly detail: string
}

type Facts = DomainIncident & { readonly customerName: string; readonly portalUrl: string }
type Reader = 'customer' | 'business'

const namesShown = 10

/** Host names of a domain are not right at the provider. */
export function domainFailingMail(facts: Facts, to: Reader): MailContent {
  const more = facts.names.length - namesShown
  const names = [...facts.names.slice(0, namesShown), ...(more > 0 ? [`und ${more} weitere`] : [])].join(', ')
  return {
    subject: `DNS-Domain gestört: ${facts.domain}`,
    blocks: [
      {
        kind: 'paragraph',
        text: `Hostnamen ${domainOf(facts, to)} lassen sich beim DNS-Anbieter nicht richtig setzen.`,
      },
      {
        kind: 'facts',
        rows: [
          ['Hostnamen', names],
          ['Grund', facts.failure === null ? '' : dnsFailureTexts[facts.failure]],
          ...(facts.detail === '' ? [] : [['Meldung', facts.detail] as const]),
        ],
      },
      {
        kind: 'paragraph',
        text: 'Die gemeldeten Adressen sind gespeichert. Das Portal schreibt Ihnen, sobald alle wieder stimmen.',
      },
      { kind: 'button', label: 'Domain im Portal ansehen', url: facts.portalUrl },
    ],
  }
}

/** All host names of the domain are right again. */
export function domainRecoveredMail(facts: Facts, to: Reader): MailContent {
  return {
    subject: `DNS-Domain wieder in Ordnung: ${facts.domain}`,
    blocks: [
      { kind: 'paragraph', text: `Alle Hostnamen ${domainOf(facts, to)} stehen wieder richtig beim DNS-Anbieter.` },
      { kind: 'button', label: 'Domain im Portal ansehen', url: facts.portalUrl },
    ],
  }
}

function domainOf({ domain, customerName }: Facts, to: Reader): string {
  return to === 'customer' ? `Ihrer Domain ${domain}` : `der Domain ${domain} von ${customerName}`
}
