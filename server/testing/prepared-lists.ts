/** The endpoints of the lists in `contract/lists.ts`, with their statements. */

import { userPages } from '#server/features/accounts/user.queries.ts'
import { linkPages } from '#server/features/customer-links/customer-link.queries.ts'
import { customerPages } from '#server/features/customers/customer-list.queries.ts'
import { domainPages } from '#server/features/dns/dns-domain.queries.ts'
import { endpointPages } from '#server/features/dns/dns-endpoint.queries.ts'
import { hostnamePages } from '#server/features/dns/dns-hostname.queries.ts'
import { channelPages } from '#server/features/energy/energy-channel.queries.ts'
import { sitePages } from '#server/features/energy/energy-site.queries.ts'
import { storagePages } from '#server/features/energy/energy-storage.queries.ts'
import { tariffPages } from '#server/features/energy/energy-tariff.queries.ts'
import { commandPages } from '#server/features/energy/storage-command.queries.ts'
import { overridePages } from '#server/features/energy/storage-override.queries.ts'
import { faqPages } from '#server/features/faq/faq.queries.ts'
import { editableFaqPages } from '#server/features/faq/faq-editing.queries.ts'
import { invoicePages } from '#server/features/invoices/invoice-list.queries.ts'
import { questionPages } from '#server/features/invoices/invoice-question.queries.ts'
import { messagePages } from '#server/features/messages/message.queries.ts'
import { newsletterPages } from '#server/features/newsletters/newsletter.queries.ts'
import { auditPages } from '#server/features/operations/audit-log.queries.ts'
import { mailPages } from '#server/features/operations/outbox.queries.ts'
import { requestPages } from '#server/features/requests/request-list.queries.ts'
import { collectionPages } from '#server/features/services/service-collection.queries.ts'
import { credentialPages } from '#server/features/services/service-credential.queries.ts'
import { servicePages } from '#server/features/services/service-list.queries.ts'
import { entryPages } from '#server/features/tickets/ticket-entry-list.queries.ts'
import { ticketPages } from '#server/features/tickets/ticket-list.queries.ts'

export const preparedLists = {
  'applicationServices.list': servicePages,
  'adminFaq.list': editableFaqPages,
  'auditLog.list': auditPages,
  'customerLinks.list': linkPages,
  'customers.list': customerPages,
  'deviceServices.list': servicePages,
  'dnsDomains.list': domainPages,
  'dnsEndpoints.list': endpointPages,
  'dnsHostnames.list': hostnamePages,
  'energyChannels.list': channelPages,
  'energyCommands.list': commandPages,
  'energyOverrides.list': overridePages,
  'energySites.list': sitePages,
  'energyStorages.list': storagePages,
  'energyTariffs.list': tariffPages,
  'faq.list': faqPages,
  'invoiceQuestions.list': questionPages,
  'invoices.list': invoicePages,
  'messages.list': messagePages,
  'newsletters.list': newsletterPages,
  'outbox.list': mailPages,
  'requests.list': requestPages,
  'serviceCollections.list': collectionPages,
  'serviceCredentials.list': credentialPages,
  'services.list': servicePages,
  'ticketEntries.list': entryPages,
  'tickets.list': ticketPages,
  'users.list': userPages,
  'websiteServices.list': servicePages,
} as const
