import { IconTrash } from '@tabler/icons-react'
import { Menu, type MenuAction } from './menu.tsx'

/** The last of a page's actions: what is done seldom, behind three dots. Nothing where there is nothing to do. */
export function MoreMenu({ label, actions }: { label: string; actions: readonly MenuAction[] }) {
  if (actions.length === 0) return null
  return (
    <span className="grow-0!">
      <Menu label={label} framed actions={actions} />
    </span>
  )
}

/** Where it is allowed, the way to the question before something is deleted. */
export function deleteActions(isAllowed: boolean, label: string, onSelect: () => void): MenuAction[] {
  return isAllowed ? [{ label, icon: <IconTrash />, tone: 'danger', onSelect }] : []
}
