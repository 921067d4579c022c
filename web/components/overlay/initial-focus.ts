import type { RefObject } from 'react'

/**
 * The initial focus of a dialog: the first field, so users can type at once. Without fields, and on touch devices,
 * where the keyboard would cover the dialog, the library's default.
 */
export function initialFocusIn(popup: RefObject<HTMLElement | null>) {
  return (openedBy: string): HTMLElement | true =>
    (openedBy === 'touch' ? null : popup.current?.querySelector<HTMLElement>(firstField)) ?? true
}

const firstField = 'input:enabled:not([type="hidden"], [hidden]), select:enabled, textarea:enabled, [role="combobox"]'
