import type { RefObject } from 'react'

/**
 * Where the focus starts in a window that opens over the page: the first field, so that one can type at once; without
 * fields, and on touch, where the keyboard would cover the window, as the library has it.
 */
export function initialFocusIn(popup: RefObject<HTMLElement | null>) {
  return (openedBy: string): HTMLElement | true =>
    (openedBy === 'touch' ? null : popup.current?.querySelector<HTMLElement>(firstField)) ?? true
}

const firstField = 'input:enabled:not([type="hidden"], [hidden]), select:enabled, textarea:enabled, [role="combobox"]'
