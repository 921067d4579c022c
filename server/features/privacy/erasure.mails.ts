import { dateTimeText } from '#server/clock.ts'
import type { MailContent } from '#server/mail/layout.ts'

export type ErasureFacts = {
  readonly customerNumber: string
  readonly dueAt: Date
  /** The page to withdraw it. */
  readonly url: string
}

/**
 * To the customer: the deletion was requested, by any user, and can be withdrawn. It contains no customer-written text.
 */
export function askedMail({ customerNumber, dueAt, url }: ErasureFacts): MailContent {
  return {
    subject: 'Ihr Kundenkonto soll gelöscht werden',
    blocks: [
      {
        kind: 'paragraph',
        text: `das Kundenkonto ${customerNumber} wird frühestens am ${dateTimeText(dueAt)} gelöscht, mit allen Zugängen, Tickets, Anfragen, Diensten und Dateien. Rechnungen bewahren wir auf, solange es das Gesetz verlangt.`,
      },
      {
        kind: 'paragraph',
        text: 'Bis dahin lässt sich die Löschung in den Einstellungen widerrufen. Haben Sie sie nicht veranlasst, widerrufen Sie sie bitte und ändern Sie Ihr Passwort.',
      },
      { kind: 'button', label: 'Löschung ansehen', url },
    ],
  }
}

/** To the business, which may want to talk about it first. */
export function askedBusinessMail({
  customerName,
  customerNumber,
  dueAt,
  url,
}: ErasureFacts & { readonly customerName: string }): MailContent {
  return {
    subject: `Kundenkonto ${customerNumber} soll gelöscht werden`,
    blocks: [
      {
        kind: 'paragraph',
        text: `das Kundenkonto von ${customerName} (${customerNumber}) soll gelöscht werden. Das geschieht frühestens am ${dateTimeText(dueAt)} von selbst und lässt sich bis dahin widerrufen. Bitte rechnen Sie vorher ab, was noch offen ist.`,
      },
      { kind: 'button', label: 'Löschung ansehen', url },
    ],
  }
}

export function withdrawnMail(customerNumber: string): MailContent {
  return {
    subject: `Kundenkonto ${customerNumber} wird nicht gelöscht`,
    blocks: [
      {
        kind: 'paragraph',
        text: `die Löschung des Kundenkontos ${customerNumber} wurde widerrufen. Es bleibt alles, wie es ist.`,
      },
    ],
  }
}

/** To the business: the deletion is due, and blocked. Once per deletion. */
export function blockedMail(customerNumber: string, url: string): MailContent {
  return {
    subject: `Kundenkonto ${customerNumber} kann noch nicht gelöscht werden`,
    blocks: [
      {
        kind: 'paragraph',
        text: `die Frist für die Löschung des Kundenkontos ${customerNumber} ist abgelaufen, es sind aber noch Rechnungen offen. Sobald sie bezahlt sind, wird das Kundenkonto von selbst gelöscht.`,
      },
      { kind: 'button', label: 'Löschung ansehen', url },
    ],
  }
}

/** The last mail to a customer; it is destroyed as soon as it is sent. */
export function doneMail(keptUntil: string | null): MailContent {
  return {
    subject: 'Ihr Kundenkonto ist gelöscht',
    blocks: [
      {
        kind: 'paragraph',
        text: 'Ihr Kundenkonto und alle Daten darin sind gelöscht. Eine Anmeldung ist nicht mehr möglich.',
      },
      ...(keptUntil === null
        ? []
        : [
            {
              kind: 'paragraph',
              text: `Ihre Rechnungen bewahren wir auf, weil das Gesetz es verlangt (§\u00a0147 AO, §\u00a014b UStG), die letzte bis zum 31. Dezember ${keptUntil.slice(0, 4)}. Danach werden auch sie vernichtet.`,
            } as const,
          ]),
    ],
  }
}
