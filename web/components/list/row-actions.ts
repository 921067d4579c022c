import type { ReactNode } from 'react'
import type { MenuAction } from '#web/components/overlay/menu.tsx'

/** Something that can be done with a row of a list. */
export interface RowAction<Row> {
  label: string | ((row: Row) => string)
  icon: ReactNode
  tone?: MenuAction['tone']
  disabled?: boolean
  /** Offered for the rows that permit it. */
  permission?: PermissionOf<Row>
  /** Offered for the rows this holds of. */
  when?: (row: Row) => boolean
  onSelect: (row: Row) => void
}

type PermissionOf<Row> = Row extends { permissions: readonly (infer Permission)[] } ? Permission : never

/** What a row's menu offers. */
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
      disabled,
      onSelect: () => onSelect(row),
    }))
}
