/** The demo's tickets and the work on them, computed from one seed and the date of loading. */

import type { Progress } from '#contract/progress.ts'
import type { EntryType } from '#contract/ticket-entries.ts'
import { dayMs, hourMs } from '#server/clock.ts'
import type { DemoCustomer } from './demo-customers.ts'
import { demoCustomers } from './demo-customers.ts'
import type { Random } from './demo-random.ts'
import { energyWork } from './work-energy.ts'
import { homeWork } from './work-home.ts'
import { itWork } from './work-it.ts'
import type { Step, Subject, Theme, WorkKind } from './work-kind.ts'
import { webWork } from './work-web.ts'

const entriesTotal = 900

/** Instants are milliseconds. */
export type PlannedEntry = {
  type: EntryType
  name: string
  description: string
  progress: Progress
  minutes: number
  extraCents: number
  extraText: string
  createdBy: 'customer' | 'admin'
  at: number
}

export type PlannedTicket = {
  customer: DemoCustomer
  name: string
  description: string
  progress: Progress
  createdAt: number
  invoiceNotes: string
  /** Finished, but invoiced together with later work. */
  isHeldBack: boolean
  /** Costs as a percentage of the customer's budget; null = no budget. */
  budgetPercent: number | null
  entries: PlannedEntry[]
}

type Draft = Omit<PlannedTicket, 'entries'> & {
  kind: WorkKind
  subject: Subject
  entriesCount: number
  wishesCount: number
}

const daysBack = 728
const workKinds: readonly WorkKind[] = [...energyWork, ...homeWork, ...itWork, ...webWork]

/** Counted from the newest ticket. */
const heldBack: readonly number[] = [12, 18, 31]

/** Steps after the planned work when a ticket takes longer. */
const followUps: readonly Step[] = [
  ['consulting', 'Abstimmung am Telefon'],
  ['maintenance', 'Nacharbeiten', 'Kleinigkeiten aus der Abnahme erledigt.'],
  ['consulting', 'Dokumentation ergänzt', 'Liste der Geräte und Zugänge auf den Stand gebracht.'],
  ['maintenance', 'Prüfung nach zwei Wochen', 'Werte unauffällig.'],
  ['consulting', 'Bedienung erklärt'],
]

const minutesOfType: Record<EntryType, readonly number[]> = {
  consulting: [15, 30, 30, 45, 60, 90],
  installation: [60, 90, 120, 180, 240],
  configuration: [20, 30, 45, 60, 75, 120],
  development: [60, 90, 120, 150, 210, 330],
  maintenance: [10, 15, 30, 45, 60, 90],
  travel: [30, 30, 45, 50],
  wish: [15, 30, 45, 60],
}

type Extra = { text: string; cents: number }

const smallParts: Extra = { text: 'Kleinmaterial', cents: 1_490 }
const cables: Extra = { text: 'Netzwerkkabel und Dosen', cents: 6_480 }
const sparePart: Extra = { text: 'Ersatzteil laut Beleg', cents: 11_900 }

/** Installations include material that fits the work. */
const extras: Partial<Record<Theme, readonly Extra[]>> = {
  heat: [smallParts, sparePart],
  home: [smallParts, { text: 'Zwischenstecker, 2 Stück', cents: 3_990 }],
  powermaster: [smallParts, cables],
  network: [cables, sparePart],
  backup: [{ text: 'Festplatte 4\u00a0TB', cents: 12_450 }],
}

const invoiceNotes = ['Bestellnummer 4500-118', 'Bitte getrennt nach Gebäuden ausweisen', 'Kostenstelle 310']

/** `today` is midnight (UTC) of the Berlin date of loading. Tickets are ordered by creation. */
export function planTickets(random: Random, today: number): PlannedTicket[] {
  const owners = random.shuffle(
    demoCustomers.flatMap(customer => Array.from({ length: customer.ticketsCount }, () => customer)),
  )
  const subjects = new Map(demoCustomers.map(customer => [customer, subjectsOf(random, customer)]))
  const ages = owners.map((_, index) => Math.round((1 - index / owners.length) * daysBack) + random.between(0, 3))
  const drafts = owners.map((customer, index): Draft => {
    const [kind, subject] = subjects.get(customer)?.pop() ?? []
    if (kind === undefined || subject === undefined) throw new Error(`${customer.lastName} has too few subjects.`)
    const progress = progressOf(index, owners.length)
    const isHeldBack = heldBack.includes(owners.length - 1 - index)
    // Private customers have no order numbers.
    const ownNotes = customer.kind === 'private' ? [''] : invoiceNotes
    return {
      customer,
      kind,
      subject,
      name: subject.name,
      description: subject.description,
      progress,
      createdAt: workTime(random, today - (ages[index] ?? 0) * dayMs - 2 * dayMs),
      isHeldBack,
      invoiceNotes: isHeldBack
        ? 'Wird zusammen mit dem nächsten Abschnitt abgerechnet'
        : random.next() < 0.08
          ? random.pick(ownNotes)
          : '',
      budgetPercent: random.next() < 0.2 ? random.pick([70, 105, 118, 160, 240]) : null,
      ...countsOf(random, progress),
    }
  })
  drafts.sort((a, b) => a.createdAt - b.createdAt)
  fitEntries(random, drafts)
  return drafts.map(draft => ({ ...draft, entries: planEntries(random, draft, today) }))
}

function subjectsOf(random: Random, { audience, themes }: DemoCustomer): [WorkKind, Subject][] {
  const fitting = workKinds.filter(kind => themes.includes(kind.theme))
  const subjects = fitting.flatMap(kind =>
    kind.subjects
      .filter(subject => subject.for === undefined || subject.for.includes(audience))
      .map((subject): [WorkKind, Subject] => [kind, subject]),
  )
  return random.shuffle(subjects)
}

/** The newest tickets are open, those before are mixed, and a few old ones are unfinished. */
function progressOf(index: number, length: number): Progress {
  const fromNewest = length - 1 - index
  if (fromNewest < 4) return 'upcoming'
  if (fromNewest < 30) return recentProgress[fromNewest % recentProgress.length] ?? 'inProgress'
  return index % 41 === 30 ? 'inProgress' : 'finished'
}

const recentProgress: readonly Progress[] = ['finished', 'inProgress', 'finished', 'upcoming', 'finished', 'inProgress']

function countsOf(random: Random, progress: Progress): { entriesCount: number; wishesCount: number } {
  if (progress === 'upcoming') return { entriesCount: random.between(0, 2), wishesCount: random.between(0, 1) }
  return { entriesCount: random.between(3, 9), wishesCount: random.next() < 0.3 ? 1 : 0 }
}

/** Adds or removes single entries until the planned total is reached. */
function fitEntries(random: Random, drafts: Draft[]): void {
  const worked = drafts.filter(draft => draft.progress !== 'upcoming')
  const countAll = () => drafts.reduce((sum, draft) => sum + draft.entriesCount + draft.wishesCount, 0)
  for (let missing = entriesTotal - countAll(); missing !== 0; missing = entriesTotal - countAll()) {
    const draft = random.pick(worked)
    const most = stepsOf(draft).length
    if (missing > 0 && draft.entriesCount < most) draft.entriesCount += 1
    if (missing < 0 && draft.entriesCount > 2) draft.entriesCount -= 1
  }
}

function planEntries(random: Random, draft: Draft, today: number): PlannedEntry[] {
  const { kind, progress, entriesCount, wishesCount, createdAt } = draft
  const steps = chooseSteps(random, draft)
  const wishes = random.shuffle(kind.wishes).slice(0, wishesCount)
  const last = today - dayMs
  const mostMs = Math.max(0, last - createdAt) / Math.max(1, entriesCount)
  // Work in progress is recent.
  const stepMs = progress === 'inProgress' ? mostMs : Math.min(random.between(1, 6) * dayMs, mostMs)
  const worked = steps.map(([type, name, description = ''], index): PlannedEntry => {
    const state = progressAt(progress, index, steps.length)
    const isExtra = state !== 'upcoming' && type !== 'travel' && random.next() < 0.6 && type === 'installation'
    const extra = random.pick(extras[kind.theme] ?? [smallParts])
    return {
      type,
      name,
      description,
      progress: state,
      minutes: state === 'upcoming' ? 0 : random.pick(minutesOfType[type]),
      extraCents: isExtra ? extra.cents : 0,
      extraText: isExtra ? extra.text : '',
      createdBy: 'admin',
      at: workingTimeOf(random, createdAt + index * stepMs, draft, last),
    }
  })
  const asked = wishes.map(
    (wish): PlannedEntry => ({
      ...wish,
      type: 'wish',
      progress: progress === 'finished' ? 'finished' : 'upcoming',
      minutes: progress === 'finished' ? random.pick(minutesOfType.wish) : 0,
      extraCents: 0,
      extraText: '',
      createdBy: 'customer',
      at: workingTimeOf(random, createdAt + (stepMs * entriesCount) / 2, draft, last),
    }),
  )
  return [...worked, ...asked].sort((a, b) => a.at - b.at)
}

/** The planned number of steps in the order of the work, always including the ticket's own. */
function chooseSteps(random: Random, draft: Draft): Step[] {
  const all = stepsOf(draft)
  const own = all.filter(step => draft.subject.steps.includes(step))
  const others = random.shuffle(all.filter(step => !own.includes(step)))
  const chosen = [...own, ...others].slice(0, draft.entriesCount)
  return all.filter(step => chosen.includes(step))
}

function stepsOf({ kind, subject }: Draft): Step[] {
  return [...kind.before, ...subject.steps, ...kind.after, ...followUps]
}

/** Not before the ticket was created, and not after yesterday. */
function workingTimeOf(random: Random, at: number, { createdAt }: Draft, last: number): number {
  return Math.max(createdAt, Math.min(last + 14 * hourMs, workTime(random, at)))
}

/** Work proceeds from the first entry to the last; a ticket in progress has two unfinished ones. */
function progressAt(ticket: Progress, index: number, length: number): Progress {
  if (ticket !== 'inProgress') return ticket
  const done = Math.max(1, length - 2)
  if (index < done) return 'finished'
  return index === done ? 'inProgress' : 'upcoming'
}

/** A time between 8 and 16 o'clock (UTC) of the day, or of the Friday before a weekend. */
function workTime(random: Random, at: number): number {
  const day = Math.floor(at / dayMs)
  // 1 January 1970 was a Thursday.
  const weekday = (day + 4) % 7
  const back = weekday === 0 ? 2 : weekday === 6 ? 1 : 0
  return (day - back) * dayMs + 8 * hourMs + random.between(0, 8 * 60 - 1) * 60_000
}
