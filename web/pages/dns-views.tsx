import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { type ComponentType, lazy } from 'react'
import type { DnsDomain } from '#contract/dns-domains.ts'
import type { DnsEndpoint } from '#contract/dns-endpoints.ts'
import type { DnsHostname } from '#contract/dns-hostnames.ts'
import type { dnsDomainList, dnsEndpointList, dnsHostnameList, FilterOf, OrderingOf } from '#contract/lists.ts'
import { Button } from '#web/components/action/button.tsx'
import { ListPage } from '#web/components/list/list-page.tsx'
import type { ListFilter, ListView, OwnField, Whose } from '#web/components/list/list-view.ts'
import { useRowDialog } from '#web/components/list/use-row-dialog.ts'
import { SectionNav } from '#web/components/navigation/section-nav.tsx'
import type { RowDialogProps } from '#web/components/overlay/delete-dialog.tsx'
import { Drawer } from '#web/components/overlay/drawer.tsx'
import type { DnsDomainFilter, DnsEndpointFilter, DnsHostnameFilter } from '#web/features/dns/dns.query-options.ts'
import { DnsDemoNotice } from '#web/features/dns/dns-demo-notice.tsx'
import {
  DeleteDnsDomainDialog,
  DeleteDnsEndpointDialog,
  DeleteDnsHostnameDialog,
} from '#web/features/dns/dns-dialogs.tsx'
import { dnsDomainListView } from '#web/features/dns/dns-domain-list.tsx'
import { type DnsNoun, dnsDraftName } from '#web/features/dns/dns-drafts.ts'
import {
  DnsDomainDrawer,
  type DnsDrawerProps,
  DnsEndpointDrawer,
  DnsHostnameDrawer,
  type DnsOwner,
} from '#web/features/dns/dns-drawers.tsx'
import { dnsEndpointListView } from '#web/features/dns/dns-endpoint-list.tsx'
import { dnsHostnameListView } from '#web/features/dns/dns-hostname-list.tsx'
import { DnsDomainTitle, DnsEndpointTitle, DnsHostnameTitle } from '#web/features/dns/dns-title.tsx'
import { NoDnsHostnames } from '#web/features/dns/no-dns-hostnames.tsx'
import { callsProviders } from '#web/lib/api/provider-calls.ts'
import { hasDraft } from '#web/lib/form/draft-storage.ts'
import { dnsViews } from '#web/pages/dns-page-views.ts'
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

type Lists = [typeof dnsHostnameList, typeof dnsDomainList, typeof dnsEndpointList]

/** The parameters of all three lists, which share one address. */
export type DnsSearch = ListFilter &
  FilterOf<Lists[0]> &
  FilterOf<Lists[1]> &
  FilterOf<Lists[2]> & {
    ordering?: OrderingOf<Lists[number]> | undefined
    view?: 'domains' | 'endpoints' | undefined
    item?: string | undefined
  }

/** Host names, domains and endpoints, each a list with a drawer for the row in the address. */
export function DnsViews(props: DnsViewsProps) {
  const { view } = props.search
  if (view === 'domains') return <DnsList {...props} {...domains} />
  return view === 'endpoints' ? <DnsList {...props} {...endpoints} /> : <DnsList {...props} {...hostnames} />
}

function Above({ search: { customer }, linkTo, owner }: DnsViewsProps) {
  const of = customer === undefined ? {} : { customer }
  // In the demo its notice takes this place: a phone shows the first row without scrolling.
  const isIntroduced = owner.customerId !== undefined && callsProviders()
  return (
    <>
      <SectionNav
        label={dnsTexts.views}
        items={dnsViews.map(({ view, label }) => ({
          label,
          link: linkTo(view === undefined ? of : { ...of, view }),
          exact: true,
        }))}
      />
      <DnsDemoNotice />
      {isIntroduced && <p className="max-w-reading text-label text-muted">{dnsTexts.lead}</p>}
    </>
  )
}

type DnsRow = DnsHostname | DnsDomain | DnsEndpoint

/** The parts that differ between the lists. */
interface DnsListParts<Row extends DnsRow, Filter extends ListFilter> {
  list: ListView<Row, Filter>
  kind: DnsNoun
  texts: { create: string; empty: string }
  FormDrawer: ComponentType<DnsDrawerProps<Row>>
  DeleteDialog: ComponentType<RowDialogProps<Row>>
  Title: ComponentType<{ id: string }>
  Details: ComponentType<{ id: string }>
}

function DnsList<Row extends DnsRow, Filter extends DnsSearch>(props: DnsViewsProps & DnsListParts<Row, Filter>) {
  const { search, owner, linkTo, list, kind, texts, FormDrawer, DeleteDialog, Title, Details } = props
  const filter = searchOf(list, search)
  const form = useRowDialog<Row>({ startsOpen: () => hasDraft(dnsDraftName(kind, null)) })
  const doomed = useRowDialog<Row>()
  const create = props.mayCreate ? { label: texts.create, onClick: () => form.show(null) } : undefined
  return (
    <ListPage
      list={list}
      whose={props.whose}
      filter={filter}
      asked={{ ...filter, customer: owner.customerId ?? search.customer }}
      onFilterChange={props.onChange}
      ownFields={props.ownFields}
      create={create}
      empty={texts.empty}
      emptyAction={
        kind === 'hostname' && create && owner.customerId !== undefined ? (
          <NoDnsHostnames customerId={owner.customerId} domainsLink={linkTo({ view: 'domains' })}>
            <Button onClick={create.onClick}>{create.label}</Button>
          </NoDnsHostnames>
        ) : undefined
      }
      above={<Above {...props} />}
      rowLink={({ id }) => linkTo({ ...search, item: id })}
      rowActions={[
        {
          label: commonTexts.edit,
          icon: <IconPencil />,
          when: ({ permissions }) => permissions.includes('update'),
          onSelect: form.show,
        },
        {
          label: commonTexts.delete,
          icon: <IconTrash />,
          tone: 'danger',
          when: ({ permissions }) => permissions.includes('delete'),
          onSelect: doomed.show,
        },
      ]}
      skeletonRows={8}
    >
      <FormDrawer row={form.row} open={form.open} onOpenChange={form.onOpenChange} owner={owner} onDone={form.close} />
      <DeleteDialog {...doomed} />
      <Item {...props} Title={Title} Details={Details} />
    </ListPage>
  )
}

/** The parameters of the address that belong to a list. */
function searchOf<Row extends DnsRow, Filter extends ListFilter>(
  { contract }: ListView<Row, Filter>,
  search: DnsSearch,
) {
  const names = ['page', 'page_size', 'search', ...Object.keys(contract?.filters ?? {})]
  const own = Object.entries(search).filter(([name]) => names.includes(name))
  const ordering = contract?.orderings?.find(known => known === search.ordering)
  // Filters and ordering of this list, which the route has read by the contract.
  return { ...Object.fromEntries(own), ordering } as Filter
}

/** The row of the address in a drawer. */
function Item({
  search: { item },
  onItemClose,
  Title,
  Details,
}: DnsViewsProps & Pick<DnsListParts<DnsRow, ListFilter>, 'Title' | 'Details'>) {
  return (
    <Drawer
      open={item !== undefined}
      onOpenChange={open => {
        if (!open) onItemClose()
      }}
      title={item === undefined ? '' : <Title id={item} />}
    >
      {item === undefined ? null : <Details id={item} />}
    </Drawer>
  )
}

const hostnames: DnsListParts<DnsHostname, DnsHostnameFilter> = {
  list: dnsHostnameListView,
  kind: 'hostname',
  texts: dnsTexts.hostnames,
  FormDrawer: DnsHostnameDrawer,
  DeleteDialog: DeleteDnsHostnameDialog,
  Title: DnsHostnameTitle,
  Details: lazy(async () => ({
    default: (await import('#web/features/dns/dns-hostname-details.tsx')).DnsHostnameDetails,
  })),
}
const domains: DnsListParts<DnsDomain, DnsDomainFilter> = {
  list: dnsDomainListView,
  kind: 'domain',
  texts: dnsTexts.domains,
  FormDrawer: DnsDomainDrawer,
  DeleteDialog: DeleteDnsDomainDialog,
  Title: DnsDomainTitle,
  Details: lazy(async () => ({ default: (await import('#web/features/dns/dns-domain-details.tsx')).DnsDomainDetails })),
}
const endpoints: DnsListParts<DnsEndpoint, DnsEndpointFilter> = {
  list: dnsEndpointListView,
  kind: 'endpoint',
  texts: dnsTexts.endpoints,
  FormDrawer: DnsEndpointDrawer,
  DeleteDialog: DeleteDnsEndpointDialog,
  Title: DnsEndpointTitle,
  Details: lazy(async () => ({
    default: (await import('#web/features/dns/dns-endpoint-details.tsx')).DnsEndpointDetails,
  })),
}
