import '#web/components/overlay/overlay.css'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { type Ref, useRef } from 'react'
import { iconButtonClass } from '#web/components/action/icon-button.tsx'
import { commonTexts, fixedTexts } from '#web/texts/common.texts.ts'
import { controlClass } from './control-class.ts'
import { Field, type FieldControl, type FieldProps } from './field.tsx'
import { optionId, SearchSelectList } from './search-select-list.tsx'
import { type ComboboxChoice, useCombobox } from './use-combobox.ts'

export interface SearchSelectProps
  extends ComboboxChoice,
    Pick<FieldProps, 'hint' | 'error' | 'required' | 'labelHidden' | 'className'> {
  label: string
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** A select with search, for long or remote lists: the combobox pattern of the ARIA Authoring Practices. */
export function SearchSelect({ label, hint, error, required, labelHidden, className, ...choice }: SearchSelectProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} labelHidden={labelHidden} className={className}>
      {control => <SearchBox label={label} control={control} {...choice} />}
    </Field>
  )
}

interface SearchBoxProps extends ComboboxChoice, Pick<SearchSelectProps, 'label' | 'inputRef'> {
  control: FieldControl
}

/** The focus always stays in the input; the list shows the active option. */
function SearchBox({ control, label, inputRef, ...choice }: SearchBoxProps) {
  const { selected, disabled } = choice
  const boxRef = useRef<HTMLDivElement>(null)
  const listId = `${control.id}-list`
  const combobox = useCombobox({ ...choice, boxRef, listId })
  const { isOpen, active, text } = combobox
  const searchId = `${control.id}-search`

  return (
    <div ref={boxRef} className="relative">
      <input
        {...control}
        ref={inputRef}
        type="text"
        role="combobox"
        aria-describedby={[control['aria-describedby'], searchId].filter(Boolean).join(' ')}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-haspopup="listbox"
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active ? optionId(listId, active) : undefined}
        autoComplete="off"
        spellCheck={false}
        lang={text === '' ? 'en' : undefined}
        placeholder={fixedTexts.searchPlaceholder}
        value={text}
        disabled={disabled}
        onChange={event => combobox.type(event.target.value)}
        onClick={combobox.open}
        onKeyDown={combobox.pressKey}
        onBlur={combobox.leave}
        className={controlClass('truncate', selected ? 'pr-20' : 'pr-11')}
      />
      {/* The placeholder in German, for screen readers; the open list shows it. */}
      <span id={searchId} hidden>
        {commonTexts.typeToSearch}
      </span>
      <SearchBoxButtons
        label={label}
        canClear={selected !== null && !disabled}
        disabled={disabled}
        combobox={combobox}
        focusInput={() => boxRef.current?.querySelector('input')?.focus()}
      />
      {isOpen ? (
        <SearchSelectList
          id={listId}
          label={label}
          isLoading={combobox.isLoading}
          query={combobox.query}
          found={combobox.found}
          active={active}
          selected={selected}
          onChoose={combobox.choose}
        />
      ) : null}
    </div>
  )
}

interface SearchBoxButtonsProps {
  label: string
  canClear: boolean
  disabled: boolean | undefined
  combobox: ReturnType<typeof useCombobox>
  focusInput: () => void
}

/** Clears the choice, and opens the list without the keyboard. */
function SearchBoxButtons({ label, canClear, disabled, combobox, focusInput }: SearchBoxButtonsProps) {
  return (
    <span className="absolute inset-y-0 right-0 flex">
      {canClear ? (
        <button
          type="button"
          aria-label={`${label}: ${commonTexts.clearValue}`}
          title={commonTexts.clearValue}
          onBlur={combobox.leave}
          onClick={() => {
            combobox.choose(null)
            focusInput()
          }}
          className={`${iconButtonClass('small')} h-full`}
        >
          <IconX aria-hidden="true" />
        </button>
      ) : null}
      <button
        type="button"
        tabIndex={-1}
        aria-label={`${label}: ${commonTexts.openList}`}
        title={commonTexts.openList}
        disabled={disabled}
        onPointerDown={event => event.preventDefault()}
        onClick={() => {
          focusInput()
          if (combobox.isOpen) combobox.close()
          else combobox.open()
        }}
        className={`${iconButtonClass('small')} h-full`}
      >
        <IconChevronDown aria-hidden="true" />
      </button>
    </span>
  )
}
