import { IconExternalLink } from '@tabler/icons-react'
import type { CustomerLink } from '#contract/customer-links.ts'
import type { SortableRow } from '#web/components/form/sortable-list.tsx'
import { RowMenuButton } from '#web/components/table/row-menu-button.tsx'
import type { RowMenuControl } from '#web/components/table/use-row-menu.tsx'
import { hostOf } from '#web/lib/format/web-address.ts'
import { commonTexts } from '#web/texts/common.texts.ts'

export type MenuRow = Pick<SortableRow, 'moveUp' | 'moveDown'> & { link: CustomerLink }

interface LinkRowProps extends SortableRow {
  link: CustomerLink
  menu: RowMenuControl<MenuRow>
}

/** A link with its host, drag handle and menu. Opens in a new tab. */
export function LinkRow({ link, handle, moveUp, moveDown, menu }: LinkRowProps) {
  return (
    <div className="flex items-center border-t border-hairline py-1.5">
      {handle}
      <a
        id={linkElementId(link.id)}
        href={link.url}
        target="_blank"
        rel="noopener noreferrer"
        className="group min-w-0 flex-1 rounded-control px-1 py-1.5"
      >
        <span className="block text-body font-medium text-link underline-offset-[0.2em] hyphens-auto wrap-anywhere group-hover:underline">
          {link.label}
        </span>
        <span className="flex items-center gap-1.5 text-small text-muted">
          <span className="min-w-0 wrap-anywhere">{hostOf(link.url)}</span>
          <IconExternalLink aria-hidden="true" size={15} className="shrink-0" />
        </span>
        <span className="sr-only">{commonTexts.opensInNewTab}</span>
      </a>
      {link.permissions.length > 0 ? (
        <RowMenuButton row={{ link, moveUp, moveDown }} name={link.label} menu={menu} className="-mr-2" />
      ) : null}
    </div>
  )
}

/** The element id of a link. */
export function linkElementId(id: string): string {
  return `customer-link-${id}`
}
