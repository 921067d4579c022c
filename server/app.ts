/** The composition root: the features of the server, and its runtime. */
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { createPasswords } from '#server/auth/passwords.ts'
import { systemClock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Runtime } from '#server/context.ts'
import { type OpenedDatabase, openDatabase } from '#server/database/open.ts'
import type { BoundEndpoint } from '#server/http/bind.ts'
import type { BoundDeviceCall } from '#server/http/device-route.ts'
import { createServer } from '#server/http/server.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { housekeepingJobs } from '#server/jobs/housekeeping.ts'
import { openKeys } from '#server/keys.ts'
import type { RequestMeter } from '#server/metrics/meters.ts'
import { checkKeys } from '#server/secrets/canary.ts'
import { StartError } from '#server/start-error.ts'
import { type BackupBeforeMigration, backUpBeforeMigration, enterBackupBeforeMigration } from './backup/backup-run.ts'
import { migrate } from './database/migrations/migrate.ts'
import { accountRoutes } from './features/accounts/account.routes.ts'
import { failedLoginJobs } from './features/accounts/failed-login.jobs.ts'
import { loginPolicyRoutes } from './features/accounts/login-policy.routes.ts'
import { passkeyRoutes } from './features/accounts/passkey.routes.ts'
import { passwordJobs } from './features/accounts/password.jobs.ts'
import { secondFactorRoutes } from './features/accounts/second-factor.routes.ts'
import { userRoutes } from './features/accounts/user.routes.ts'
import { backupJobs } from './features/backups/backup.jobs.ts'
import { backupRoutes } from './features/backups/backup.routes.ts'
import { isSwitchedOff } from './features/business-profile/business-profile.queries.ts'
import { settingsRoutes } from './features/business-profile/business-profile.routes.ts'
import { logoRoutes } from './features/business-profile/logo.routes.ts'
import { contactRoutes } from './features/contact/contact-message.routes.ts'
import { customerLinkRoutes } from './features/customer-links/customer-link.routes.ts'
import { customerRoutes } from './features/customers/customer.routes.ts'
import { dnsJobs } from './features/dns/dns.jobs.ts'
import { dnsDomainRoutes } from './features/dns/dns-domain.routes.ts'
import { dnsEndpointRoutes } from './features/dns/dns-endpoint.routes.ts'
import { dnsHostnameRoutes } from './features/dns/dns-hostname.routes.ts'
import { dnsUpdateRoutes } from './features/dns/dns-update.routes.ts'
import { alarmRoutes } from './features/energy/alarm.routes.ts'
import { energyJobs } from './features/energy/energy.jobs.ts'
import { costRoutes } from './features/energy/energy-bill.routes.ts'
import { channelRoutes } from './features/energy/energy-channel.routes.ts'
import { measurementRoutes } from './features/energy/energy-history.routes.ts'
import { priceRoutes } from './features/energy/energy-price.routes.ts'
import { proposalRoutes } from './features/energy/energy-proposal.routes.ts'
import { readingRoutes } from './features/energy/energy-reading.routes.ts'
import { siteRoutes } from './features/energy/energy-site.routes.ts'
import { storageRoutes } from './features/energy/energy-storage.routes.ts'
import { tariffRoutes } from './features/energy/energy-tariff.routes.ts'
import { forecastRoutes } from './features/energy/forecast-day.routes.ts'
import { savingRoutes } from './features/energy/saving.routes.ts'
import { controlRoutes } from './features/energy/site-control.routes.ts'
import { gapRoutes } from './features/energy/site-gap.routes.ts'
import { planRoutes } from './features/energy/site-plan.routes.ts'
import { watchSessions } from './features/events/change-event.jobs.ts'
import { eventRoutes } from './features/events/change-event.routes.ts'
import { faqRoutes } from './features/faq/faq.routes.ts'
import { adminFaqRoutes } from './features/faq/faq-editing.routes.ts'
import { fileRoutes } from './features/files/file.routes.ts'
import { impersonationRoutes } from './features/impersonations/impersonation.routes.ts'
import { billingRoutes } from './features/invoices/billing.routes.ts'
import { billingRunJobs } from './features/invoices/billing-run.jobs.ts'
import { billingRunRoutes } from './features/invoices/billing-run.routes.ts'
import { invoicePaymentRoutes, invoicePdfPasswordRoutes, invoiceRoutes } from './features/invoices/invoice.routes.ts'
import { invoiceArchiveJobs } from './features/invoices/invoice-archive.jobs.ts'
import { invoiceQuestionRoutes } from './features/invoices/invoice-question.routes.ts'
import { numberSeriesRoutes } from './features/invoices/number-series.routes.ts'
import { writtenInvoiceRoutes } from './features/invoices/written-invoice.routes.ts'
import { messageRoutes } from './features/messages/message.routes.ts'
import { newsletterJobs } from './features/newsletters/newsletter.jobs.ts'
import { newsletterRoutes } from './features/newsletters/newsletter.routes.ts'
import { newsletterConsentRoutes } from './features/newsletters/newsletter-consent.routes.ts'
import { notificationJobs } from './features/notifications/notification.jobs.ts'
import { auditRoutes } from './features/operations/audit-log.routes.ts'
import { failedJobRoutes } from './features/operations/failed-job.routes.ts'
import { lostKeyRoutes } from './features/operations/lost-keys.routes.ts'
import { outboxRoutes } from './features/operations/outbox.routes.ts'
import { customerExportJobs } from './features/privacy/customer-export.jobs.ts'
import { customerExportRoutes } from './features/privacy/customer-export.routes.ts'
import { erasureJobs } from './features/privacy/erasure.jobs.ts'
import { erasureRoutes } from './features/privacy/erasure.routes.ts'
import { requestRoutes } from './features/requests/request.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { applicationJobs } from './features/services/heartbeat.jobs.ts'
import { heartbeatRoutes } from './features/services/heartbeat.routes.ts'
import { serviceRoutes } from './features/services/service.routes.ts'
import { collectionRoutes } from './features/services/service-collection.routes.ts'
import { credentialRoutes } from './features/services/service-credential.routes.ts'
import { websiteJobs } from './features/services/website-check.jobs.ts'
import { statisticsRoutes } from './features/statistics/statistics.routes.ts'
import { ticketRoutes } from './features/tickets/ticket.routes.ts'
import { entryRoutes } from './features/tickets/ticket-entry.routes.ts'
import { timerRoutes } from './features/tickets/timer.routes.ts'
import { confirmationJobs } from './features/user-settings/confirmation.jobs.ts'
import { unsubscriptionRoutes } from './features/user-settings/unsubscription.routes.ts'
import { userSettingsRoutes } from './features/user-settings/user-settings.routes.ts'
import type { Readiness } from './http/operations/health.ts'
import type { Site } from './http/site/site-files.ts'
import { createDocumentThread } from './invoice-documents/document-thread.ts'
import { createExchange } from './realtime/change-exchange.ts'

export const routes: readonly BoundEndpoint[] = [
  ...accountRoutes,
  ...impersonationRoutes,
  ...secondFactorRoutes,
  ...passkeyRoutes,
  ...loginPolicyRoutes,
  ...userRoutes,
  ...customerRoutes,
  ...customerExportRoutes,
  ...erasureRoutes,
  ...customerLinkRoutes,
  ...ticketRoutes,
  ...entryRoutes,
  ...timerRoutes,
  ...invoiceRoutes,
  ...invoicePaymentRoutes,
  ...invoicePdfPasswordRoutes,
  ...invoiceQuestionRoutes,
  ...writtenInvoiceRoutes,
  ...numberSeriesRoutes,
  ...billingRoutes,
  ...billingRunRoutes,
  ...serviceRoutes,
  ...heartbeatRoutes,
  ...collectionRoutes,
  ...credentialRoutes,
  ...dnsDomainRoutes,
  ...dnsHostnameRoutes,
  ...dnsEndpointRoutes,
  ...siteRoutes,
  ...channelRoutes,
  ...storageRoutes,
  ...tariffRoutes,
  ...costRoutes,
  ...priceRoutes,
  ...planRoutes,
  ...controlRoutes,
  ...savingRoutes,
  ...forecastRoutes,
  ...gapRoutes,
  ...readingRoutes,
  ...alarmRoutes,
  ...measurementRoutes,
  ...proposalRoutes,
  ...contactRoutes,
  ...messageRoutes,
  ...faqRoutes,
  ...adminFaqRoutes,
  ...fileRoutes,
  ...settingsRoutes,
  ...logoRoutes,
  ...requestRoutes,
  ...searchRoutes,
  ...statisticsRoutes,
  ...outboxRoutes,
  ...failedJobRoutes,
  ...lostKeyRoutes,
  ...auditRoutes,
  ...backupRoutes,
  ...newsletterRoutes,
  ...newsletterConsentRoutes,
  ...userSettingsRoutes,
  ...unsubscriptionRoutes,
  ...eventRoutes,
]

/** Calls of devices. */
export const deviceRoutes: readonly BoundDeviceCall[] = [...dnsUpdateRoutes]

export const jobs: readonly JobDefinition[] = [
  ...housekeepingJobs,
  ...passwordJobs,
  ...failedLoginJobs,
  ...notificationJobs,
  ...confirmationJobs,
  ...newsletterJobs,
  ...websiteJobs,
  ...applicationJobs,
  ...dnsJobs,
  ...energyJobs,
  ...customerExportJobs,
  ...backupJobs,
  ...erasureJobs,
  ...invoiceArchiveJobs,
  ...billingRunJobs,
]

/** Where `npm run build` leaves the web app. */
export const siteFolder = fileURLToPath(new URL('../dist/web', import.meta.url))

type Surroundings = {
  /** Called when the process is about to stop. */
  readonly readiness?: Readiness
  /** The built web app; without it the server answers API calls only. */
  readonly site?: Site | undefined
  /** The metrics registry for answers. */
  readonly meter?: RequestMeter | undefined
}

/** The whole server, not listening yet. */
export async function buildApp(
  runtime: Runtime,
  { readiness = { isStopping: false }, site, meter }: Surroundings = {},
) {
  const app = await createServer({
    runtime,
    endpoints: routes,
    deviceCalls: deviceRoutes,
    readiness,
    site,
    isSwitchedOff,
    meter,
  })
  const stopWatching = watchSessions(runtime)
  app.addHook('onClose', async () => stopWatching())
  return app
}

/** Opens the keys, and opens and migrates the database. `wake`: wakes the workers of the process, none by default. */
export async function openServices(
  config: Config,
  log: Logger,
  wake: () => void = () => {},
): Promise<{ runtime: Runtime; database: OpenedDatabase }> {
  const keys = openKeys(config.keysFile)
  const database = await openDatabase(config)
  const { engine, db, copies } = database
  const passwords = createPasswords()
  // On PostgreSQL the relay reports when it starts receiving all changes.
  const realtime = createExchange(systemClock, { isOpen: engine === 'sqlite' })
  const documents = createDocumentThread()
  const runtime = { config, engine, db, copies, clock: systemClock, log, keys, passwords, realtime, documents, wake }
  try {
    await migrateWithBackup(database, runtime)
  } catch (error) {
    await database.close()
    throw error
  }
  for (const id of await checkKeys(runtime)) {
    log.error(
      { keyId: id },
      `the keys file ${config.keysFile} does not hold the key ${id} that secrets are sealed with: they cannot be read until it is back. Everything else works`,
    )
  }
  return { database, runtime }
}

/** The backup is recorded afterwards: before the first migration there may be no table for it. */
async function migrateWithBackup(database: OpenedDatabase, runtime: Runtime): Promise<void> {
  let before: BackupBeforeMigration | undefined
  const backUp = async () => {
    before = await backUpBeforeMigration(runtime).catch((error: Error) => {
      throw new StartError(`Nothing was migrated, because no backup could be made before: ${error.message}.`, {
        cause: error,
      })
    })
  }
  await migrate(database, { clock: runtime.clock, log: runtime.log, backUp })
  if (before) await enterBackupBeforeMigration(runtime, before)
}
