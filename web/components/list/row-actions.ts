import type { ReactNode } from 'react'
import type { MenuAction } from '#web/components/overlay/menu.tsx'

/** An entry in the menu of a row. */
export interface RowAction<Row> {
  label: string | ((row: Row) => string)
  icon: ReactNode
  tone?: MenuAction['tone']
  disabled?: boolean | ((row: Row) => boolean)
  /** Limits the action to rows with this permission. */
  permission?: PermissionOf<Row>
  /** Limits the action to matching rows. */
  when?: (row: Row) => boolean
  onSelect: (row: Row) => void
}

type PermissionOf<Row> = Row extends { permissions: readonly (infer Permission)[] } ? Permission : never

/** The menu of a row. */
export function menuOf<Row extends object>(row: Row, actions: readonly RowAction<Row>[]): MenuAction[] {
  const permissions: readonly unknown[] = 'permissions' in row && Array.isArray(row.permissions) ? row.permissions : []
  return actions
    .filter(
      ({ permission, when }) => (permission === undefined || permissions.includes(permission)) && when?.(row) !== false,
    )
    .map(({ label, icon, tone, disabled, onSelect }) => ({
      label: typeof label === 'function' ? label(row) : label,
      icon,
      tone,
      disabled: typeof disabled === 'function' ? disabled(row) : disabled,
      onSelect: () => onSelect(row),
    }))
}
