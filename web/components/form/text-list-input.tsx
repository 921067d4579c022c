import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { type Control, type FieldPath, type FieldValues, useController, useFormState } from 'react-hook-form'
import { Button } from '#web/components/action/button.tsx'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { classNames } from '#web/components/display/class-names.ts'
import { useFocusAfterRender } from '#web/lib/browser/use-focus-after-render.ts'
import { controlClass } from './control-class.ts'
import { Field, FieldError } from './field.tsx'

export interface TextListInputProps<Values extends FieldValues, Name extends FieldPath<Values>> {
  control: Control<Values>
  /** A field of the form with a list of texts. */
  name: Name
  label: string
  hint?: string | undefined
  /** Label of the text at a place (from 1): `Adresse 2`. */
  itemLabel: (place: number) => string
  addLabel: string
  removeLabel: (place: number) => string
  /** Number of leading texts that cannot be removed. */
  min?: number | undefined
  max: number
  type?: 'text' | 'url' | undefined
}

/** Several short texts, each in its own field with its own error. */
export function TextListInput<Values extends FieldValues, Name extends FieldPath<Values>>(
  props: TextListInputProps<Values, Name>,
) {
  const { control, name, label, hint, itemLabel, addLabel, removeLabel, min = 0, max, type = 'text' } = props
  const { field } = useController<Values, Name>({ control, name })
  const { errors } = useFormState({ control })
  const labelId = useId()
  const frame = useRef<HTMLFieldSetElement>(null)
  const focusAfterRender = useFocusAfterRender(frame)
  const items: readonly string[] = field.value
  const found = messagesOf(Reflect.get(errors, name))

  function add() {
    focusAfterRender(`[data-place="${items.length}"]`)
    field.onChange([...items, ''])
  }
  function remove(index: number) {
    focusAfterRender(items.length > 1 ? `[data-place="${Math.max(0, index - 1)}"]` : '[data-add]')
    field.onChange(items.toSpliced(index, 1))
  }

  return (
    <fieldset
      ref={element => {
        frame.current = element
        field.ref(element && { focus: () => focusFirst(element) })
      }}
      aria-labelledby={labelId}
      aria-describedby={found.whole && items.length === 0 ? `${labelId}-error` : undefined}
      className="grid min-w-0 gap-3"
    >
      <div>
        <p id={labelId} className={classNames('text-label font-medium', min > 0 && 'required-mark')}>
          {label}
        </p>
        {hint ? <p className="text-small text-muted">{hint}</p> : null}
      </div>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields have no state besides their value
        <div key={index} className="flex items-start gap-1">
          <Field
            label={itemLabel(index + 1)}
            labelHidden
            required={index < min}
            error={found.items[index] ?? (index === 0 ? found.whole : undefined)}
            className="flex-1"
          >
            {fieldControl => (
              <input
                {...fieldControl}
                type={type}
                data-place={index}
                autoCapitalize="none"
                spellCheck={false}
                value={item}
                onChange={event => field.onChange(items.with(index, event.target.value))}
                onBlur={field.onBlur}
                className={controlClass()}
              />
            )}
          </Field>
          {items.length > min ? (
            <IconButton
              label={removeLabel(index + 1)}
              icon={<IconTrash aria-hidden="true" />}
              onClick={() => remove(index)}
            />
          ) : null}
        </div>
      ))}
      {found.whole && items.length === 0 ? <FieldError id={`${labelId}-error`} error={found.whole} /> : null}
      {items.length < max ? (
        <Button data-add="" size="small" icon={<IconPlus />} className="justify-self-start" onClick={add}>
          {addLabel}
        </Button>
      ) : null}
    </fieldset>
  )
}

function focusFirst(frame: HTMLElement): void {
  const first = frame.querySelector<HTMLElement>('[aria-invalid]') ?? frame.querySelector<HTMLElement>('input, button')
  first?.focus()
}

/** Splits the errors into that of the list and those of its texts. */
function messagesOf(error: unknown): { whole: string | undefined; items: (string | undefined)[] } {
  const whole = messageOf(error) ?? messageOf(typeof error === 'object' && error && Reflect.get(error, 'root'))
  return { whole, items: Array.isArray(error) ? error.map(messageOf) : [] }
}

function messageOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || Array.isArray(error)) return undefined
  const message: unknown = Reflect.get(error, 'message')
  return typeof message === 'string' ? message : undefined
}
