import type { ReactNode } from 'react'

/**
 * What belongs to the page in view, at the lower edge of the window while the page is longer: above a bar that is always
 * there (`--lower-edge`), and kept clear of toasts (toast-place.ts).
 */
export function StickyBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-keep-clear=""
      className="stuck-low flex flex-wrap items-center justify-end gap-x-4 gap-y-2 rounded-box border border-hairline bg-surface px-4 py-3 shadow-float"
    >
      {children}
    </div>
  )
}
