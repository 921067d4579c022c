import { IconPlus, IconX } from '@tabler/icons-react'
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import { taxLinesMax, vatRatesPercent } from '#contract/limits.ts'
import { Button } from '#web/components/action/button.tsx'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { DefinitionList } from '#web/components/display/definition-list.tsx'
import { BoundField } from '#web/components/form/bound-field.tsx'
import { Checkbox } from '#web/components/form/checkbox.tsx'
import { MoneyInput } from '#web/components/form/money-input.tsx'
import { NativeSelect } from '#web/components/form/native-select.tsx'
import { formatEur } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { invoiceTexts } from '#web/texts/invoices.texts.ts'
import type { DraftValues } from './draft-values.ts'
import { sumsOf, taxLine } from './proposed-amounts.ts'

interface AmountFieldsProps {
  form: UseFormReturn<DraftValues>
  /** True if invoices show no tax (§ 19 UStG). */
  isSmallBusiness: boolean
}

/** Net amounts by tax rate with their tax, and the totals. */
export function AmountFields({ form, isSmallBusiness }: AmountFieldsProps) {
  const { control } = form
  const lines = useFieldArray({ control, name: 'tax' })
  const [net, tax] = useWatch({ control, name: ['net', 'tax'] })
  const sums = sumsOf({ net, tax })
  const withTax = lines.fields.length > 0
  const unused = vatRatesPercent.filter(rate => !tax.some(line => line.rate === rate))

  function showTax(isShown: boolean) {
    const dirty = { shouldDirty: true }
    if (isShown) {
      lines.replace([taxLine(vatRatesPercent[0], sums.net)])
      form.setValue('net', 0, dirty)
    } else {
      lines.replace([])
      form.setValue('net', sums.net, dirty)
    }
  }

  return (
    <div className="grid gap-5">
      {isSmallBusiness && !withTax ? (
        <p className="text-label text-muted">{texts.smallBusiness}</p>
      ) : (
        <Checkbox label={texts.withTax} checked={withTax} onCheckedChange={showTax} />
      )}
      {withTax ? (
        <ul className="grid gap-5">
          {lines.fields.map((line, index) => (
            <li
              key={line.id}
              className="grid grid-cols-[1fr_1fr_auto] items-start gap-3 sm:grid-cols-[7rem_1fr_1fr_auto]"
            >
              <RateSelect form={form} index={index} className="phone:col-span-3" />
              <MoneyInput control={control} name={`tax.${index}.base`} label={texts.base} />
              <MoneyInput control={control} name={`tax.${index}.amount`} label={texts.amount} />
              {lines.fields.length > 1 ? (
                <IconButton
                  label={texts.removeRate(formatNumber(tax[index]?.rate ?? 0))}
                  icon={<IconX />}
                  className="mt-7"
                  onClick={() => lines.remove(index)}
                />
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <MoneyInput control={control} name="net" label={texts.net} className="max-w-60" />
      )}
      {withTax && unused[0] !== undefined && lines.fields.length < taxLinesMax ? (
        <Button
          size="small"
          variant="quiet"
          icon={<IconPlus />}
          className="justify-self-start"
          onClick={() => lines.append(taxLine(unused[0] ?? 0, 0))}
        >
          {texts.addRate}
        </Button>
      ) : null}
      <div className="rounded-box bg-sunken p-4">
        <DefinitionList
          items={[
            ...(withTax
              ? [
                  { term: texts.netSum, value: <span className="tabular">{formatEur(sums.net)}</span> },
                  { term: texts.taxSum, value: <span className="tabular">{formatEur(sums.tax)}</span> },
                ]
              : []),
            {
              term: withTax ? texts.grossSum : texts.net,
              value: <strong className="tabular font-semibold">{formatEur(sums.gross)}</strong>,
            },
          ]}
        />
      </div>
    </div>
  )
}

const texts = invoiceTexts.form

/** The tax rate of a line. A rate that is no longer offered remains selectable. */
function RateSelect({
  form,
  index,
  className,
}: {
  form: UseFormReturn<DraftValues>
  index: number
  className: string
}) {
  const rate = useWatch({ control: form.control, name: `tax.${index}.rate` })
  const rates = [...new Set([...vatRatesPercent, rate])]
  return (
    <BoundField control={form.control} name={`tax.${index}.rate`} label={texts.rate} className={className}>
      {(control, field) => (
        <NativeSelect
          {...control}
          ref={field.ref}
          name={field.name}
          value={String(field.value)}
          onValueChange={chosen => field.onChange(Number(chosen))}
          onBlur={field.onBlur}
          choices={rates.map(value => ({ value: String(value), label: texts.rateChoice(value) }))}
        />
      )}
    </BoundField>
  )
}
