import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { type Control, type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import type { InvoiceContentInput, InvoiceLineInput, WrittenContent } from '#contract/invoice-lines.ts'
import { invoiceUnits } from '#contract/invoice-units.ts'
import { invoiceLinesMax } from '#contract/limits.ts'
import { type VatCase, vatCases } from '#contract/vat-cases.ts'
import { Button } from '#web/components/action/button.tsx'
import { Tag } from '#web/components/display/tag.tsx'
import { showToast } from '#web/components/feedback/toast.ts'
import { MoneyInput } from '#web/components/form/money-input.tsx'
import { type Choice, NativeSelect } from '#web/components/form/native-select.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { Select } from '#web/components/form/select.tsx'
import { SortableList, type SortableRow } from '#web/components/form/sortable-list.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { Menu } from '#web/components/overlay/menu.tsx'
import { useFocusAfterRender } from '#web/lib/browser/use-focus-after-render.ts'
import { formatEur } from '#web/lib/format/format.ts'
import { usePrices } from '#web/lib/format/use-prices.ts'
import { writtenInvoiceTexts } from '#web/texts/written-invoices.texts.ts'
import { lineAmountText } from './line-amount-text.ts'
import { netCentsOf } from './written-values.ts'

type WrittenForm = UseFormReturn<InvoiceContentInput>
type PresentedLine = WrittenContent['lines'][number]

interface WrittenLinesProps {
  form: WrittenForm
  /** The stored lines: lines of work keep the amounts of their entries. */
  stored: readonly PresentedLine[]
  isSmallBusiness: boolean
}

/** The lines of a draft: in any order, with free ones between those of work. */
export function WrittenLines({ form, stored, isSmallBusiness }: WrittenLinesProps) {
  const { control } = form
  const list = useFieldArray({ control, name: 'lines', keyName: 'key' })
  const lines = useWatch({ control, name: 'lines' })
  const listRef = useRef<HTMLDivElement>(null)
  const focusAfterRender = useFocusAfterRender(listRef)
  const choices = vatChoices(isSmallBusiness)
  const nameAt = (index: number) => texts.named(index + 1, lines[index]?.text ?? '')
  const indexOf = (key: string) => list.fields.findIndex(field => field.key === key)

  function add() {
    focusAfterRender('[data-line]:last-child input')
    list.append({ ...newLine, vatCase: isSmallBusiness ? 'smallBusiness' : null })
  }
  function remove(index: number) {
    const line = form.getValues(`lines.${index}`)
    const name = nameAt(index)
    focusAfterRender('[data-add]')
    list.remove(index)
    showToast({
      kind: 'info',
      title: texts.removed(name),
      action: { label: texts.undo, onClick: () => list.insert(index, line) },
    })
  }
  function reorder(keys: readonly string[]) {
    const from = list.fields.findIndex((field, index) => field.key !== keys[index])
    const moved = keys[from]
    if (moved === undefined) return
    // One row has moved: down if its successor took its place, up otherwise.
    const held = list.fields[from]?.key ?? ''
    if (list.fields[from + 1]?.key === moved) list.move(from, keys.indexOf(held))
    else list.move(indexOf(moved), from)
  }

  return (
    <section aria-labelledby="invoice-lines" className="grid gap-4" ref={listRef}>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="invoice-lines" className="text-heading">
          {texts.title}
        </h2>
        {lines.length > 1 && !isSmallBusiness ? <VatForAll form={form} choices={choices} /> : null}
      </div>
      {lines.length === 0 ? (
        <p className="rounded-box border border-hairline bg-sunken p-5 text-muted">{texts.empty}</p>
      ) : null}
      <SortableList
        label={texts.title}
        items={list.fields}
        itemKey={field => field.key}
        itemName={field => nameAt(indexOf(field.key))}
        canSort={lines.length > 1}
        onOrderChange={reorder}
      >
        {(field, row) => {
          const index = indexOf(field.key)
          return (
            <LineFields
              form={form}
              index={index}
              name={nameAt(index)}
              isWork={stored.some(line => line.isWork && line.id === field.id)}
              choices={choices}
              row={row}
              onRemove={() => remove(index)}
            />
          )
        }}
      </SortableList>
      {lines.length < invoiceLinesMax ? (
        <AddLine onAdd={add} />
      ) : (
        <p className="text-small text-muted">{texts.full(invoiceLinesMax)}</p>
      )}
    </section>
  )
}

const { lines: texts, units, vatCases: vatWords } = writtenInvoiceTexts

function AddLine({ onAdd }: { onAdd: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button data-add="" size="small" icon={<IconPlus />} onClick={onAdd}>
        {texts.add}
      </Button>
      <p className="text-small text-muted">{texts.reductionHint}</p>
    </div>
  )
}

const newLine: InvoiceLineInput = {
  text: '',
  description: '',
  quantity: 1,
  unit: 'piece',
  unitPrice: Number.NaN,
  vatCase: null,
}

function vatChoices(isSmallBusiness: boolean): readonly Choice[] {
  return vatCases
    .filter(vatCase => (vatCase === 'smallBusiness') === isSmallBusiness)
    .map(vatCase => ({ value: vatCase, label: vatWords[vatCase] }))
}

const unitChoices = invoiceUnits.map(unit => ({ value: unit, label: units[unit] }))

interface LineFieldsProps {
  form: WrittenForm
  index: number
  name: string
  isWork: boolean
  choices: readonly Choice[]
  row: SortableRow
  onRemove: () => void
}

function LineFields({ form: { control }, index, name, isWork, choices, row, onRemove }: LineFieldsProps) {
  const path = `lines.${index}` as const
  const line = useWatch({ control, name: path })
  const netCents = netCentsOf(line)
  return (
    <div data-line="" className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-4 py-5">
      <div className="pt-7">{row.handle}</div>
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4 md:grid-cols-12">
        <TextInput
          control={control}
          name={`${path}.text`}
          label={texts.text}
          required
          autoComplete="off"
          className="col-span-2 md:col-span-6"
        />
        <TextArea
          control={control}
          name={`${path}.description`}
          label={texts.description}
          rows={1}
          className="col-span-2 md:col-span-6"
        />
        {isWork ? <WorkAmount line={line} /> : <AmountFields control={control} path={path} />}
        <Select
          control={control}
          name={`${path}.vatCase`}
          label={texts.vatCase}
          choices={choices}
          emptyLabel={texts.noVatCase}
          nullable
          className="col-span-2 md:col-span-4"
        />
        <p className="col-span-2 justify-self-end text-right">
          <span className="block text-label font-medium">{texts.net}</span>
          <span className="tabular mt-1.5 block min-h-11 py-2.5 whitespace-nowrap">
            {netCents === null ? '–' : formatEur(netCents / 100)}
          </span>
        </p>
      </div>
      <div className="pt-6">
        <Menu
          label={texts.actions(name)}
          actions={[
            { label: texts.moveUp, icon: <IconArrowUp />, onSelect: row.moveUp, disabled: !row.moveUp },
            { label: texts.moveDown, icon: <IconArrowDown />, onSelect: row.moveDown, disabled: !row.moveDown },
            // Lines of work follow from the chosen entries.
            ...(isWork
              ? []
              : [{ label: texts.remove, icon: <IconTrash />, tone: 'danger' as const, onSelect: onRemove }]),
          ]}
        />
      </div>
    </div>
  )
}

/** The portal computes it from the entries. */
function WorkAmount({ line }: { line: InvoiceLineInput }) {
  return (
    <p className="col-span-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-label md:col-span-6 md:mt-7 md:min-h-11">
      <span className="tabular">{lineAmountText(line)}</span>
      <Tag>{texts.work}</Tag>
    </p>
  )
}

interface AmountFieldsProps {
  control: Control<InvoiceContentInput>
  path: `lines.${number}`
}

function AmountFields({ control, path }: AmountFieldsProps) {
  const prices = usePrices()
  return (
    <>
      <NumberInput
        control={control}
        name={`${path}.quantity`}
        label={texts.quantity}
        decimals={2}
        signed
        required
        className="md:col-span-2"
      />
      <Select
        control={control}
        name={`${path}.unit`}
        label={texts.unit}
        choices={unitChoices}
        className="md:col-span-2"
      />
      <MoneyInput
        control={control}
        name={`${path}.unitPrice`}
        label={prices.label(texts.unitPrice, 'net')}
        required
        className="col-span-2"
      />
    </>
  )
}

/** Sets the VAT case of every line at once. */
function VatForAll({ form, choices }: { form: WrittenForm; choices: readonly Choice[] }) {
  function choose(value: string) {
    if (value === '') return
    const lines = form.getValues('lines')
    // The choices are VAT cases.
    const vatCase = value as VatCase
    for (const index of lines.keys()) {
      form.setValue(`lines.${index}.vatCase`, vatCase, {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      })
    }
  }
  return (
    <NativeSelect
      compact
      aria-label={texts.vatForAll}
      value=""
      onValueChange={choose}
      choices={[{ value: '', label: texts.vatForAllChoose }, ...choices]}
    />
  )
}
