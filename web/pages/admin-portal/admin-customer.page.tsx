import { IconEye, IconPencil, IconPlus } from '@tabler/icons-react'
import { getRouteApi, type LinkProps } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Customer } from '#contract/customers.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/action/button.tsx'
import { PageHeader } from '#web/components/display/page-header.tsx'
import { ItemSkeleton } from '#web/components/feedback/item-skeleton.tsx'
import { LoadedItem } from '#web/components/feedback/loaded-item.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { SectionNav } from '#web/components/navigation/section-nav.tsx'
import { TextLink } from '#web/components/navigation/text-link.tsx'
import { deleteActions, MoreMenu } from '#web/components/overlay/more-menu.tsx'
import { customerKindText } from '#web/features/customers/customer.labels.ts'
import { customerQuery, searchCustomers } from '#web/features/customers/customer.query-options.ts'
import { CustomerDrawer } from '#web/features/customers/customer-drawer.tsx'
import { customerDraftName } from '#web/features/customers/customer-form.tsx'
import { DeleteCustomerDialog } from '#web/features/customers/delete-customer-dialog.tsx'
import { ImpersonationDialog } from '#web/features/customers/impersonation-dialog.tsx'
import { ErasureWarning } from '#web/features/privacy/erasure-warning.tsx'
import { TicketDrawer } from '#web/features/tickets/ticket-drawer.tsx'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { customerSections } from '#web/pages/customer-page-sections.ts'
import { customerTexts } from '#web/texts/customers.texts.ts'
import { privacyTexts } from '#web/texts/privacy.texts.ts'
import { CustomerBilling } from './customer-billing.tsx'
import { CustomerOverview } from './customer-overview.tab.tsx'

const route = getRouteApi(paths.adminCustomer)

/** /admin-portal/customer/$id: one customer with all their data, by section. */
export function AdminCustomerPage() {
  const { id } = route.useParams()
  return (
    <LoadedItem query={customerQuery(id)} held={<ItemSkeleton aside={false} />}>
      {customer => <LoadedCustomer customer={customer} />}
    </LoadedItem>
  )
}

function LoadedCustomer({ customer }: { customer: Customer }) {
  const navigate = route.useNavigate()
  const { section } = route.useSearch()
  const [isEditOpen, setEditOpen] = useState(() => hasDraft(customerDraftName(customer)))
  const [isTicketOpen, setTicketOpen] = useState(false)
  const [isImpersonationOpen, setImpersonationOpen] = useState(false)
  const [asksToDelete, setAsksToDelete] = useState(false)
  const { hourlyRate, displayName } = customer
  return (
    <>
      <PageHeader
        title={displayName}
        meta={
          <>
            <span className="tabular">{customer.number}</span>
            <span>{customerKindText(customer.kind)}</span>
            <span>{texts.ticketsCount(customer.ticketsCount)}</span>
          </>
        }
        actions={
          <CustomerActions
            customer={customer}
            onNewTicket={() => setTicketOpen(true)}
            onEdit={() => setEditOpen(true)}
            onImpersonate={() => setImpersonationOpen(true)}
            onDelete={() => setAsksToDelete(true)}
          />
        }
      />
      <div className="mb-6 border-hairline border-b">
        <SectionNav label={texts.sections.label} items={sectionsOf(customer.id)} />
      </div>
      <CustomerNotices customerId={customer.id} section={section} />
      <Suspense fallback={<SkeletonText lines={6} />}>
        <Section customer={customer} />
      </Suspense>
      <CustomerDrawer
        customer={customer}
        defaultHourlyRate={hourlyRate}
        open={isEditOpen}
        onOpenChange={setEditOpen}
        onSaved={() => setEditOpen(false)}
      />
      <TicketDrawer
        ticket={null}
        customer={{ value: customer.id, label: displayName, hourlyRate }}
        open={isTicketOpen}
        onOpenChange={setTicketOpen}
        searchCustomers={searchCustomers}
        onSaved={({ id }) => void navigate({ to: paths.adminTicket, params: { id } })}
      />
      <ImpersonationDialog
        customer={customer}
        open={isImpersonationOpen}
        onOpenChange={setImpersonationOpen}
        onStarted={() => void navigate({ to: paths.customerHome })}
      />
      <DeleteCustomerDialog
        row={customer}
        open={asksToDelete}
        onOpenChange={setAsksToDelete}
        onDeleted={() => void navigate({ to: paths.adminCustomers })}
      />
    </>
  )
}

const texts = customerTexts

interface CustomerActionsProps {
  customer: Customer
  onNewTicket: () => void
  onEdit: () => void
  onImpersonate: () => void
  onDelete: () => void
}

function CustomerActions({ customer, onNewTicket, onEdit, onImpersonate, onDelete }: CustomerActionsProps) {
  const may = new Set(customer.permissions)
  return (
    <>
      {may.has('createTicket') ? (
        <Button variant="primary" icon={<IconPlus />} onClick={onNewTicket}>
          {texts.actions.newTicket}
        </Button>
      ) : null}
      {may.has('updateAll') ? (
        <Button icon={<IconPencil />} onClick={onEdit}>
          {texts.actions.edit}
        </Button>
      ) : null}
      {may.has('impersonate') ? (
        <Button icon={<IconEye />} onClick={onImpersonate}>
          {texts.actions.impersonate}
        </Button>
      ) : null}
      <MoreMenu label={texts.actions.more} actions={deleteActions(may.has('delete'), texts.actions.delete, onDelete)} />
    </>
  )
}

/** Notices above the section: a deletion in progress, work to bill. */
function CustomerNotices({ customerId, section }: { customerId: string; section: string | undefined }) {
  return (
    <>
      {section === 'privacy' ? null : (
        <div className="mb-6 empty:hidden">
          <ErasureWarning
            customerId={customerId}
            speaker="admin"
            more={
              <TextLink to={paths.adminCustomer} params={{ id: customerId }} search={{ section: 'privacy' }}>
                {privacyTexts.erasure.toWaiting}
              </TextLink>
            }
          />
        </div>
      )}
      {section === undefined || section === 'tickets' || section === 'invoices' ? (
        <div className="mb-6 empty:hidden">
          <CustomerBilling customerId={customerId} />
        </div>
      ) : null}
    </>
  )
}

/** Loaded when first opened. */
const CustomerTickets = lazy(async () => ({
  default: (await import('./customer-tickets.tab.tsx')).CustomerTickets,
}))
const CustomerRequests = lazy(async () => ({
  default: (await import('./customer-requests.tab.tsx')).CustomerRequests,
}))
const CustomerServices = lazy(async () => ({
  default: (await import('./customer-services.tab.tsx')).CustomerServices,
}))
const CustomerInvoices = lazy(async () => ({
  default: (await import('./customer-invoices.tab.tsx')).CustomerInvoices,
}))
const CustomerLinks = lazy(async () => ({
  default: (await import('#web/features/customer-links/customer-links.tsx')).CustomerLinks,
}))
const CustomerUsers = lazy(async () => ({
  default: (await import('./customer-users.tab.tsx')).CustomerUsers,
}))

const CustomerPrivacy = lazy(async () => ({
  default: (await import('./customer-privacy.tab.tsx')).CustomerPrivacy,
}))

function Section({ customer }: { customer: Customer }) {
  const { section } = route.useSearch()
  switch (section) {
    case 'tickets':
      return <CustomerTickets customerId={customer.id} />
    case 'requests':
      return <CustomerRequests customerId={customer.id} />
    case 'services':
      return <CustomerServices customer={customer} />
    case 'invoices':
      return <CustomerInvoices customerId={customer.id} />
    case 'links':
      return <CustomerLinks customerId={customer.id} />
    case 'users':
      return <CustomerUsers customerId={customer.id} />
    case 'privacy':
      return <CustomerPrivacy customer={customer} />
    default:
      return <CustomerOverview customer={customer} />
  }
}

function sectionsOf(id: string): { label: string; link: LinkProps; exact?: boolean }[] {
  const to = paths.adminCustomer
  return customerSections.map(({ section, label }) =>
    section === undefined
      ? { label, link: { to, params: { id }, search: {} }, exact: true }
      : { label, link: { to, params: { id }, search: { section } } },
  )
}
