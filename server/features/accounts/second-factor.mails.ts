import type { Factor } from '#contract/second-factor-proof.ts'
import { dateTimeText } from '#server/clock.ts'
import type { MailContent } from '#server/mail/layout.ts'
import type { Person } from './account.queries.ts'
import { type Stop, takeBackBlocks } from './stop-link.mails.ts'

type Change = {
  readonly at: Date
  readonly url: string
  /** For the person who can recover the account. */
  readonly stop?: Stop | undefined
}

export function secondFactorOnMail(person: Person, change: Change): MailContent {
  return changeMail(person, change, {
    subject: 'Zweiter Faktor eingeschaltet',
    text: 'für Ihren Zugang zum Kundenportal ist jetzt ein zweiter Faktor eingeschaltet. Bei der Anmeldung wird außer dem Passwort ein Code verlangt.',
    doubt: 'Wenn nicht, hat jemand Ihr Passwort: Melden Sie sich bitte gleich bei uns.',
  })
}

export function secondFactorOffMail(person: Person, change: Change): MailContent {
  return changeMail(person, change, {
    subject: 'Zweiter Faktor ausgeschaltet',
    text: 'für Ihren Zugang zum Kundenportal ist der zweite Faktor ausgeschaltet. Zur Anmeldung genügt wieder das Passwort.',
    doubt: 'Wenn nicht, ändern Sie bitte sofort Ihr Passwort und schalten Sie den zweiten Faktor wieder ein.',
  })
}

export function totpRemovedMail(person: Person, change: Change): MailContent {
  return changeMail(person, change, {
    subject: 'Codes aus der App ausgeschaltet',
    text: 'für Ihren Zugang zum Kundenportal sind die Codes aus der App ausgeschaltet. Zweiter Faktor sind jetzt Ihre Passkeys.',
    doubt: 'Wenn nicht, ändern Sie bitte sofort Ihr Passwort.',
  })
}

export function passkeyAddedMail(person: Person, change: Change): MailContent {
  return changeMail(person, change, {
    subject: 'Neuer Passkey',
    text: 'für Ihren Zugang zum Kundenportal wurde ein Passkey hinterlegt. Mit ihm kann man sich ohne Passwort anmelden.',
    doubt: 'Wenn nicht, löschen Sie ihn bitte sofort und ändern Sie Ihr Passwort.',
  })
}

export function passkeyRemovedMail(person: Person, change: Change): MailContent {
  return changeMail(person, change, {
    subject: 'Passkey gelöscht',
    text: 'für Ihren Zugang zum Kundenportal wurde ein Passkey gelöscht. Mit ihm kann sich niemand mehr anmelden.',
    doubt: 'Wenn nicht, ändern Sie bitte sofort Ihr Passwort.',
  })
}

export function secondFactorResetMail(person: Person, change: Change): MailContent {
  return changeMail(person, change, {
    subject: 'Zweiter Faktor zurückgesetzt',
    text: 'wir haben den zweiten Faktor Ihres Zugangs zum Kundenportal zurückgesetzt und Sie auf allen Geräten abgemeldet. Auch Ihr bisheriges Passwort gilt nicht mehr: Den Link, mit dem Sie ein neues wählen, schicken wir Ihnen in einer eigenen E-Mail. Bitte richten Sie den zweiten Faktor danach neu ein.',
    known: 'Haben Sie uns darum gebeten, ist alles in Ordnung.',
    doubt: 'Wenn nicht, melden Sie sich bitte gleich bei uns.',
  })
}

export function recoveryCodesRenewedMail(person: Person, change: Change): MailContent {
  return changeMail(person, change, {
    subject: 'Neue Wiederherstellungscodes',
    text: 'für Ihren Zugang zum Kundenportal gibt es neue Wiederherstellungscodes. Die bisherigen gelten nicht mehr.',
    doubt: 'Wenn nicht, ändern Sie bitte sofort Ihr Passwort und erneuern Sie die Codes.',
  })
}

export function recoveryCodeUsedMail(
  person: Person,
  { left, ...change }: Change & { readonly left: number },
): MailContent {
  const rest =
    left === 0
      ? 'Es ist keiner mehr übrig: Bitte lassen Sie sich gleich neue geben.'
      : `Übrig ${left === 1 ? 'ist noch einer' : `sind noch ${left}`}.`
  return changeMail(person, change, {
    subject: 'Wiederherstellungscode benutzt',
    text: `für Ihren Zugang zum Kundenportal wurde ein Wiederherstellungscode benutzt. ${rest}`,
    doubt: 'Wenn nicht, ändern Sie bitte sofort Ihr Passwort und erneuern Sie die Codes.',
  })
}

const factorNames: Readonly<Record<Factor['kind'], string>> = {
  passkey: 'Passkey',
  totp: 'Codes aus der App',
  recovery_codes: 'Wiederherstellungscodes',
}

/**
 * Removed or remaining factors, by kind and time. Names of passkeys are omitted: they are typed by the person who set
 * them up.
 */
export function factorRows(factors: readonly Factor[]): (readonly [label: string, value: string])[] {
  return factors.map(({ kind, since }) => [factorNames[kind], `seit ${dateTimeText(new Date(since))}`])
}

function changeMail(
  person: Person,
  { at, url, stop }: Change,
  {
    subject,
    text,
    known = 'Waren Sie das selbst, ist nichts zu tun.',
    doubt,
  }: { subject: string; text: string; known?: string; doubt: string },
): MailContent {
  return {
    subject,
    blocks: [
      { kind: 'paragraph', text },
      {
        kind: 'facts',
        rows: [
          ['Benutzername', person.username],
          ['Zeitpunkt', dateTimeText(at)],
        ],
      },
      ...(stop
        ? takeBackBlocks(stop)
        : [
            { kind: 'paragraph', text: `${known} ${doubt}` } as const,
            { kind: 'button', label: 'Einstellungen öffnen', url } as const,
          ]),
    ],
  }
}
