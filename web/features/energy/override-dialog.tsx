import { useForm, useWatch } from 'react-hook-form'
import type { ControlledStorage } from '#contract/energy-control.ts'
import type { NewEnergyOverride } from '#contract/energy-overrides.ts'
import type { PlanMode } from '#contract/energy-plan-words.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { Form } from '#web/components/form/form.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { Select } from '#web/components/form/select.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Dialog } from '#web/components/overlay/dialog.tsx'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { energyControlTexts } from '#web/texts/energy-control.texts.ts'
import { endOf, type OverrideEnd, overrideEnds } from './override-end.ts'

const texts = energyControlTexts.form

interface OverrideDialogProps {
  storage: ControlledStorage
  open: boolean
  onOpenChange: (open: boolean) => void
  onOrder: (order: Omit<NewEnergyOverride, 'storageId'>) => Promise<void>
}

/** Orders any mode that the device offers, until one of several times. */
export function OverrideDialog({ storage, open, onOpenChange, onOrder }: OverrideDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title(storage.name)}
      description={texts.lead}
      size="small"
    >
      <OverrideForm
        storage={storage}
        onOrder={async order => {
          await onOrder(order)
          onOpenChange(false)
        }}
      />
    </Dialog>
  )
}

type Values = { mode: PlanMode; powerW: number | null; until: OverrideEnd }

function OverrideForm({ storage, onOrder }: Pick<OverrideDialogProps, 'storage' | 'onOrder'>) {
  const { modes, kind } = storage
  const form = useForm<Values>({ defaultValues: { mode: modes[0] ?? 'auto', powerW: null, until: 'hours' } })
  const { control } = form
  const mode = useWatch({ control, name: 'mode' })
  const hasPower = mode === 'charge' || mode === 'discharge'
  return (
    <Form
      form={form}
      label={texts.title(storage.name)}
      requiredMarks="none"
      onSubmit={({ powerW, until }) =>
        onOrder({ mode, until: endOf(until).toISOString(), ...(hasPower && powerW !== null && { powerW }) })
      }
      onFailure={error => {
        if (!applyProblem(form, error)) showFailure(error)
      }}
    >
      <Select
        control={control}
        name="mode"
        label={texts.mode}
        choices={modes.map(value => ({ value, label: energyControlTexts.modeOf(value, kind) }))}
      />
      {hasPower ? (
        <NumberInput
          control={control}
          name="powerW"
          label={texts.power}
          unit={texts.watts}
          hint={texts.powerHint}
          nullable
        />
      ) : null}
      <Select
        control={control}
        name="until"
        label={texts.until}
        choices={overrideEnds.map(value => ({ value, label: texts.untils[value] }))}
      />
      <SubmitButton fullOnPhone>{texts.save}</SubmitButton>
    </Form>
  )
}
