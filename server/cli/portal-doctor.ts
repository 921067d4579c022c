/** The checks of `portal doctor`: everything with redundant data. */
import { verifyAudit } from '#server/audit/verify-audit.ts'
import type { Runtime } from '#server/context.ts'
import { checkIntegrity } from '#server/database/copies/check-integrity.ts'
import type { OpenedDatabase } from '#server/database/open.ts'
import { checkRowCounts } from '#server/database/row-counts.ts'
import { checkDnsNames } from '#server/features/dns/dns-name-check.queries.ts'
import { checkEnergyDays } from '#server/features/energy/slot.queries.ts'
import { checkEnergyAccounts } from '#server/features/energy/slot-account-check.queries.ts'
import { differenceSentence } from '#server/features/invoices/invoice-archive.jobs.ts'
import { checkArchive } from '#server/features/invoices/invoice-archive.queries.ts'
import { checkPaymentSums } from '#server/features/invoices/invoice-payment.queries.ts'
import { checkOpenAmounts } from '#server/features/statistics/open-amount.queries.ts'
import { checkWorkMonths } from '#server/features/statistics/statistics.queries.ts'
import { checkTicketSums } from '#server/features/tickets/ticket-sums.queries.ts'
import { checkFiles } from '#server/files/file-check.ts'
import { checkKeys } from '#server/secrets/canary.ts'
import { checkSecrets } from '#server/secrets/rewrap.ts'

export type Examination = {
  /** One plain sentence each; empty when all is well. */
  readonly findings: readonly string[]
  readonly secretsCount: number
  readonly filesCount: number
  readonly auditEntries: number
}

export async function examine(runtime: Runtime, database: OpenedDatabase): Promise<Examination> {
  const damage = await checkIntegrity(database)
  const wrongTickets = await checkTicketSums(runtime.db)
  const wrongCounts = await checkRowCounts(runtime.db)
  const wrongMonths = await checkWorkMonths(runtime.db)
  const wrongAmounts = await checkOpenAmounts(runtime.db)
  const wrongPayments = await checkPaymentSums(runtime.db)
  const wrongInvoices = await checkArchive(runtime.db)
  const wrongDays = await checkEnergyDays(runtime.db)
  const wrongAccounts = await checkEnergyAccounts(runtime.db)
  const wrongNames = await checkDnsNames(runtime.db)
  const lostKeys = await checkKeys(runtime)
  const secrets = await checkSecrets(runtime)
  const files = await checkFiles(runtime)
  const audit = await verifyAudit(runtime.db)
  const findings = [
    ...damage,
    ...wrongTickets.map(({ number }) => `The sums of ticket ${number} are not those of its entries.`),
    ...(wrongCounts.length === 0 ? [] : ['The counts kept for the lists are not those of the rows.']),
    ...wrongMonths.map(({ month }) => `The sums of the month ${month} are not those of its entries.`),
    ...(wrongAmounts.length === 0
      ? []
      : ['The amounts kept for the summaries are not those of open tickets and invoices.']),
    ...wrongPayments.map(({ number }) => `What invoice ${number} keeps of its payments is not their sum.`),
    ...wrongInvoices.map(differenceSentence),
    ...wrongDays.map(({ name, date }) => `The energy of ${name} on ${date} is not that of its slots.`),
    ...wrongAccounts.map(({ name, date }) => `The cost or origin of ${name} on ${date} is not that of its slots.`),
    ...wrongNames.map(({ fullName }) => `The host name ${fullName} is not that of its domain.`),
    ...lostKeys.map(id => `The keys file does not hold the key ${id} that secrets were sealed with.`),
    ...(secrets.unreadable === 0 ? [] : [`${secrets.unreadable} of ${secrets.count} secrets cannot be read.`]),
    ...files.damaged.map(({ id, name }) => `The file ${name} (${id}) is not what was uploaded.`),
    ...(audit.ok ? [] : [`The audit log is broken at line ${audit.brokenAtSeq}.`]),
  ]
  return { findings, secretsCount: secrets.count, filesCount: files.count, auditEntries: audit.entries }
}
