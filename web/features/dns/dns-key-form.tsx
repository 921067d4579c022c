import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { type DnsDomain, dnsDomains } from '#contract/dns-domains.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { Form } from '#web/components/form/form.tsx'
import { PasswordInput } from '#web/components/form/password-input.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { dnsTexts } from '#web/texts/dns.texts.ts'
import { useSetApiKey } from './dns.mutations.ts'

interface DnsKeyFormProps {
  row: DnsDomain
  onDone: () => void
}

/** Stores the key of a domain. Keeps no draft: the key exists only in its field. */
export function DnsKeyForm({ row, onDone }: DnsKeyFormProps) {
  const setApiKey = useSetApiKey()
  const form = useForm({
    resolver: standardSchemaResolver(dnsDomains.setApiKey.body),
    defaultValues: { apiKey: '' },
  })
  async function save({ apiKey }: { apiKey: string }) {
    await setApiKey(row, apiKey)
    showSuccess(texts.keySaved)
    onDone()
  }
  function refuse(error: unknown) {
    if (!applyProblem(form, error)) showFailure(error)
  }
  return (
    <Form form={form} onSubmit={save} onFailure={refuse} label={texts.keyTitle(row.domain)} requiredMarks="none">
      <PasswordInput
        control={form.control}
        name="apiKey"
        label={texts.apiKey}
        hint={texts.apiKeyHint}
        autoComplete="new-password"
        required
      />
      <SubmitButton fullOnPhone className="justify-self-start">
        {texts.saveKey}
      </SubmitButton>
    </Form>
  )
}

const texts = dnsTexts.domains
