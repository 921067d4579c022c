/** The demo's websites, in every state. */
import type { CheckError } from '#contract/website-services.ts'
import type { PlannedCredential } from './credential-rows.ts'
import { mainCustomer } from './demo-customers.ts'
import type { PlannedService } from './device-plans.ts'

/** A past outage: how many days ago, at which hour (UTC), and for how many minutes. */
export type PlannedIncident = { daysAgo: number; hour: number; minutes: number; error: CheckError; statusCode?: number }

export type PlannedWebsite = PlannedService & {
  urls: readonly string[]
  credentials?: readonly PlannedCredential[]
  state: 'up' | 'down' | 'never checked' | 'unwatched'
  /** Checked for this many days. */
  since: number
  meanMs: number
  /** Days until its certificate expires; null without https. */
  certificateDays: number | null
  incidents?: readonly PlannedIncident[]
}

const main = mainCustomer.company

export const plannedWebsites: readonly PlannedWebsite[] = [
  {
    customer: main,
    name: 'Weingut Größl',
    description: 'Die Website mit Weinliste und Terminen.',
    collection: 'Im Netz',
    urls: ['https://weingut-groessl.example/', 'https://weingut-groessl.example/verwaltung/'],
    credentials: [
      { label: 'Verwaltung', username: 'annelie', password: 'Spätlese & Sonne 2024', seen: [['customer', 2]] },
    ],
    state: 'up',
    since: 200,
    meanMs: 240,
    certificateDays: 71,
    incidents: [
      { daysAgo: 58, hour: 2, minutes: 40, error: 'status', statusCode: 502 },
      { daysAgo: 13, hour: 19, minutes: 130, error: 'timeout' },
    ],
  },
  {
    customer: main,
    name: 'Weinladen',
    description: 'Bestellungen und Versand. Das Zertifikat erneuert der Anbieter von Hand.',
    collection: 'Im Netz',
    urls: ['https://laden.weingut-groessl.example/'],
    credentials: [
      { label: 'Verwaltung', username: 'laden', password: 'Korken-Kiste-48-Karton' },
      { label: 'Zahlungsanbieter', username: 'weingut-groessl', password: 'bJ5y-Dq2v-Ls7h-Ne3t', isStaffOnly: true },
    ],
    state: 'up',
    since: 200,
    meanMs: 610,
    certificateDays: 9,
    incidents: [{ daysAgo: 31, hour: 11, minutes: 20, error: 'refused' }],
  },
  {
    customer: main,
    name: 'Tischreservierung',
    description: 'Gehört zur Straußwirtschaft.',
    collection: 'Im Netz',
    urls: ['https://tisch.weingut-groessl.example/'],
    state: 'down',
    since: 64,
    meanMs: 380,
    certificateDays: 44,
    incidents: [{ daysAgo: 22, hour: 6, minutes: 300, error: 'status', statusCode: 503 }],
  },
  {
    customer: main,
    name: 'Seite zur Lese',
    description: 'Wird im Herbst gebraucht.',
    collection: 'Im Netz',
    urls: ['https://lese.weingut-groessl.example/'],
    state: 'never checked',
    since: 0,
    meanMs: 0,
    certificateDays: null,
  },
  {
    customer: 'Zahnarztpraxis',
    name: 'Praxis Dr. Köhler',
    description: '',
    urls: ['https://praxis-koehler.example/'],
    state: 'up',
    since: 300,
    meanMs: 190,
    certificateDays: 52,
  },
  {
    customer: 'Gemeinde',
    name: 'Gemeinde Ölmühlbach',
    description: 'Barrierefrei nach BITV; Amtsblatt und Formulare.',
    urls: ['https://oelmuehlbach.example/'],
    credentials: [{ label: 'Redaktion', username: 'rathaus', password: 'Brot.backen.um.vier' }],
    state: 'up',
    since: 300,
    meanMs: 820,
    certificateDays: 26,
    incidents: [
      { daysAgo: 80, hour: 23, minutes: 60, error: 'tls' },
      { daysAgo: 47, hour: 8, minutes: 90, error: 'timeout' },
      { daysAgo: 46, hour: 8, minutes: 210, error: 'timeout' },
    ],
  },
  {
    customer: 'Hotel Seeblick',
    name: 'Hotel Seeblick',
    description: '',
    urls: ['https://hotel-seeblick.example/'],
    state: 'up',
    since: 120,
    meanMs: 450,
    certificateDays: 83,
    incidents: [{ daysAgo: 5, hour: 15, minutes: 30, error: 'dns' }],
  },
  {
    customer: 'Schreinerei',
    name: 'Schreinerei Wüst & Töchter',
    description: 'Wird gerade neu gebaut; Prüfung ausgeschaltet.',
    urls: ['https://schreinerei-wuest.example/'],
    state: 'unwatched',
    since: 150,
    meanMs: 330,
    certificateDays: 38,
  },
  {
    customer: 'Förderverein',
    name: 'Freibad Sonnenhöhe',
    description: '',
    urls: ['http://freibad-sonnenhoehe.example/'],
    state: 'up',
    since: 40,
    meanMs: 280,
    certificateDays: null,
  },
]
