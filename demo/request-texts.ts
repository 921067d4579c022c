/** Requests of the demo's customers that did not become tickets. Invented. */
import type { RequestPriority } from '#contract/requests.ts'
import type { Audience } from './work-kind.ts'

export type DemoAttachment =
  | { readonly kind: 'pdf'; readonly name: string; readonly heading: string; readonly lines: readonly string[] }
  | { readonly kind: 'picture'; readonly name: string; readonly hue: readonly [number, number, number] }

type RequestText = {
  /** `main` is the customer of `demo-kunde`. */
  readonly from: 'main' | Audience
  readonly daysAgo: number
  readonly title: string
  readonly description: string
  readonly priority: RequestPriority
  readonly attachments?: readonly DemoAttachment[]
  /** Sent from the page of a finished ticket. */
  readonly isAboutTicket?: true
}

export const openRequests: readonly RequestText[] = [
  {
    from: 'main',
    daysAgo: 1,
    title: 'Zweite Wallbox auf dem Hof',
    description:
      'Für die Gäste der Ferienwohnungen hätten wir gern eine zweite Wallbox neben dem Tor. Das Kabel könnte durch die Scheune. Wichtig wäre uns, dass wir sehen, wer wie viel geladen hat.\n\nFoto und Skizze hängen an.',
    priority: 'medium',
    attachments: [
      { kind: 'picture', name: 'Hof mit Tor.png', hue: [182, 221, 254] },
      {
        kind: 'pdf',
        name: 'Skizze Leitungsweg.pdf',
        heading: 'Skizze Leitungsweg',
        lines: [
          'Hauptverteilung im Kelterhaus, Platz für zwei Reihen frei',
          'Leerrohr durch die Scheune liegt, Länge etwa 38 m',
          'Gewünschter Ort: rechts neben dem Hoftor, Höhe 1,20 m',
        ],
      },
    ],
  },
  {
    from: 'main',
    daysAgo: 4,
    title: 'WLAN in der Probierstube bricht ab',
    description:
      'Bei Verkostungen mit mehr als zwanzig Leuten verlieren die Kassen immer wieder die Verbindung. Zuletzt am Samstag zweimal innerhalb einer Stunde.',
    priority: 'high',
    isAboutTicket: true,
  },
  {
    from: 'main',
    daysAgo: 9,
    title: 'Fotos der neuen Etiketten auf die Website',
    description: 'Die Bilder kommen von der Agentur. Es eilt nicht, bis zur nächsten Messe reicht.',
    priority: 'low',
  },
  {
    from: 'private',
    daysAgo: 2,
    title: 'Wärmepumpe läuft nachts durch',
    description: 'Seit dem letzten Update läuft sie auch zwischen 22 und 5 Uhr. War das so gedacht?',
    priority: 'high',
    attachments: [{ kind: 'picture', name: 'Anzeige der Heizung.png', hue: [238, 240, 232] }],
  },
  {
    from: 'office',
    daysAgo: 3,
    title: 'Zwei neue Arbeitsplätze zum Monatsanfang',
    description: 'Notebook, Bildschirm, Zugang zu Kalender und Ablage. Namen schicken wir nach.',
    priority: 'medium',
  },
  {
    from: 'craft',
    daysAgo: 6,
    title: 'Angebot für eine Datensicherung außer Haus',
    description: 'Unsere Versicherung möchte einen Nachweis. Es geht um rund 600 GB.',
    priority: 'medium',
    attachments: [
      {
        kind: 'pdf',
        name: 'Schreiben der Versicherung.pdf',
        heading: 'Nachweis der Datensicherung',
        lines: [
          'Bitte bestätigen Sie bis zum Jahresende:',
          '1. tägliche Sicherung, getrennt vom Betrieb aufbewahrt',
          '2. Probe der Wiederherstellung mindestens einmal im Jahr',
        ],
      },
    ],
  },
  {
    from: 'public',
    daysAgo: 12,
    title: 'Anzeige der Erzeugung im Eingang',
    description:
      'Der Förderverein wünscht sich einen Bildschirm, der zeigt, was die Anlage auf dem Schuldach gerade leistet.',
    priority: 'low',
  },
]

export const declinedRequests: readonly (RequestText & { readonly answer: string })[] = [
  {
    from: 'main',
    daysAgo: 64,
    title: 'Videoüberwachung der Straße vor dem Hof',
    description: 'Nachts halten dort oft fremde Autos. Können Sie eine Kamera anbringen, die das Kennzeichen erkennt?',
    priority: 'medium',
    answer:
      'Eine Kamera auf die öffentliche Straße ist nach der Datenschutz-Grundverordnung nicht zulässig. Ein Licht mit Bewegungsmelder an der Hofeinfahrt bieten wir gern an. Bei Interesse stellen Sie dafür bitte eine neue Anfrage.',
  },
  {
    from: 'main',
    daysAgo: 301,
    title: 'Alten Router vom Vorgänger weiterverwenden',
    description: 'Im Lager liegt noch ein älteres Gerät. Kann das als Verstärker in die Probierstube?',
    priority: 'low',
    answer:
      'Das Gerät bekommt seit zwei Jahren keine Sicherheitsupdates mehr. Wir raten davon ab, es noch in Ihr Netz zu hängen.',
  },
  {
    from: 'private',
    daysAgo: 143,
    title: 'Balkonkraftwerk an die Steckdose im Garten',
    description: 'Zwei Module mit zusammen 900 W, das Kabel würde ich selbst verlegen.',
    priority: 'medium',
    answer:
      'Die Leitung im Garten ist dafür nicht abgesichert. Das muss zuerst ein Elektrobetrieb ändern, danach binden wir die Anlage gern ein.',
  },
  {
    from: 'hospitality',
    daysAgo: 415,
    title: 'Kassensystem programmieren',
    description: 'Wir suchen jemanden, der uns ein eigenes Kassensystem schreibt.',
    priority: 'high',
    answer:
      'Eine eigene Kasse lohnt sich bei den Anforderungen des Finanzamts nicht. Wir nennen Ihnen gern drei zertifizierte Systeme, die zu Ihrem Betrieb passen.',
  },
  {
    from: 'office',
    daysAgo: 552,
    title: 'Drucker für den Besprechungsraum',
    description: 'Farblaser, A3, am liebsten gebraucht.',
    priority: 'low',
    answer: 'Gebrauchte Geräte liefern wir nicht, weil wir für sie keine Gewähr übernehmen können.',
  },
]

/** Attachments of some accepted requests. */
export const acceptedAttachments: readonly DemoAttachment[] = [
  { kind: 'picture', name: 'Zählerschrank.png', hue: [234, 247, 147] },
  {
    kind: 'pdf',
    name: 'Datenblatt.pdf',
    heading: 'Datenblatt',
    lines: ['Anschluss dreiphasig, 400 V', 'Nennleistung 11 kW', 'Schnittstelle: Ethernet, OCPP 1.6'],
  },
  { kind: 'picture', name: 'Technikraum.png', hue: [254, 237, 215] },
]

export const acceptingAnswers: readonly string[] = [
  '',
  '',
  'Gern. Wir melden uns wegen eines Termins.',
  'Das übernehmen wir. Den Ablauf sehen Sie im Ticket.',
]
