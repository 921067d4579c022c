/** All endpoint tables as one record: the basis of the documentation, the access tests and the fuzzers. */

import { accounts } from './accounts.ts'
import { applicationServices, heartbeats } from './application-services.ts'
import { backups } from './backups.ts'
import { billing } from './billing.ts'
import { billingRuns } from './billing-runs.ts'
import { settings } from './business-profile.ts'
import { contact } from './contact.ts'
import { customerExports } from './customer-exports.ts'
import { customerLinks } from './customer-links.ts'
import { customers } from './customers.ts'
import type { DeviceCall } from './device-call.ts'
import { deviceServices } from './device-services.ts'
import { dnsDomains } from './dns-domains.ts'
import { dnsEndpoints } from './dns-endpoints.ts'
import { dnsHostnames } from './dns-hostnames.ts'
import { dnsUpdate } from './dns-update.ts'
import type { Endpoint } from './endpoint.ts'
import { energyAlarms } from './energy-alarms.ts'
import { energyChannels } from './energy-channels.ts'
import { energyCommands } from './energy-commands.ts'
import { energyControl } from './energy-control.ts'
import { energyForecasts } from './energy-forecasts.ts'
import { energyGaps } from './energy-gaps.ts'
import { energyMeasurements } from './energy-history.ts'
import { energyOverrides } from './energy-overrides.ts'
import { energyPlans } from './energy-plans.ts'
import { energyPrices } from './energy-prices.ts'
import { energyProposals } from './energy-proposals.ts'
import { energyReadings } from './energy-readings.ts'
import { energySavings } from './energy-savings.ts'
import { energySites } from './energy-sites.ts'
import { energyStorages } from './energy-storages.ts'
import { energyCosts, energyTariffs } from './energy-tariffs.ts'
import { erasures } from './erasures.ts'
import { events } from './events.ts'
import { adminFaq, faq } from './faq.ts'
import { files } from './files.ts'
import { impersonations } from './impersonations.ts'
import { invoicePayments } from './invoice-payments.ts'
import { invoicePdfPasswords } from './invoice-pdf-passwords.ts'
import { invoiceQuestions } from './invoice-questions.ts'
import { invoices } from './invoices.ts'
import { loginPolicies } from './login-policy.ts'
import { logos } from './logo.ts'
import { lostKeys } from './lost-keys.ts'
import { messages } from './messages.ts'
import { newsletterConsents } from './newsletter-consents.ts'
import { newsletters } from './newsletters.ts'
import { numberSeries } from './number-series.ts'
import { auditLog, failedJobs, outbox } from './operations.ts'
import { passkeys } from './passkeys.ts'
import { requests } from './requests.ts'
import { search } from './search.ts'
import { secondFactors } from './second-factor.ts'
import { serviceCollections } from './service-collections.ts'
import { serviceCredentials } from './service-credentials.ts'
import { services } from './services.ts'
import { statistics } from './statistics.ts'
import { ticketEntries } from './ticket-entries.ts'
import { tickets } from './tickets.ts'
import { timers } from './timers.ts'
import { unsubscriptions } from './unsubscription.ts'
import { ownSettings } from './user-settings.ts'
import { users } from './users.ts'
import { websiteServices } from './website-services.ts'
import { writtenInvoices } from './written-invoices.ts'

export const api = {
  accounts,
  impersonations,
  secondFactors,
  passkeys,
  loginPolicies,
  users,
  customers,
  customerExports,
  erasures,
  customerLinks,
  tickets,
  ticketEntries,
  timers,
  invoices,
  invoicePayments,
  invoicePdfPasswords,
  invoiceQuestions,
  writtenInvoices,
  numberSeries,
  billing,
  billingRuns,
  services,
  deviceServices,
  websiteServices,
  applicationServices,
  heartbeats,
  serviceCollections,
  serviceCredentials,
  dnsDomains,
  dnsHostnames,
  dnsEndpoints,
  energySites,
  energyChannels,
  energyStorages,
  energyTariffs,
  energyCosts,
  energyPrices,
  energyPlans,
  energyControl,
  energyCommands,
  energyOverrides,
  energySavings,
  energyForecasts,
  energyGaps,
  energyReadings,
  energyAlarms,
  energyMeasurements,
  energyProposals,
  contact,
  messages,
  faq,
  adminFaq,
  files,
  settings,
  logos,
  requests,
  search,
  statistics,
  outbox,
  failedJobs,
  lostKeys,
  auditLog,
  backups,
  newsletters,
  newsletterConsents,
  ownSettings,
  unsubscriptions,
  events,
} as const

/** Calls of devices, apart from the endpoints: their protocol is not ours (decision 0077). */
export const deviceCalls: Readonly<Record<string, DeviceCall>> = { dnsUpdate }

/** Every endpoint with its name, e.g. `tickets.list`. */
export function allEndpoints(): { name: string; endpoint: Endpoint }[] {
  return Object.entries(api).flatMap(([group, table]) =>
    Object.entries(table).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
  )
}
