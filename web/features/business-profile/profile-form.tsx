import { businessProfileLiveId } from '#contract/events.ts'
import { type BusinessProfile, type BusinessProfileInput, businessProfileInput } from '#contract/settings.ts'
import { Button } from '#web/components/button.tsx'
import { LeaveGuard } from '#web/components/leave-guard.tsx'
import { RevisedForm, useRevisedForm } from '#web/components/revised-form.tsx'
import { StickyBar } from '#web/components/sticky-bar.tsx'
import { SubmitButton } from '#web/components/submit-button.tsx'
import { showToast } from '#web/components/toast.ts'
import { businessProfileTexts } from '#web/texts/business-profile.ts'
import { commonTexts } from '#web/texts/common.ts'
import { BillingFields } from './billing-fields.tsx'
import { useReplaceProfile } from './commands.ts'
import { CompanyFields } from './company-fields.tsx'
import { HomepageFields } from './homepage-fields.tsx'
import { LegalFields } from './legal-fields.tsx'
import { profileDifferences } from './profile-differences.ts'
import { getLatestProfile } from './queries.ts'

/** Everything about the business in one form. It stays open after saving and warns before it is left unsaved. */
export function ProfileForm({ profile }: { profile: BusinessProfile }) {
  const replace = useReplaceProfile()
  const state = useRevisedForm<BusinessProfile, BusinessProfileInput, BusinessProfile>({
    item: profile,
    schema: businessProfileInput,
    start: inputOf(profile),
    valuesOf: inputOf,
    draftName: 'business-profile',
    update: (_, body, revision) => replace.mutateAsync({ body, revision }),
    getLatest: getLatestProfile,
    liveIds: [businessProfileLiveId],
    continueFrom: saved => saved,
    onSaved: () => showToast({ kind: 'success', title: commonTexts.succeeded, message: businessProfileTexts.saved }),
  })
  const { form, draft } = state
  const { control } = form
  const { isDirty } = form.formState

  return (
    <>
      <RevisedForm state={state} label={businessProfileTexts.title} shownFields={profileDifferences}>
        <CompanyFields control={control} />
        <BillingFields control={control} />
        <HomepageFields control={control} />
        <LegalFields control={control} />
        <StickyBar>
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
        </StickyBar>
      </RevisedForm>
      <LeaveGuard
        isActive={isDirty && !form.formState.isSubmitting}
        explanation={businessProfileTexts.leaveExplanation}
      />
    </>
  )
}

function inputOf({ revision: _, updatedAt: __, ...input }: BusinessProfile): BusinessProfileInput {
  return input
}
