import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react'
import type { CustomerLink, CustomerLinkPage } from '#contract/customer-links.ts'
import { SortableList } from '#web/components/form/sortable-list.tsx'
import type { MenuAction } from '#web/components/overlay/menu.tsx'
import { useRowMenu } from '#web/components/table/use-row-menu.tsx'
import { customerLinkTexts } from '#web/texts/customer-links.texts.ts'
import { useReorderLinks } from './customer-link.mutations.ts'
import { LinkRow, type MenuRow } from './link-row.tsx'
import { useLinkRemoval } from './use-link-removal.ts'

interface LinkListProps {
  customerId: string
  list: CustomerLinkPage
  onEdit: (link: CustomerLink) => void
}

/** The links in their order, which users can change. */
export function LinkList({ customerId, list, onEdit }: LinkListProps) {
  const reorder = useReorderLinks(customerId)
  const remove = useLinkRemoval()
  const canSort = list.permissions.includes('reorder') && list.results.length > 1
  const { menu, popup } = useRowMenu<MenuRow>(
    row => linkActions(row, { canSort, onEdit, onDelete: remove }),
    ({ link }) => link.label,
  )
  return (
    <>
      <SortableList
        label={customerLinkTexts.list}
        items={list.results}
        itemKey={link => link.id}
        itemName={link => link.label}
        canSort={canSort}
        onOrderChange={ids => reorder.mutate(ids)}
      >
        {(link, row) => <LinkRow link={link} menu={menu} {...row} />}
      </SortableList>
      {popup}
    </>
  )
}

interface LinkActions {
  canSort: boolean
  onEdit: (link: CustomerLink) => void
  onDelete: (link: CustomerLink) => void
}

function linkActions({ link, moveUp, moveDown }: MenuRow, { canSort, onEdit, onDelete }: LinkActions): MenuAction[] {
  const actions: MenuAction[] = []
  if (link.permissions.includes('update')) {
    actions.push({ label: customerLinkTexts.edit, icon: <IconPencil />, onSelect: () => onEdit(link) })
  }
  if (canSort) {
    actions.push(
      { label: customerLinkTexts.moveUp, icon: <IconArrowUp />, onSelect: moveUp, disabled: !moveUp },
      { label: customerLinkTexts.moveDown, icon: <IconArrowDown />, onSelect: moveDown, disabled: !moveDown },
    )
  }
  if (link.permissions.includes('delete')) {
    const onSelect = () => onDelete(link)
    actions.push({ label: customerLinkTexts.delete, icon: <IconTrash />, tone: 'danger', onSelect })
  }
  return actions
}
