import { foundation } from './0001-foundation.ts'
import { tickets } from './0002-tickets.ts'
import { publicSite } from './0003-public-site.ts'
import { rowTally } from './0004-row-tally.ts'
import { listOrder } from './0005-list-order.ts'
import { searchKinds } from './0006-search-kinds.ts'
import { customerLinks } from './0007-customer-links.ts'
import { searchOfSubject } from './0008-search-of-subject.ts'
import { notifications } from './0009-notifications.ts'
import { lostAnswers } from './0010-lost-answers.ts'
import { messages } from './0011-messages.ts'
import { files } from './0012-files.ts'
import { invoices } from './0013-invoices.ts'
import { services } from './0014-services.ts'
import { workMonths } from './0015-work-months.ts'
import { userSettings } from './0016-user-settings.ts'
import { faqEditing } from './0017-faq-editing.ts'
import { requests } from './0018-requests.ts'
import { vault } from './0019-vault.ts'
import { newsletters } from './0020-newsletters.ts'
import { operations } from './0021-operations.ts'
import { secondFactor } from './0022-second-factor.ts'
import { passkeys } from './0023-passkeys.ts'
import { customerExports } from './0024-customer-exports.ts'
import { backups } from './0025-backups.ts'
import { erasures } from './0026-erasures.ts'
import { loginPolicy } from './0027-login-policy.ts'
import { ticketAttachments } from './0028-ticket-attachments.ts'
import { waitingTime } from './0029-waiting-time.ts'
import { searchParts } from './0030-search-parts.ts'
import { keptAnswers } from './0031-kept-answers.ts'
import { mailRule } from './0032-mail-rule.ts'
import { budgetBasis } from './0033-budget-basis.ts'
import { failedLogins } from './0034-failed-logins.ts'
import { recovery } from './0035-recovery.ts'
import { openWishes } from './0036-open-wishes.ts'
import { servicesByNeed } from './0037-services-by-need.ts'
import { logo } from './0038-logo.ts'
import { waitingWork } from './0039-waiting-work.ts'
import { stopLinks } from './0040-stop-links.ts'
import { contactLink } from './0041-contact-link.ts'
import { oneRowCount } from './0042-one-row-count.ts'
import { failedLoginMoment } from './0043-failed-login-moment.ts'
import { invoicePayments } from './0044-invoice-payments.ts'
import { invoicePdfPasswords } from './0045-invoice-pdf-passwords.ts'
import { listIndexes } from './0046-list-indexes.ts'
import { writtenInvoices } from './0047-written-invoices.ts'
import { issuedDocuments } from './0048-issued-documents.ts'
import { energySites } from './0049-energy-sites.ts'
import { energyReadings } from './0050-energy-readings.ts'
import { energyWrongSigns } from './0051-energy-wrong-signs.ts'
import { invoiceQuestions } from './0052-invoice-questions.ts'
import { dnsUpdater } from './0053-dns-updater.ts'
import { billingRuns } from './0054-billing-runs.ts'
import { energyTariffs } from './0055-energy-tariffs.ts'
import { energyPlans } from './0056-energy-plans.ts'
import { energyMessages } from './0057-energy-messages.ts'
import { energyAlarms } from './0058-energy-alarms.ts'
import { openAmounts } from './0059-open-amounts.ts'
import { energyAccounts } from './0060-energy-accounts.ts'
import { energyMonths } from './0061-energy-months.ts'
import { energyControl } from './0062-energy-control.ts'
import { planDecisions } from './0063-plan-decisions.ts'
import { energySavings } from './0064-energy-savings.ts'
import { energyForecasts } from './0065-energy-forecasts.ts'
import { supersededCommands } from './0066-superseded-commands.ts'
import { addressKeys } from './0067-address-keys.ts'
import { countedDnsCalls } from './0068-counted-dns-calls.ts'
import { phonePieces } from './0069-phone-pieces.ts'
import { runningErasures } from './0070-running-erasures.ts'
import { logoRaster } from './0071-logo-raster.ts'
import { namesByCollection } from './0072-names-by-collection.ts'
import type { Migration } from './migration.ts'

/** Every migration, oldest first. Append-only: a released one is never changed, renamed or moved. */
export const migrations: readonly Migration[] = [
  foundation,
  tickets,
  publicSite,
  rowTally,
  listOrder,
  searchKinds,
  customerLinks,
  searchOfSubject,
  notifications,
  lostAnswers,
  messages,
  files,
  invoices,
  services,
  workMonths,
  userSettings,
  faqEditing,
  requests,
  vault,
  newsletters,
  operations,
  secondFactor,
  passkeys,
  customerExports,
  backups,
  erasures,
  loginPolicy,
  ticketAttachments,
  waitingTime,
  searchParts,
  keptAnswers,
  mailRule,
  budgetBasis,
  failedLogins,
  recovery,
  openWishes,
  servicesByNeed,
  logo,
  waitingWork,
  stopLinks,
  contactLink,
  oneRowCount,
  failedLoginMoment,
  invoicePayments,
  invoicePdfPasswords,
  listIndexes,
  writtenInvoices,
  issuedDocuments,
  energySites,
  energyReadings,
  energyWrongSigns,
  invoiceQuestions,
  dnsUpdater,
  billingRuns,
  energyTariffs,
  energyPlans,
  energyMessages,
  energyAlarms,
  openAmounts,
  energyAccounts,
  energyMonths,
  energyControl,
  planDecisions,
  energySavings,
  energyForecasts,
  supersededCommands,
  addressKeys,
  countedDnsCalls,
  phonePieces,
  runningErasures,
  logoRaster,
  namesByCollection,
]
