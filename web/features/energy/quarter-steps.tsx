import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Button } from '#web/components/action/button.tsx'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { energyPriceTexts } from '#web/texts/energy-prices.texts.ts'

interface QuarterStepsProps {
  chosen: number
  count: number
  now: number
  onChoose: (index: number) => void
}

/** Moves the cursor of a chart by single quarter-hours, for fingers. */
export function QuarterSteps({ chosen, count, now, onChoose }: QuarterStepsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2" data-screen-only="">
      <IconButton
        label={energyPriceTexts.before}
        icon={<IconChevronLeft />}
        disabled={chosen <= 0}
        onClick={() => onChoose(chosen - 1)}
      />
      <Button size="small" onClick={() => onChoose(now)}>
        {energyPriceTexts.now}
      </Button>
      <IconButton
        label={energyPriceTexts.after}
        icon={<IconChevronRight />}
        disabled={chosen >= count - 1}
        onClick={() => onChoose(chosen + 1)}
      />
    </div>
  )
}
