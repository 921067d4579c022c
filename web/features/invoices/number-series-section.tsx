import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { businessProfileRealtimeId } from '#contract/events.ts'
import { numberOf } from '#contract/number-form.ts'
import type { PresentedSeries, SeriesInput } from '#contract/number-series.ts'
import { Card } from '#web/components/display/card.tsx'
import { SectionHeader } from '#web/components/display/section-header.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { LeaveGuard } from '#web/components/form/leave-guard.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { berlinDate, formatCount } from '#web/lib/format/format.ts'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import { numberSeriesTexts as texts } from '#web/texts/number-series.texts.ts'
import { shownForm, shownSeries, storedForm } from './number-form-words.ts'
import { useSetSeries } from './number-series.mutations.ts'
import { getLatestSeries, numberSeriesQuery } from './number-series.query-options.ts'

/** The number series, each with a form of its own. */
export function NumberSeriesSection() {
  const { data, isError, refetch, isFetching } = useQuery(numberSeriesQuery())
  return (
    <section id={texts.anchor} aria-labelledby="number-series-heading" className="mt-8 grid scroll-mt-20 gap-5">
      <SectionHeader title={texts.title} titleId="number-series-heading" lead={texts.lead} />
      {data ? (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          {data.results.map(series => (
            <SeriesForm key={series.kind} series={series} />
          ))}
        </div>
      ) : null}
      {!data && isError ? <ErrorState text={texts.failed} onRetry={refetch} busy={isFetching} /> : null}
      {!data && !isError ? <SkeletonText lines={4} /> : null}
    </section>
  )
}

function SeriesForm({ series }: { series: PresentedSeries }) {
  const set = useSetSeries()
  const name = texts.kinds[series.kind]
  const state = useVersionedForm<PresentedSeries, SeriesInput, PresentedSeries>({
    item: series,
    schema: shownSeries,
    start: valuesOf(series),
    valuesOf,
    draftName: `number-series:${series.kind}`,
    update: (_, { form, ...rest }, revision) =>
      set.mutateAsync({ body: { ...rest, form: storedForm(form) }, revision }),
    getLatest: ({ kind }) => getLatestSeries(kind),
    realtimeIds: [businessProfileRealtimeId],
    continueFrom: saved => saved,
    onSaved: ({ nextNumber }) => showSuccess(texts.saved(nextNumber)),
  })
  const { control, formState } = state.form
  const [form, start] = useWatch({ control, name: ['form', 'start'] })
  const isValid = shownSeries.safeParse({ kind: series.kind, form, start }).success
  return (
    <Card title={name} headingLevel={3}>
      <VersionedForm state={state} label={name} requiredMarks="none" shownFields={shownFields}>
        {series.isSet ? null : <p className="text-label text-muted">{texts.proposed}</p>}
        <TextInput
          control={control}
          name="form"
          label={texts.form}
          hint={texts.formHint}
          required
          autoComplete="off"
          spellCheck={false}
        />
        <NumberInput control={control} name="start" label={texts.start} decimals={0} required className="max-w-60" />
        <p role="status" className="text-label">
          {unbroken(isValid ? texts.next(numberOf(storedForm(form), berlinDate().slice(0, 4), start)) : texts.unclear)}
        </p>
        <SubmitButton fullOnPhone variant="secondary" className="justify-self-start">
          {texts.save(name)}
        </SubmitButton>
      </VersionedForm>
      <LeaveGuard
        isActive={formState.isDirty && !formState.isSubmitting}
        explanation={businessProfileTexts.leaveExplanation}
      />
    </Card>
  )
}

/** With the German words of the form. */
function valuesOf({ kind, form, next }: PresentedSeries): SeriesInput {
  return { kind, form: shownForm(form), start: next }
}

const shownFields = [
  { label: texts.form, show: ({ form }: SeriesInput) => form },
  { label: texts.start, show: ({ start }: SeriesInput) => formatCount(start) },
]
