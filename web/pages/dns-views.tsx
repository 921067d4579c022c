import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import type { DnsDomain } from '#contract/dns-domains.ts'
import type { DnsEndpoint } from '#contract/dns-endpoints.ts'
import type { DnsHostname } from '#contract/dns-hostnames.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import type { OwnField, Whose } from '#web/components/list/list-view.ts'
import { useRowDialog } from '#web/components/list/use-row-dialog.ts'
import { SectionNav } from '#web/components/navigation/section-nav.tsx'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import {
  DeleteDnsDomainDialog,
  DeleteDnsEndpointDialog,
  DeleteDnsHostnameDialog,
} from '#web/features/dns/dns-dialogs.tsx'
import { dnsDomainListView } from '#web/features/dns/dns-domain-list.tsx'
import { dnsDraftName } from '#web/features/dns/dns-drafts.ts'
import { DnsDomainDrawer, DnsEndpointDrawer, DnsHostnameDrawer, type DnsOwner } from '#web/features/dns/dns-drawers.tsx'
import { dnsEndpointListView } from '#web/features/dns/dns-endpoint-list.tsx'
import { dnsHostnameListView } from '#web/features/dns/dns-hostname-list.tsx'
import { DnsDomainTitle, DnsEndpointTitle, DnsHostnameTitle } from '#web/features/dns/dns-title.tsx'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { dnsTexts } from '#web/texts/dns.texts.ts'

export interface DnsViewsProps {
  search: DnsSearch
  whose: Whose
  owner: DnsOwner
  /** False while an admin views the portal as a customer. */
  mayCreate: boolean
  /** Filters of the page, such as the customer. */
  ownFields?: readonly OwnField<{ customer?: string | undefined }>[]
  /** A link to this page with other parameters. */
  linkTo: (search: DnsSearch) => LinkProps
  onChange: (change: Partial<DnsSearch>, isCorrection?: boolean) => void
  onItemClose: () => void
}

type DnsOrdering = (typeof orderings)[keyof typeof orderings][number]

export interface DnsSearch {
  page?: number | undefined
  page_size?: number | undefined
  search?: string | undefined
  customer?: string | undefined
  state?: DnsHostname['state'] | undefined
  domain?: string | undefined
  type?: DnsDomain['type'] | undefined
  ordering?: DnsOrdering | undefined
  view?: 'domains' | 'endpoints' | undefined
  item?: string | undefined
}

/** Host names, domains and endpoints, each a list with a drawer for the row in the address. */
export function DnsViews(props: DnsViewsProps) {
  const { view } = props.search
  if (view === 'domains') return <Domains {...props} />
  return view === 'endpoints' ? <Endpoints {...props} /> : <Hostnames {...props} />
}

const orderings = {
  hostnames: ['hostname', '-hostname', 'createdAt', '-createdAt'],
  domains: ['domain', '-domain', 'createdAt', '-createdAt'],
  endpoints: ['name', '-name', 'createdAt', '-createdAt'],
} as const

/** The order as this list knows it: the three lists share one address. */
function orderingFrom<const T extends string>(known: readonly T[], text: string | undefined): T | undefined {
  return known.find(word => word === text)
}

function Above({ search: { customer }, linkTo, owner }: DnsViewsProps) {
  const of = customer === undefined ? {} : { customer }
  return (
    <>
      <SectionNav
        label={dnsTexts.views}
        items={[
          { label: dnsTexts.hostnames.title, link: linkTo(of), exact: true },
          { label: dnsTexts.domains.title, link: linkTo({ ...of, view: 'domains' }), exact: true },
          { label: dnsTexts.endpoints.title, link: linkTo({ ...of, view: 'endpoints' }), exact: true },
        ]}
      />
      {owner.customerId === undefined ? null : <p className="max-w-reading text-label text-muted">{dnsTexts.lead}</p>}
    </>
  )
}

function Hostnames(props: DnsViewsProps) {
  const { search, owner, mayCreate, linkTo } = props
  const { page, page_size, search: text, customer, state, domain } = search
  const filter = { page, page_size, search: text, customer, state, domain }
  const shown = { ...filter, ordering: orderingFrom(orderings.hostnames, search.ordering) }
  const form = useRowDialog<DnsHostname>({ startsOpen: () => hasDraft(dnsDraftName('hostname', null)) })
  const doomed = useRowDialog<DnsHostname>()
  return (
    <ListPage
      list={dnsHostnameListView}
      whose={props.whose}
      filter={shown}
      asked={{ ...shown, customer: owner.customerId ?? customer }}
      onFilterChange={props.onChange}
      ownFields={props.ownFields}
      create={mayCreate ? { label: dnsTexts.hostnames.create, onClick: () => form.show(null) } : undefined}
      empty={dnsTexts.hostnames.empty}
      above={<Above {...props} />}
      rowLink={({ id }) => linkTo({ ...search, item: id })}
      rowActions={[
        { label: commonTexts.edit, icon: <IconPencil />, permission: 'update', onSelect: form.show },
        { label: commonTexts.delete, icon: <IconTrash />, tone: 'danger', permission: 'delete', onSelect: doomed.show },
      ]}
      skeletonRows={8}
    >
      <DnsHostnameDrawer {...drawerOf(form)} owner={owner} />
      <DeleteDnsHostnameDialog {...doomed} />
      <Item {...props} title={id => <DnsHostnameTitle id={id} />}>
        {id => <DnsHostnameDetails id={id} />}
      </Item>
    </ListPage>
  )
}

function Domains(props: DnsViewsProps) {
  const { search, owner, mayCreate, linkTo } = props
  const { page, page_size, search: text, customer, type } = search
  const shown = {
    page,
    page_size,
    search: text,
    customer,
    type,
    ordering: orderingFrom(orderings.domains, search.ordering),
  }
  const form = useRowDialog<DnsDomain>({ startsOpen: () => hasDraft(dnsDraftName('domain', null)) })
  const doomed = useRowDialog<DnsDomain>()
  return (
    <ListPage
      list={dnsDomainListView}
      whose={props.whose}
      filter={shown}
      asked={{ ...shown, customer: owner.customerId ?? customer }}
      onFilterChange={props.onChange}
      ownFields={props.ownFields}
      create={mayCreate ? { label: dnsTexts.domains.create, onClick: () => form.show(null) } : undefined}
      empty={dnsTexts.domains.empty}
      above={<Above {...props} />}
      rowLink={({ id }) => linkTo({ ...search, item: id })}
      rowActions={[
        { label: commonTexts.edit, icon: <IconPencil />, permission: 'update', onSelect: form.show },
        { label: commonTexts.delete, icon: <IconTrash />, tone: 'danger', permission: 'delete', onSelect: doomed.show },
      ]}
      skeletonRows={8}
    >
      <DnsDomainDrawer {...drawerOf(form)} owner={owner} />
      <DeleteDnsDomainDialog {...doomed} />
      <Item {...props} title={id => <DnsDomainTitle id={id} />}>
        {id => <DnsDomainDetails id={id} />}
      </Item>
    </ListPage>
  )
}

function Endpoints(props: DnsViewsProps) {
  const { search, owner, mayCreate, linkTo } = props
  const { page, page_size, search: text, customer } = search
  const shown = {
    page,
    page_size,
    search: text,
    customer,
    ordering: orderingFrom(orderings.endpoints, search.ordering),
  }
  const form = useRowDialog<DnsEndpoint>({ startsOpen: () => hasDraft(dnsDraftName('endpoint', null)) })
  const doomed = useRowDialog<DnsEndpoint>()
  return (
    <ListPage
      list={dnsEndpointListView}
      whose={props.whose}
      filter={shown}
      asked={{ ...shown, customer: owner.customerId ?? customer }}
      onFilterChange={props.onChange}
      ownFields={props.ownFields}
      create={mayCreate ? { label: dnsTexts.endpoints.create, onClick: () => form.show(null) } : undefined}
      empty={dnsTexts.endpoints.empty}
      above={<Above {...props} />}
      rowLink={({ id }) => linkTo({ ...search, item: id })}
      rowActions={[
        { label: commonTexts.edit, icon: <IconPencil />, permission: 'update', onSelect: form.show },
        { label: commonTexts.delete, icon: <IconTrash />, tone: 'danger', permission: 'delete', onSelect: doomed.show },
      ]}
      skeletonRows={8}
    >
      <DnsEndpointDrawer {...drawerOf(form)} owner={owner} />
      <DeleteDnsEndpointDialog {...doomed} />
      <Item {...props} title={id => <DnsEndpointTitle id={id} />}>
        {id => <DnsEndpointDetails id={id} />}
      </Item>
    </ListPage>
  )
}

/** A form in a drawer closes when it is saved. */
function drawerOf<Row>({ row, open, onOpenChange, close }: ReturnType<typeof useRowDialog<Row>>) {
  return { row, open, onOpenChange, onDone: close }
}

interface ItemProps extends DnsViewsProps {
  title: (id: string) => ReactNode
  children: (id: string) => ReactNode
}

/** The row of the address in a drawer. */
function Item({ search: { item }, title, onItemClose, children }: ItemProps) {
  return (
    <Drawer
      open={item !== undefined}
      onOpenChange={open => {
        if (!open) onItemClose()
      }}
      title={item === undefined ? '' : title(item)}
    >
      {item === undefined ? null : children(item)}
    </Drawer>
  )
}

const DnsHostnameDetails = lazy(async () => ({
  default: (await import('#web/features/dns/dns-hostname-details.tsx')).DnsHostnameDetails,
}))
const DnsDomainDetails = lazy(async () => ({
  default: (await import('#web/features/dns/dns-domain-details.tsx')).DnsDomainDetails,
}))
const DnsEndpointDetails = lazy(async () => ({
  default: (await import('#web/features/dns/dns-endpoint-details.tsx')).DnsEndpointDetails,
}))
