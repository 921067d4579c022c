import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { type Control, useFieldArray } from 'react-hook-form'
import { tariffWindowsMax } from '#contract/energy-limits.ts'
import { Button } from '#web/components/action/button.tsx'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useFocusAfterRender } from '#web/lib/browser/use-focus-after-render.ts'
import { energyTariffTexts } from '#web/texts/energy-tariffs.texts.ts'
import { TariffMonths } from './tariff-months.tsx'
import { allMonths, type TariffValues } from './tariff-values.ts'

interface TariffWindowsProps {
  control: Control<TariffValues>
  /** A net price as gross text. */
  gross: (ct: number) => string
}

/** Times of day with another grid fee (§ 14a EnWG module 3), each for quarters of the year. */
export function TariffWindows({ control, gross }: TariffWindowsProps) {
  const { fields, append, remove } = useFieldArray({ control, name: 'windows' })
  const titleId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const focusAfterRender = useFocusAfterRender(frame)
  function add() {
    focusAfterRender('[data-window]:last-child input')
    append({ from: '', to: '', ct: Number.NaN, months: [...allMonths] })
  }
  function removeAt(index: number) {
    focusAfterRender('[data-add]')
    remove(index)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset renders its legend on the border
    <div role="group" aria-labelledby={titleId} ref={frame} className="grid gap-3">
      <div>
        <h3 id={titleId} className="text-lead">
          {texts.windows}
        </h3>
        <p className="text-small text-muted">{texts.windowsHint}</p>
      </div>
      <ol className="grid gap-3">
        {fields.map(({ id }, index) => (
          <li
            key={id}
            data-window=""
            aria-label={texts.window(index + 1)}
            className="grid min-w-0 gap-3 rounded-box border border-hairline bg-sunken p-4"
          >
            <div className="flex items-center justify-between gap-3">
              <p className="text-label font-semibold">{texts.window(index + 1)}</p>
              <IconButton
                size="small"
                label={texts.removeWindow(index + 1)}
                icon={<IconTrash aria-hidden="true" />}
                onClick={() => removeAt(index)}
              />
            </div>
            <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
              <TextInput
                control={control}
                name={`windows.${index}.from`}
                label={texts.from}
                placeholder="00:00"
                required
                autoComplete="off"
              />
              <TextInput
                control={control}
                name={`windows.${index}.to`}
                label={texts.to}
                placeholder="07:00"
                required
                autoComplete="off"
              />
              <NumberInput
                control={control}
                name={`windows.${index}.ct`}
                label={texts.windowCt}
                unit={texts.units.cents}
                decimals={2}
                reading={gross}
                required
                className="max-sm:col-span-2"
              />
            </div>
            <TariffMonths control={control} name={`windows.${index}.months`} />
          </li>
        ))}
      </ol>
      {fields.length < tariffWindowsMax ? (
        <Button data-add="" size="small" icon={<IconPlus />} className="justify-self-start" onClick={add}>
          {texts.addWindow}
        </Button>
      ) : null}
    </div>
  )
}

const texts = energyTariffTexts
