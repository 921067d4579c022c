import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Button } from '#web/components/action/button.tsx'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { NativeSelect } from '#web/components/form/native-select.tsx'
import { berlinDate } from '#web/lib/format/format.ts'
import { energyDayTexts } from '#web/texts/energy-days.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { type Comparison, comparisons } from './compared-range.ts'
import { type EnergyRange, neighbourOf, type RangeKind, rangeAround, rangeKinds } from './energy-range.ts'

interface RangeControlsProps {
  range: EnergyRange
  onRangeChange: (range: EnergyRange) => void
  comparison: Comparison | undefined
  onCompare: (comparison: Comparison | undefined) => void
}

/** Day, week, month, year or all, and the buttons to the previous and the next one. */
export function RangeControls({ range, onRangeChange, comparison, onCompare }: RangeControlsProps) {
  const today = berlinDate()
  const isTotal = range.kind === 'total'
  const isNow = range.from <= today && today < range.to
  const go = (by: -1 | 1) => onRangeChange(neighbourOf(range, by))
  return (
    <div className="flex flex-wrap items-center gap-2" data-screen-only="">
      <NativeSelect
        compact
        aria-label={energyDayTexts.kindLabel}
        value={range.kind}
        // The choices are kinds. A range that includes today keeps today, regardless of its size.
        onValueChange={kind => onRangeChange(rangeAround(isNow ? today : range.from, kind as RangeKind))}
        choices={rangeKinds.map(value => ({ value, label: energyDayTexts.kinds[value] }))}
      />
      <IconButton label={texts.before} icon={<IconChevronLeft />} disabled={isTotal} onClick={() => go(-1)} />
      <Button size="small" onClick={() => onRangeChange(rangeAround(today, range.kind))}>
        {texts.today}
      </Button>
      <IconButton
        label={texts.after}
        icon={<IconChevronRight />}
        disabled={isTotal || range.to > today}
        onClick={() => go(1)}
      />
      {isTotal ? null : (
        <NativeSelect
          compact
          aria-label={energyDayTexts.comparison.label}
          value={comparison ?? 'none'}
          onValueChange={chosen => onCompare(comparisons.find(each => each === chosen))}
          choices={(['none', ...comparisons] as const).map(value => ({
            value,
            label: energyDayTexts.comparison.kinds[value],
          }))}
        />
      )}
    </div>
  )
}

const texts = energySiteTexts.history
