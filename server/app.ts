/** The composition root: which features the server has, and what it runs on. */
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { createPasswords } from '#server/auth/passwords.ts'
import { type BackupBeforeMigration, backUpBeforeMigration, enterBackupBeforeMigration } from '#server/backup/run.ts'
import { systemClock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/context.ts'
import { migrate } from '#server/database/migrate.ts'
import { type OpenedDatabase, openDatabase } from '#server/database/open.ts'
import { failedLoginJobs } from '#server/features/accounts/login/failures/jobs.ts'
import { loginPolicyRoutes } from '#server/features/accounts/login-policy/routes.ts'
import { passkeyRoutes } from '#server/features/accounts/passkeys/routes.ts'
import { passwordJobs } from '#server/features/accounts/passwords/jobs.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { secondFactorRoutes } from '#server/features/accounts/second-factor/routes.ts'
import { userRoutes } from '#server/features/accounts/users/routes.ts'
import { viewRoutes } from '#server/features/accounts/view/routes.ts'
import { contactRoutes } from '#server/features/contact/routes.ts'
import { customerExportJobs } from '#server/features/customer-exports/jobs.ts'
import { customerExportRoutes } from '#server/features/customer-exports/routes.ts'
import { customerLinkRoutes } from '#server/features/customer-links/routes.ts'
import { customerRoutes } from '#server/features/customers/routes.ts'
import { erasureJobs } from '#server/features/erasures/jobs.ts'
import { erasureRoutes } from '#server/features/erasures/routes.ts'
import { watchSessions } from '#server/features/events/jobs.ts'
import { eventRoutes } from '#server/features/events/routes.ts'
import { adminFaqRoutes } from '#server/features/faq/editing/routes.ts'
import { faqRoutes } from '#server/features/faq/routes.ts'
import { fileRoutes } from '#server/features/files/routes.ts'
import { billingRoutes } from '#server/features/invoices/billing/routes.ts'
import { invoiceRoutes } from '#server/features/invoices/routes.ts'
import { messageRoutes } from '#server/features/messages/routes.ts'
import { newsletterConsentRoutes } from '#server/features/newsletters/consent/routes.ts'
import { newsletterJobs } from '#server/features/newsletters/jobs.ts'
import { newsletterRoutes } from '#server/features/newsletters/routes.ts'
import { notificationJobs } from '#server/features/notifications/jobs.ts'
import { auditRoutes } from '#server/features/operations/audit-log/routes.ts'
import { backupJobs } from '#server/features/operations/backups/jobs.ts'
import { backupRoutes } from '#server/features/operations/backups/routes.ts'
import { failedJobRoutes } from '#server/features/operations/failed-jobs/routes.ts'
import { lostKeyRoutes } from '#server/features/operations/lost-keys/routes.ts'
import { outboxRoutes } from '#server/features/operations/routes.ts'
import { requestRoutes } from '#server/features/requests/routes.ts'
import { searchRoutes } from '#server/features/search/routes.ts'
import { applicationJobs } from '#server/features/services/application/jobs.ts'
import { heartbeatRoutes } from '#server/features/services/application/routes.ts'
import { collectionRoutes } from '#server/features/services/collections/routes.ts'
import { credentialRoutes } from '#server/features/services/credentials/routes.ts'
import { serviceRoutes } from '#server/features/services/routes.ts'
import { websiteJobs } from '#server/features/services/website/jobs.ts'
import { logoRoutes } from '#server/features/settings/logo/routes.ts'
import { isSwitchedOff } from '#server/features/settings/queries.ts'
import { settingsRoutes } from '#server/features/settings/routes.ts'
import { statisticsRoutes } from '#server/features/statistics/routes.ts'
import { entryRoutes } from '#server/features/tickets/entries/routes.ts'
import { ticketRoutes } from '#server/features/tickets/routes.ts'
import { timerRoutes } from '#server/features/tickets/timer/routes.ts'
import { confirmationJobs } from '#server/features/user-settings/confirmation/jobs.ts'
import { userSettingsRoutes } from '#server/features/user-settings/routes.ts'
import { unsubscriptionRoutes } from '#server/features/user-settings/unsubscribe/routes.ts'
import type { BoundEndpoint } from '#server/http/bind.ts'
import type { Readiness } from '#server/http/health.ts'
import { createServer } from '#server/http/server.ts'
import type { Site } from '#server/http/site-files.ts'
import type { JobDefinition } from '#server/jobs/definition.ts'
import { housekeepingJobs } from '#server/jobs/housekeeping.ts'
import { openKeys } from '#server/keys.ts'
import { createExchange } from '#server/live/exchange.ts'
import type { RequestMeter } from '#server/metrics/meters.ts'
import { checkKeys } from '#server/secrets/canary.ts'
import { StartError } from '#server/start-error.ts'

export const routes: readonly BoundEndpoint[] = [
  ...accountRoutes,
  ...viewRoutes,
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
  ...billingRoutes,
  ...serviceRoutes,
  ...heartbeatRoutes,
  ...collectionRoutes,
  ...credentialRoutes,
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

export const jobs: readonly JobDefinition[] = [
  ...housekeepingJobs,
  ...passwordJobs,
  ...failedLoginJobs,
  ...notificationJobs,
  ...confirmationJobs,
  ...newsletterJobs,
  ...websiteJobs,
  ...applicationJobs,
  ...customerExportJobs,
  ...backupJobs,
  ...erasureJobs,
]

/** Where `npm run build` leaves the web app. */
export const siteFolder = fileURLToPath(new URL('../dist/web', import.meta.url))

type Surroundings = {
  /** Told when the process is about to stop. */
  readonly readiness?: Readiness
  /** The built web app; without it the server answers calls only. */
  readonly site?: Site | undefined
  /** Where figures are kept of what is answered. */
  readonly meter?: RequestMeter | undefined
}

/** The whole server, not listening yet. */
export async function buildApp(
  services: Services,
  { readiness = { isStopping: false }, site, meter }: Surroundings = {},
) {
  const app = await createServer({ services, endpoints: routes, readiness, site, isSwitchedOff, meter })
  const stopWatching = watchSessions(services)
  app.addHook('onClose', async () => stopWatching())
  return app
}

/** Opens keys and database and migrates it. `wake` is what wakes the workers of the process, where it has some. */
export async function openServices(
  config: Config,
  log: Logger,
  wake: () => void = () => {},
): Promise<{ services: Services; database: OpenedDatabase }> {
  const keys = openKeys(config.keysFile)
  const database = await openDatabase(config)
  const { engine, db, copies } = database
  const passwords = createPasswords()
  // On PostgreSQL the relay says from when on it knows of all changes.
  const live = createExchange(systemClock, { isOpen: engine === 'sqlite' })
  const services = { config, engine, db, copies, clock: systemClock, log, keys, passwords, live, wake }
  try {
    await migrateWithBackup(database, services)
  } catch (error) {
    await database.close()
    throw error
  }
  for (const id of await checkKeys(services)) {
    log.error(
      { keyId: id },
      `the keys file ${config.keysFile} does not hold the key ${id} that secrets are sealed with: they cannot be read until it is back. Everything else works`,
    )
  }
  return { database, services }
}

/** The backup is entered afterwards: before the first migration there may be no table for it. */
async function migrateWithBackup(database: OpenedDatabase, services: Services): Promise<void> {
  let before: BackupBeforeMigration | undefined
  const backUp = async () => {
    before = await backUpBeforeMigration(services).catch((error: Error) => {
      throw new StartError(`Nothing was migrated, because no backup could be made before: ${error.message}.`, {
        cause: error,
      })
    })
  }
  await migrate(database, { clock: services.clock, log: services.log, backUp })
  if (before) await enterBackupBeforeMigration(services, before)
}
