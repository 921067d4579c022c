import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { type Control, useFieldArray } from 'react-hook-form'
import { planesMax } from '#contract/energy-limits.ts'
import { Button } from '#web/components/action/button.tsx'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { useFocusAfterRender } from '#web/lib/browser/use-focus-after-render.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import type { SiteValues } from './site-values.ts'

/** The parts of the roof with solar modules. */
export function PlaneFields({ control }: { control: Control<SiteValues> }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'planes' })
  const titleId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const focusAfterRender = useFocusAfterRender(frame)
  function add() {
    focusAfterRender('[data-plane]:last-child input')
    append({ kwp: Number.NaN, tilt: Number.NaN, azimuth: Number.NaN })
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
          {texts.planes}
        </h3>
        <p className="text-small text-muted">{texts.planesHint}</p>
      </div>
      <ol className="grid gap-3">
        {fields.map(({ id }, index) => (
          <li key={id} data-plane="" className="grid min-w-0 gap-3 rounded-box border border-hairline bg-sunken p-4">
            <div className="flex items-center justify-between gap-3">
              <p className="text-label font-semibold">{texts.plane(index + 1)}</p>
              <IconButton
                size="small"
                label={texts.removePlane(index + 1)}
                icon={<IconTrash aria-hidden="true" />}
                onClick={() => removeAt(index)}
              />
            </div>
            <div className="grid items-start gap-3 sm:grid-cols-3">
              <NumberInput
                control={control}
                name={`planes.${index}.kwp`}
                label={texts.planeKwp}
                unit={texts.kwp}
                required
              />
              <NumberInput control={control} name={`planes.${index}.tilt`} label={texts.tilt} unit="°" required />
              <NumberInput control={control} name={`planes.${index}.azimuth`} label={texts.azimuth} unit="°" required />
            </div>
          </li>
        ))}
      </ol>
      {fields.length < planesMax ? (
        <Button data-add="" size="small" icon={<IconPlus />} className="justify-self-start" onClick={add}>
          {texts.addPlane}
        </Button>
      ) : null}
    </div>
  )
}

const texts = energySiteTexts.owner
