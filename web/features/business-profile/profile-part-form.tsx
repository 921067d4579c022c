import type { ReactNode } from 'react'
import type { Control } from 'react-hook-form'
import type { BusinessProfile, BusinessProfileInput } from '#contract/business-profile.ts'
import { businessProfileRealtimeId } from '#contract/events.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { LeaveGuard } from '#web/components/form/leave-guard.tsx'
import { SaveBar } from '#web/components/form/save-bar.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import { useUpdateProfile } from './business-profile.mutations.ts'
import { getLatestProfile } from './business-profile.query-options.ts'
import type { ProfilePart } from './profile-part.ts'

interface ProfilePartFormProps<Values extends Partial<BusinessProfileInput>> {
  profile: BusinessProfile
  part: ProfilePart<Values>
  label: string
  children: (control: Control<Values>) => ReactNode
}

/** The form of one part of the business profile. It stays open after saving and warns before unsaved changes are lost. */
export function ProfilePartForm<Values extends Partial<BusinessProfileInput>>({
  profile,
  part,
  label,
  children,
}: ProfilePartFormProps<Values>) {
  const update = useUpdateProfile()
  const state = useVersionedForm<BusinessProfile, Values, BusinessProfile>({
    item: profile,
    schema: part.schema,
    start: part.valuesOf(profile),
    valuesOf: part.valuesOf,
    draftName: part.name,
    update: (_, body, revision) => update.mutateAsync({ body, revision }),
    getLatest: getLatestProfile,
    realtimeIds: [businessProfileRealtimeId],
    continueFrom: saved => saved,
    onSaved: () => showSuccess(businessProfileTexts.saved),
  })
  const { form, draft } = state
  const { isDirty, isSubmitting } = form.formState

  function discard() {
    draft.clear()
    form.reset()
  }
  return (
    <>
      <VersionedForm state={state} label={label} shownFields={part.shownFields}>
        {children(form.control)}
        <SaveBar isShown={isDirty} saveLabel={businessProfileTexts.save} onDiscard={discard} />
      </VersionedForm>
      <LeaveGuard isActive={isDirty && !isSubmitting} explanation={businessProfileTexts.leaveExplanation} />
    </>
  )
}
