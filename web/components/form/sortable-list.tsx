import './sortable-list.css'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { withMoved } from '#web/components/table/sort-order.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { useRowDrag } from './use-row-drag.ts'

export interface SortableRow {
  /** The drag handle, at the start of the row; null if nothing can be moved. */
  handle: ReactNode
  /** For a menu, for users who can neither drag nor use keys; undefined at the end of the list. */
  moveUp: (() => void) | undefined
  moveDown: (() => void) | undefined
}

export interface SortableListProps<Item> {
  label: string
  items: readonly Item[]
  itemKey: (item: Item) => string
  itemName: (item: Item) => string
  canSort: boolean
  /** Called with all keys in the new order. The list shows that order at once, until `items` changes. */
  onOrderChange: (keys: string[]) => void
  children: (item: Item, row: SortableRow) => ReactNode
}

/**
 * A list that users put in order: by dragging the handle, with the arrow keys on it, or with Alt and the arrow keys
 * anywhere in a row. Announces each move.
 */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { label, items, itemKey, itemName, canSort, onOrderChange, children } = props
  const hintId = useId()
  const listRef = useRef<HTMLUListElement>(null)
  const [own, setOwn] = useState<{ items: readonly Item[]; keys: string[] }>()
  const [announcement, setAnnouncement] = useState('')
  const focused = useRef<HTMLElement>(undefined)
  const given = items.map(itemKey)
  const keys = own?.items === items ? own.keys : given
  const ordered = keys.flatMap(key => items.find(item => itemKey(item) === key) ?? [])
  const drag = useRowDrag(listRef, (from, to) => move(keys[from] ?? '', to))

  // Moving a row in the document loses its focus; this restores it.
  useLayoutEffect(() => {
    if (focused.current && document.activeElement !== focused.current) focused.current.focus()
    focused.current = undefined
  })

  function move(key: string, to: number) {
    const item = ordered.find(candidate => itemKey(candidate) === key)
    const next = withMoved(keys, key, to)
    const place = next.indexOf(key)
    if (!item || place === keys.indexOf(key)) return
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && listRef.current?.contains(activeElement)) {
      focused.current = activeElement
    }
    setOwn({ items, keys: next })
    setAnnouncement(texts.moved(itemName(item), place + 1, next.length))
    onOrderChange(next)
  }
  function moveByKey(event: KeyboardEvent, index: number) {
    const isOnHandle = event.target instanceof HTMLElement && event.target.dataset.sortHandle !== undefined
    const to = targetOf(event.key, index, keys.length)
    if (!canSort || to === undefined || !(event.altKey || isOnHandle)) return
    event.preventDefault()
    move(keys[index] ?? '', to)
  }

  return (
    <>
      <ul ref={listRef} aria-label={label} className="sortable" data-dragging={drag.isDragging || undefined}>
        {ordered.map((item, index) => (
          <li
            key={itemKey(item)}
            data-held={drag.isHeld(index) || undefined}
            style={drag.isDragging ? { transform: `translateY(${drag.offsetPx(index)}px)` } : undefined}
            onKeyDown={event => moveByKey(event, index)}
          >
            {children(item, {
              handle: canSort ? (
                <button
                  type="button"
                  data-sort-handle=""
                  data-screen-only=""
                  className="sort-handle"
                  aria-label={texts.move(itemName(item))}
                  aria-describedby={hintId}
                  title={texts.handle}
                  onClick={event => (event.detail === 0 ? setAnnouncement(texts.hint) : undefined)}
                  {...drag.handleProps(index)}
                >
                  <IconGripVertical aria-hidden="true" size={20} />
                </button>
              ) : null,
              moveUp: index > 0 ? () => move(itemKey(item), index - 1) : undefined,
              moveDown: index < ordered.length - 1 ? () => move(itemKey(item), index + 1) : undefined,
            })}
          </li>
        ))}
      </ul>
      <p id={hintId} hidden>
        {texts.hint}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

const texts = commonTexts.reorder

function targetOf(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return index - 1
    case 'ArrowDown':
      return index + 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
