import { websiteCheckMinutes } from '#contract/limits.ts'
import type { CheckError } from '#contract/website-services.ts'
import { dateTimeText } from '#server/clock.ts'
import type { MailContent } from '#server/mail/layout.ts'

type Reader = 'customer' | 'business'

type WebsiteFacts = {
  readonly name: string
  readonly customerName: string
  /** The address that is checked. */
  readonly url: string
  /** The website's page in the recipient's portal. */
  readonly portalUrl: string
}

export type Outage = { readonly since: Date; readonly error: CheckError; readonly statusCode: number | null }

/** Checks have failed for longer than a hiccup. */
export function websiteDownMail(facts: WebsiteFacts, outage: Outage, to: Reader): MailContent {
  return {
    subject: `Website nicht erreichbar: ${facts.name}`,
    blocks: [
      {
        kind: 'paragraph',
        text: `${websiteOf(facts, to)} ist seit dem ${dateTimeText(outage.since)} nicht erreichbar.`,
      },
      {
        kind: 'facts',
        rows: [
          ['Adresse', facts.url],
          ['Grund', reasonOf(outage)],
        ],
      },
      {
        kind: 'paragraph',
        text: `Das Portal prüft sie weiter alle ${websiteCheckMinutes} Minuten und schreibt Ihnen, sobald sie wieder antwortet.`,
      },
      button(facts),
    ],
  }
}

/** A website that was down has answered. */
export function websiteUpMail(
  facts: WebsiteFacts,
  { since, until }: { since: Date; until: Date },
  to: Reader,
): MailContent {
  return {
    subject: `Website wieder erreichbar: ${facts.name}`,
    blocks: [
      { kind: 'paragraph', text: `${websiteOf(facts, to)} antwortet wieder.` },
      {
        kind: 'facts',
        rows: [
          ['Adresse', facts.url],
          ['Nicht erreichbar seit', dateTimeText(since)],
          ['Wieder erreichbar seit', dateTimeText(until)],
        ],
      },
      button(facts),
    ],
  }
}

/** The end of a certificate is near, and no newer one was seen. */
export function certificateMail(facts: WebsiteFacts, expiresAt: Date, to: Reader): MailContent {
  const owner = to === 'customer' ? 'Ihrer Website' : `der Website von ${facts.customerName}`
  return {
    subject: `Zertifikat läuft ab: ${facts.name}`,
    blocks: [
      {
        kind: 'paragraph',
        text: `das Zertifikat ${owner} „${facts.name}“ läuft am ${dateTimeText(expiresAt)} ab. Danach warnen Browser davor, die Website zu öffnen.`,
      },
      { kind: 'facts', rows: [['Adresse', facts.url]] },
      {
        kind: 'paragraph',
        text: 'Viele Zertifikate erneuern sich selbst. Bei diesem ist das bisher nicht geschehen.',
      },
      button(facts),
    ],
  }
}

function websiteOf({ name, customerName }: WebsiteFacts, to: Reader): string {
  return to === 'customer' ? `Ihre Website „${name}“` : `die Website „${name}“ von ${customerName}`
}

function button({ portalUrl }: WebsiteFacts) {
  return { kind: 'button', label: 'Website im Portal ansehen', url: portalUrl } as const
}

function reasonOf({ error, statusCode }: Outage): string {
  switch (error) {
    case 'dns':
      return 'Der Name der Website ist nicht bekannt.'
    case 'refused':
      return 'Der Server nimmt keine Verbindung an.'
    case 'timeout':
      return 'Der Server antwortet nicht rechtzeitig.'
    case 'tls':
      return 'Das Zertifikat der Website ist nicht gültig.'
    case 'status':
      return `Der Server meldet einen Fehler (Status ${statusCode}).`
    case 'blocked':
      return 'Die Adresse führt in ein privates Netz, das das Portal nicht aufrufen darf.'
  }
}
