import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { type Control, useController, useFieldArray, useForm } from 'react-hook-form'
import { departuresMax } from '#contract/energy-limits.ts'
import type { EnergyStorage } from '#contract/energy-storages.ts'
import { Button } from '#web/components/action/button.tsx'
import { IconButton } from '#web/components/action/icon-button.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { Checkbox } from '#web/components/form/checkbox.tsx'
import { DateInput } from '#web/components/form/date-input.tsx'
import { Form } from '#web/components/form/form.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useFocusAfterRender } from '#web/lib/browser/use-focus-after-render.ts'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { berlinDate } from '#web/lib/format/format.ts'
import { energyControlTexts } from '#web/texts/energy-control.texts.ts'
import { validationText } from '#web/texts/form-validation.texts.ts'
import { useUpdateStorage } from './energy.mutations.ts'
import { berlinInstant } from './override-end.ts'

const texts = energyControlTexts.schedule

type Values = {
  departures: EnergyStorage['schedule']['departures']
  /** The last day away; null: at home. */
  awayDate: string | null
}

/** The departures of a storage, and the end of its absence. */
export function ScheduleForm({ storage, onDone }: { storage: EnergyStorage; onDone: () => void }) {
  const update = useUpdateStorage()
  const { schedule, id, revision, name } = storage
  const form = useForm<Values>({
    defaultValues: {
      departures: schedule.departures,
      // Away until the first instant of the next day.
      awayDate: schedule.awayUntil === null ? null : berlinDate(new Date(Date.parse(schedule.awayUntil) - 1)),
    },
  })
  async function save({ departures, awayDate }: Values) {
    const awayUntil = awayDate === null ? null : endOfDay(awayDate)
    await update.mutateAsync({ id, revision, change: { schedule: { departures, awayUntil } } })
    showSuccess(texts.saved(name))
    onDone()
  }
  function refuse(error: unknown) {
    const inForm = (field: string) => field.replace(/^schedule\.awayUntil$/, 'awayDate').replace(/^schedule\./, '')
    if (!applyProblem(form, error, inForm)) showFailure(error)
  }
  return (
    <Form form={form} onSubmit={save} onFailure={refuse} label={texts.titleOf(name)} requiredMarks="none">
      <p className="text-label text-muted">{texts.lead}</p>
      <Departures control={form.control} />
      <DateInput control={form.control} name="awayDate" label={texts.away} hint={texts.awayHint} nullable />
      <SubmitButton fullOnPhone className="justify-self-start">
        {texts.save}
      </SubmitButton>
    </Form>
  )
}

function endOfDay(date: string): string {
  const noon = berlinInstant(date, 12)
  return berlinInstant(berlinDate(new Date(noon.getTime() + 24 * 3_600_000)), 0).toISOString()
}

function Departures({ control }: { control: Control<Values> }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'departures' })
  const frame = useRef<HTMLDivElement>(null)
  const focusAfterRender = useFocusAfterRender(frame)
  return (
    <div ref={frame} className="grid gap-3">
      <ol className="grid gap-3">
        {fields.map(({ id }, index) => (
          <li
            key={id}
            data-departure=""
            className="grid min-w-0 gap-3 rounded-box border border-hairline bg-sunken p-4"
          >
            <div className="flex items-center justify-between gap-3">
              <p className="text-label font-semibold">{texts.departure(index + 1)}</p>
              <IconButton
                size="small"
                label={texts.remove(index + 1)}
                icon={<IconTrash aria-hidden="true" />}
                onClick={() => {
                  focusAfterRender('[data-add]')
                  remove(index)
                }}
              />
            </div>
            <Weekdays control={control} index={index} />
            <div className="grid items-start gap-3 sm:grid-cols-2">
              <TextInput
                control={control}
                name={`departures.${index}.time`}
                label={texts.time}
                hint={texts.timeHint}
                autoComplete="off"
                required
              />
              <NumberInput
                control={control}
                name={`departures.${index}.levelPercent`}
                label={texts.level}
                unit={texts.percent}
                required
              />
            </div>
          </li>
        ))}
      </ol>
      {fields.length < departuresMax ? (
        <Button
          data-add=""
          size="small"
          icon={<IconPlus />}
          className="justify-self-start"
          onClick={() => {
            focusAfterRender('[data-departure]:last-child input')
            append({ weekdays: [1, 2, 3, 4, 5], time: '07:00', levelPercent: 80 })
          }}
        >
          {texts.add}
        </Button>
      ) : null}
    </div>
  )
}

function Weekdays({ control, index }: { control: Control<Values>; index: number }) {
  const titleId = useId()
  const errorId = useId()
  const { field, fieldState } = useController({ control, name: `departures.${index}.weekdays` })
  const error = fieldState.error
  const chosen = field.value
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset renders its legend on the border
    <div role="group" aria-labelledby={titleId} aria-describedby={error ? errorId : undefined} className="grid gap-1">
      <p id={titleId} className="text-label font-medium">
        {texts.weekdays}
      </p>
      <div className="flex flex-wrap gap-x-4">
        {texts.days.map((day, at) => (
          <Checkbox
            key={day}
            ref={at === 0 ? field.ref : undefined}
            label={day}
            aria-label={texts.dayNames[at]}
            checked={chosen.includes(at + 1)}
            onCheckedChange={checked =>
              field.onChange(checked ? [...chosen, at + 1].toSorted() : chosen.filter(other => other !== at + 1))
            }
          />
        ))}
      </div>
      {error ? (
        <p id={errorId} className="text-small text-red">
          {validationText(error.message ?? '')}
        </p>
      ) : null}
    </div>
  )
}
