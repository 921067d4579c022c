import type { Migration } from './migrate.ts'
import { foundation } from './migrations/0001-foundation.ts'
import { tickets } from './migrations/0002-tickets.ts'
import { publicSite } from './migrations/0003-public-site.ts'
import { rowTally } from './migrations/0004-row-tally.ts'
import { listOrder } from './migrations/0005-list-order.ts'
import { searchKinds } from './migrations/0006-search-kinds.ts'
import { customerLinks } from './migrations/0007-customer-links.ts'
import { searchOfSubject } from './migrations/0008-search-of-subject.ts'
import { notifications } from './migrations/0009-notifications.ts'
import { lostAnswers } from './migrations/0010-lost-answers.ts'
import { messages } from './migrations/0011-messages.ts'
import { files } from './migrations/0012-files.ts'
import { invoices } from './migrations/0013-invoices.ts'
import { services } from './migrations/0014-services.ts'
import { workMonths } from './migrations/0015-work-months.ts'
import { userSettings } from './migrations/0016-user-settings.ts'
import { faqEditing } from './migrations/0017-faq-editing.ts'
import { requests } from './migrations/0018-requests.ts'
import { vault } from './migrations/0019-vault.ts'
import { newsletters } from './migrations/0020-newsletters.ts'
import { operations } from './migrations/0021-operations.ts'
import { secondFactor } from './migrations/0022-second-factor.ts'
import { passkeys } from './migrations/0023-passkeys.ts'
import { customerExports } from './migrations/0024-customer-exports.ts'
import { backups } from './migrations/0025-backups.ts'
import { erasures } from './migrations/0026-erasures.ts'
import { loginPolicy } from './migrations/0027-login-policy.ts'
import { ticketAttachments } from './migrations/0028-ticket-attachments.ts'
import { waitingTime } from './migrations/0029-waiting-time.ts'
import { searchParts } from './migrations/0030-search-parts.ts'
import { keptAnswers } from './migrations/0031-kept-answers.ts'
import { mailRule } from './migrations/0032-mail-rule.ts'
import { budgetBasis } from './migrations/0033-budget-basis.ts'
import { failedLogins } from './migrations/0034-failed-logins.ts'
import { recovery } from './migrations/0035-recovery.ts'
import { openWishes } from './migrations/0036-open-wishes.ts'
import { servicesByNeed } from './migrations/0037-services-by-need.ts'
import { logo } from './migrations/0038-logo.ts'
import { waitingWork } from './migrations/0039-waiting-work.ts'
import { stopLinks } from './migrations/0040-stop-links.ts'
import { contactLink } from './migrations/0041-contact-link.ts'

/** Every migration, oldest first. Only added to: a released one is never changed, renamed or moved. */
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
]
