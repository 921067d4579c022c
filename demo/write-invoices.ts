/**
 * The demo's latest invoices, written by the portal itself: with the commands of the product, so with number series,
 * snapshot, XML, original and audit lines. Only the clock differs: each step happens at its planned time.
 */
import type { InvoiceLineInput } from '#contract/invoice-lines.ts'
import type { VatCase } from '#contract/vat-cases.ts'
import type { Actor, UserActor } from '#server/auth/actor.ts'
import { scopeOf } from '#server/auth/scope.ts'
import { calendarDate, dayMs, hourMs, instantText, minuteMs } from '#server/clock.ts'
import type { Context, Runtime } from '#server/context.ts'
import { billWork } from '#server/features/invoices/billing.commands.ts'
import { cancelInvoice } from '#server/features/invoices/cancellation.commands.ts'
import type { StoredInvoice } from '#server/features/invoices/invoice.queries.ts'
import { replaceContent } from '#server/features/invoices/invoice-content.commands.ts'
import { listLines } from '#server/features/invoices/invoice-lines.queries.ts'
import { recordPayment } from '#server/features/invoices/invoice-payment.commands.ts'
import { publishInvoice } from '#server/features/invoices/invoice-publication.commands.ts'
import { askQuestion } from '#server/features/invoices/invoice-question.commands.ts'
import { setSeries } from '#server/features/invoices/number-series.commands.ts'
import { listSeries } from '#server/features/invoices/number-series.queries.ts'
import { eurOf } from '#server/units.ts'

/** An invoice to write. Instants are milliseconds. */
export type WrittenPlan = {
  customerId: string
  madeAt: number
  dueAt: number
  paidAt: number | null
  partPaidAt: number | null
  notes: string
  /** Entries to bill; none with lines by hand. */
  entryIds: readonly string[]
  lines: readonly InvoiceLineInput[]
  vatCase: VatCase
}

type People = { program: Actor; mainCustomer: UserActor & { customerId: string } }

/** An action at an instant. */
type Step = { at: number; run: () => Promise<unknown> }

const cancelReason = 'Der Leistungszeitraum war falsch angegeben.'
const question = 'Wofür war diese Zeit nötig? Ich hatte mit weniger Stunden gerechnet.'

/** `beforeStep` is called with the instant of each step, in their order. */
export async function writeInvoices(
  runtime: Runtime,
  plans: readonly WrittenPlan[],
  people: People,
  beforeStep: (at: number) => Promise<void>,
): Promise<void> {
  const [first] = plans
  if (first === undefined) return
  const now = runtime.clock.now().getTime()
  const at = (moment: number, actor: Actor = people.program) => contextAt(runtime, Math.min(moment, now), actor)
  const own = plans.filter(({ customerId }) => customerId === people.mainCustomer.customerId)
  const [cancelled = first] = own
  const asked = own.at(-1)
  const steps: Step[] = [{ at: first.madeAt - minuteMs, run: () => openSeries(at(first.madeAt - minuteMs)) }]
  for (const plan of plans) {
    const moment = plan.madeAt
    steps.push({
      at: moment,
      async run() {
        const invoice = await writeInvoice(at, plan, moment)
        const valid = plan === cancelled ? await cancelAndRepeat(at, plan, invoice) : invoice
        if (plan === asked) await ask(at(moment + 3 * hourMs, people.mainCustomer), people.mainCustomer, valid)
      },
    })
  }
  for (const step of steps.toSorted((one, other) => one.at - other.at)) {
    await beforeStep(step.at)
    await step.run()
  }
}

type At = (moment: number, actor?: Actor) => Context

/** Drafts, issues and pays an invoice. */
async function writeInvoice(at: At, plan: WrittenPlan, moment: number): Promise<StoredInvoice> {
  const context = at(moment)
  const { customerId, entryIds } = plan
  const [draft] = await billWork(context, { customerId, entryIds: [...entryIds], form: 'written', grouping: 'ticket' })
  if (draft === undefined) throw new Error('Work was planned for this invoice.')
  const { id, service_from, service_to } = draft
  const day = calendarDate(new Date(moment))
  const work = (await listLines(context.db, id)).map(line => ({
    id: line.id,
    text: line.text,
    description: line.description,
    quantity: line.quantity_milli / 1_000,
    unit: line.unit,
    unitPrice: line.unit_price_e4 / 10_000,
    vatCase: plan.vatCase,
  }))
  const isPhotovoltaics = plan.vatCase === 'photovoltaics'
  await replaceContent(
    context,
    id,
    {
      issueDate: day,
      dueDate: calendarDate(new Date(plan.dueAt)),
      serviceFrom: service_from ?? day,
      serviceTo: service_to ?? day,
      notes: plan.notes,
      grouping: 'ticket',
      entryIds: [...entryIds],
      lines: [...work, ...plan.lines],
      closingText: '',
      hasWorkRecord: entryIds.length > 3,
      photovoltaics: { isOperator: isPhotovoltaics, isEligibleBuilding: isPhotovoltaics },
    },
    undefined,
  )
  const issued = await publishInvoice(context, id, undefined)
  await pay(at, plan, issued)
  return issued
}

/** A third first, where the plan has a first part. */
async function pay(at: At, { partPaidAt, paidAt }: WrittenPlan, { id, gross_cents }: StoredInvoice): Promise<void> {
  const part = partPaidAt === null ? 0 : Math.round(gross_cents / 3)
  const payments = [
    { moment: partPaidAt, cents: part },
    { moment: paidAt, cents: gross_cents - part },
  ]
  for (const { moment, cents } of payments) {
    if (moment === null) continue
    const paidDate = calendarDate(new Date(moment))
    await recordPayment(at(moment), id, { amount: eurOf(cents), paidDate })
  }
}

/** The invoice is cancelled an hour later and written again, with the first part of its payment. */
async function cancelAndRepeat(at: At, plan: WrittenPlan, { id }: StoredInvoice): Promise<StoredInvoice> {
  await cancelInvoice(at(plan.madeAt + hourMs), id, { reason: cancelReason }, undefined)
  const again = plan.madeAt + 2 * hourMs
  return writeInvoice(at, { ...plan, paidAt: null, partPaidAt: again + 10 * dayMs }, again)
}

async function ask(context: Context, customer: UserActor, { id }: StoredInvoice): Promise<void> {
  const lines = await listLines(context.db, id)
  const line = lines.toSorted((one, other) => other.net_cents - one.net_cents)[0]
  if (line === undefined) throw new Error('An issued invoice has lines.')
  await askQuestion(context, customer, id, { lineId: line.id, text: question })
}

/** Both series as the portal proposes them, behind the numbers that another program gave. */
async function openSeries(context: Context): Promise<void> {
  for (const { kind, form, next } of await listSeries(context)) {
    await setSeries(context, { kind, form, start: next }, undefined)
  }
}

/** Mails of past events left in the past: none waits in the outbox. */
function contextAt(runtime: Runtime, moment: number, actor: Actor): Context {
  const now = new Date(moment)
  const at = instantText(now)
  return {
    ...runtime,
    clock: { now: () => now },
    actor,
    scope: scopeOf(actor),
    address: '',
    userAgent: '',
    async beforeCommit(trx) {
      const sent = { state: 'sent', attempts: 1, sent_at: at } as const
      await trx
        .updateTable('outbox_mail')
        .set(sent)
        .where('state', '=', 'waiting')
        .where('created_at', '=', at)
        .execute()
      const known = { state: 'sent', content: '' } as const
      await trx
        .updateTable('notification')
        .set(known)
        .where('state', '=', 'waiting')
        .where('created_at', '=', at)
        .execute()
    },
  }
}
