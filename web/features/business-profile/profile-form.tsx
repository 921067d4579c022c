import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { type BusinessProfile, type BusinessProfileInput, businessProfileInput } from '#contract/settings.ts'
import { Button } from '#web/components/button.tsx'
import { ConflictDialog, differencesBetween } from '#web/components/conflict-dialog.tsx'
import { showFailure } from '#web/components/failure-toast.ts'
import { Form } from '#web/components/form.tsx'
import { SubmitButton } from '#web/components/submit-button.tsx'
import { showToast } from '#web/components/toast.ts'
import { applyProblem } from '#web/lib/apply-problem.ts'
import { useDraft } from '#web/lib/drafts.ts'
import { useRevisedSave } from '#web/lib/use-revised-save.ts'
import { businessProfileTexts } from '#web/texts/business-profile.ts'
import { commonTexts } from '#web/texts/common.ts'
import { BillingFields } from './billing-fields.tsx'
import { useReplaceProfile } from './commands.ts'
import { CompanyFields } from './company-fields.tsx'
import { HomepageFields } from './homepage-fields.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { LegalFields } from './legal-fields.tsx'
import { profileDifferences } from './profile-differences.ts'
import { getLatestProfile } from './queries.ts'

/** Everything about the business in one form. It stays open after saving and warns before it is left unsaved. */
export function ProfileForm({ profile }: { profile: BusinessProfile }) {
  const form = useForm<BusinessProfileInput>({
    resolver: standardSchemaResolver(businessProfileInput),
    defaultValues: inputOf(profile),
  })
  const { control } = form
  const draft = useDraft(form, 'business-profile')
  const replace = useReplaceProfile()
  const saving = useRevisedSave<BusinessProfile, BusinessProfileInput, BusinessProfile>({
    item: profile,
    getLatest: getLatestProfile,
    save: (body, revision) => replace.mutateAsync({ body, revision }),
  })
  const { isDirty } = form.formState

  function finish(saved: BusinessProfile | undefined) {
    if (!saved) return
    draft.clear()
    saving.continueFrom(saved)
    form.reset(inputOf(saved))
    showToast({ kind: 'success', title: commonTexts.succeeded, message: businessProfileTexts.saved })
  }
  function showRefusal(error: unknown) {
    saving.postpone()
    if (!applyProblem(form, error)) showFailure(error)
  }
  function loadLatest() {
    const latest = saving.takeLatest()
    if (latest) form.reset(inputOf(latest))
  }

  return (
    <>
      <Form
        form={form}
        label={businessProfileTexts.title}
        onSubmit={async values => finish(await saving.submit(values))}
        onFailure={showRefusal}
      >
        <CompanyFields control={control} />
        <BillingFields control={control} />
        <HomepageFields control={control} />
        <LegalFields control={control} />
        <div className="sticky bottom-4 z-20 flex flex-wrap items-center justify-end gap-3 rounded-box border border-hairline bg-surface px-4 py-3 shadow-float">
          {isDirty ? (
            <p className="mr-auto text-label font-semibold" role="status">
              {businessProfileTexts.unsaved}
            </p>
          ) : null}
          {isDirty ? (
            <Button
              variant="quiet"
              onClick={() => {
                draft.clear()
                form.reset()
              }}
            >
              {businessProfileTexts.reset}
            </Button>
          ) : null}
          <SubmitButton>{businessProfileTexts.save}</SubmitButton>
        </div>
      </Form>
      <ConflictDialog
        open={saving.conflict !== null}
        differences={
          saving.conflict
            ? differencesBetween<BusinessProfileInput>(
                saving.conflict.latest,
                saving.conflict.values,
                profileDifferences,
              )
            : []
        }
        onLoadLatest={loadLatest}
        onOverwrite={async () => {
          try {
            finish(await saving.overwrite())
          } catch (error) {
            showRefusal(error)
          }
        }}
        onPostpone={saving.postpone}
      />
      <LeaveGuard isActive={isDirty && !form.formState.isSubmitting} />
    </>
  )
}

function inputOf({ revision: _, updatedAt: __, ...input }: BusinessProfile): BusinessProfileInput {
  return input
}
