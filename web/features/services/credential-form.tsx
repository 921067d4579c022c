import {
  type ServiceCredential,
  type ServiceCredentialInput,
  serviceCredentialInput,
} from '#contract/service-credentials.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { CheckboxField } from '#web/components/form/checkbox-field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { credentialTexts as texts } from '#web/texts/credentials.texts.ts'
import { useAddCredential, useUpdateCredential } from './service-credential.mutations.ts'
import { getLatestCredential } from './service-credential.query-options.ts'
import { credentialDraftName } from './service-drafts.ts'

interface CredentialFormProps {
  serviceId: string
  /** The credential to change; null to add one. */
  credential: ServiceCredential | null
  onDone: () => void
}

/** Adds or changes a credential of a service. */
export function CredentialForm({ serviceId, credential, onDone }: CredentialFormProps) {
  const add = useAddCredential()
  const update = useUpdateCredential()
  const state = useVersionedForm<ServiceCredential, ServiceCredentialInput, ServiceCredential>({
    item: credential,
    schema: serviceCredentialInput,
    start: { label: '', username: '', isShared: true },
    valuesOf: ({ label, username, isShared }) => ({ label, username, isShared }),
    draftName: credentialDraftName(credential),
    create: (values, idempotencyKey) => add.mutateAsync({ body: { ...values, serviceId }, idempotencyKey }),
    update: ({ id }, change, revision) => update.mutateAsync({ id, revision, change }),
    getLatest: ({ id }) => getLatestCredential(id),
    onSaved: saved => {
      const message = credential ? texts.saved(saved.label) : texts.added(saved.label)
      showSuccess(message)
      onDone()
    },
  })
  const { control } = state.form
  return (
    <VersionedForm state={state} shownFields={shownFields}>
      <TextInput control={control} name="label" label={texts.label} hint={texts.labelHint} required />
      <TextInput
        control={control}
        name="username"
        label={texts.username}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <CheckboxField control={control} name="isShared" label={texts.isShared} hint={texts.isSharedHint} />
      <SubmitButton fullOnPhone className="justify-self-start">
        {credential ? texts.save : texts.add}
      </SubmitButton>
    </VersionedForm>
  )
}

const shownFields = [
  { label: texts.label, show: (values: ServiceCredentialInput) => values.label },
  { label: texts.username, show: (values: ServiceCredentialInput) => values.username },
  {
    label: texts.isShared,
    show: (values: ServiceCredentialInput) => (values.isShared ? texts.shared : texts.staffOnly),
  },
]
