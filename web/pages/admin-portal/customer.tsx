import { IconEye, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Customer } from '#contract/customers.ts'
import { paths } from '#web/app/paths.ts'
import { Button } from '#web/components/button.tsx'
import { Menu } from '#web/components/menu.tsx'
import { PageHeader } from '#web/components/page-header.tsx'
import { SkeletonText } from '#web/components/skeleton.tsx'
import { CustomerDrawer } from '#web/features/customers/customer-drawer.tsx'
import { CustomerFacts } from '#web/features/customers/customer-facts.tsx'
import { customerDraftName } from '#web/features/customers/customer-form.tsx'
import { DeleteCustomerDialog } from '#web/features/customers/delete-customer-dialog.tsx'
import { customerKindText } from '#web/features/customers/labels.ts'
import { customerQuery, searchCustomers } from '#web/features/customers/queries.ts'
import { ViewAsDialog } from '#web/features/customers/view-as-dialog.tsx'
import { TicketDrawer } from '#web/features/tickets/ticket-drawer.tsx'
import type { UserFilter } from '#web/features/users/queries.ts'
import { UserSection } from '#web/features/users/user-section.tsx'
import { hasDraft } from '#web/lib/drafts.ts'
import { CustomerInvoices } from '#web/pages/admin-portal/customer-invoices.tsx'
import { CustomerTickets } from '#web/pages/admin-portal/customer-tickets.tsx'
import { customerTexts } from '#web/texts/customers.ts'

const route = getRouteApi(paths.adminCustomer)

/** /admin-portal/customer/$id: one customer with users and tickets. */
export function AdminCustomerPage() {
  const { id } = route.useParams()
  const { data: customer, error } = useQuery(customerQuery(id))
  if (customer) return <LoadedCustomer key={customer.id} customer={customer} />
  if (error) throw error
  return <SkeletonText lines={8} />
}

function LoadedCustomer({ customer }: { customer: Customer }) {
  const navigate = route.useNavigate()
  const [isEditOpen, setEditOpen] = useState(() => hasDraft(customerDraftName(customer)))
  const [isTicketOpen, setTicketOpen] = useState(false)
  const [isViewAsOpen, setViewAsOpen] = useState(false)
  const [asksToDelete, setAsksToDelete] = useState(false)
  const [userFilter, setUserFilter] = useState<UserFilter>({ customer: customer.id })
  const { hourlyRate, displayName } = customer
  const may = new Set(customer.permissions)
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
          <>
            {may.has('createTicket') ? (
              <Button variant="primary" icon={<IconPlus />} onClick={() => setTicketOpen(true)}>
                {texts.actions.newTicket}
              </Button>
            ) : null}
            {may.has('updateAll') ? (
              <Button icon={<IconPencil />} onClick={() => setEditOpen(true)}>
                {texts.actions.edit}
              </Button>
            ) : null}
            {may.has('viewAs') ? (
              <Button icon={<IconEye />} onClick={() => setViewAsOpen(true)}>
                {texts.actions.viewAs}
              </Button>
            ) : null}
            {may.has('delete') ? (
              <span className="grow-0!">
                <Menu
                  label={texts.actions.more}
                  framed
                  actions={[
                    {
                      label: texts.actions.delete,
                      icon: <IconTrash />,
                      tone: 'danger',
                      onSelect: () => setAsksToDelete(true),
                    },
                  ]}
                />
              </span>
            ) : null}
          </>
        }
      />
      <div className="grid gap-10">
        <CustomerFacts customer={customer} />
        <CustomerTickets customerId={customer.id} />
        <CustomerInvoices customerId={customer.id} />
        <UserSection
          filter={userFilter}
          onFilterChange={change => setUserFilter(before => ({ ...before, page: 1, ...change }))}
          customerId={customer.id}
          searchCustomers={searchCustomers}
        />
      </div>
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
      <ViewAsDialog
        customer={customer}
        open={isViewAsOpen}
        onOpenChange={setViewAsOpen}
        onStarted={() => void navigate({ to: paths.customerHome })}
      />
      <DeleteCustomerDialog
        customer={customer}
        open={asksToDelete}
        onOpenChange={setAsksToDelete}
        onDeleted={() => void navigate({ to: paths.adminCustomers })}
      />
    </>
  )
}

const texts = customerTexts
