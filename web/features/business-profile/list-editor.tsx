import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { type Control, type FieldArray, type FieldArrayPath, type FieldValues, useFieldArray } from 'react-hook-form'
import { Button } from '#web/components/action/button.tsx'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { useFocusAfterRender } from '#web/lib/browser/use-focus-after-render.ts'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'

interface ListEditorProps<Values extends FieldValues, Name extends FieldArrayPath<Values>> {
  control: Control<Values>
  name: Name
  title: string
  hint?: string
  /** The name of an item: `Schritt`. */
  itemName: string
  addLabel: string
  max: number
  /** The values of an added item. */
  start: FieldArray<Values, Name>
  /** The fields of the item at `path`. */
  children: (path: `${Name}.${number}`) => ReactNode
}

/** A list whose items can be added, removed and reordered with buttons. Announces each change. */
export function ListEditor<Values extends FieldValues, Name extends FieldArrayPath<Values>>(
  props: ListEditorProps<Values, Name>,
) {
  const { control, name, title, hint, itemName, addLabel, max, start, children } = props
  const list = useFieldArray({ control, name })
  const keys = list.fields.map(({ id }) => id)
  const titleId = useId()
  const listRef = useRef<HTMLDivElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const focusAfterRender = useFocusAfterRender(listRef)

  function move(from: number, to: number, direction: 'up' | 'down') {
    const isAtEdge = to === 0 || to === keys.length - 1
    const button = isAtEdge ? (to === 0 ? 'down' : 'up') : direction
    focusAfterRender(`[data-item="${keys[from]}"] [data-move="${button}"]`)
    setAnnouncement(texts.moved(texts.position(itemName, from + 1), to + 1, keys.length))
    list.move(from, to)
  }
  function remove(index: number) {
    const neighbour = keys[index + 1] ?? keys[index - 1]
    focusAfterRender(neighbour === undefined ? '[data-add]' : `[data-item="${neighbour}"] [data-remove]`)
    setAnnouncement(texts.removed(texts.position(itemName, index + 1)))
    list.remove(index)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset renders its legend on the border
    <div role="group" aria-labelledby={titleId} ref={listRef} className="grid gap-3">
      <div>
        <h3 id={titleId} className="text-lead">
          {title}
        </h3>
        {hint ? <p className="text-small text-muted">{hint}</p> : null}
      </div>
      {keys.length === 0 ? <p className="text-label text-muted">{businessProfileTexts.homepage.empty}</p> : null}
      <ol className="grid items-start gap-3 md:grid-cols-2 lg:grid-cols-1">
        {keys.map((key, index) => {
          const position = texts.position(itemName, index + 1)
          return (
            <li
              key={key}
              data-item={key}
              className="grid min-w-0 gap-4 rounded-box border border-hairline bg-sunken p-4"
            >
              <div className="flex items-center justify-between gap-3">
                <p className="text-label font-semibold">{position}</p>
                <ItemButtons
                  name={position}
                  isFirst={index === 0}
                  isLast={index === keys.length - 1}
                  onMoveUp={() => move(index, index - 1, 'up')}
                  onMoveDown={() => move(index, index + 1, 'down')}
                  onRemove={() => remove(index)}
                />
              </div>
              {children(`${name}.${index}`)}
            </li>
          )
        })}
      </ol>
      {keys.length < max ? (
        <Button
          data-add=""
          size="small"
          icon={<IconPlus />}
          className="justify-self-start"
          onClick={() => list.append(start)}
        >
          {addLabel}
        </Button>
      ) : (
        <p className="text-small text-muted">{texts.full(max)}</p>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}

const texts = businessProfileTexts.list

interface ItemButtonsProps {
  name: string
  isFirst: boolean
  isLast: boolean
  onMoveUp: () => void
  onMoveDown: () => void
  onRemove: () => void
}

function ItemButtons({ name, isFirst, isLast, onMoveUp, onMoveDown, onRemove }: ItemButtonsProps) {
  return (
    <div className="flex">
      <IconButton
        size="small"
        data-move="up"
        label={texts.moveUp(name)}
        icon={<IconArrowUp aria-hidden="true" />}
        disabled={isFirst}
        onClick={onMoveUp}
      />
      <IconButton
        size="small"
        data-move="down"
        label={texts.moveDown(name)}
        icon={<IconArrowDown aria-hidden="true" />}
        disabled={isLast}
        onClick={onMoveDown}
      />
      <IconButton
        size="small"
        data-remove=""
        label={texts.remove(name)}
        icon={<IconTrash aria-hidden="true" />}
        onClick={onRemove}
      />
    </div>
  )
}
