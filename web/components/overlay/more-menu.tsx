import { IconTrash } from '@tabler/icons-react'
import { Menu, type MenuAction } from './menu.tsx'

/** Rarely used actions of a page behind three dots. Renders nothing without actions. */
export function MoreMenu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  if (actions.length === 0) return null
  return (
    <span className="grow-0!">
      <Menu label={label} framed actions={actions} />
    </span>
  )
}

/** If allowed, the action that asks for confirmation before a deletion. */
export function deleteActions(isAllowed: boolean, label: string, onSelect: () => void): MenuAction[] {
  return isAllowed ? [{ label, icon: <IconTrash />, tone: 'danger', onSelect }] : []
}
