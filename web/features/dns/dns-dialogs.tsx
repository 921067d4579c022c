import { useState } from 'react'
import type { DnsDomain } from '#contract/dns-domains.ts'
import type { DnsEndpoint } from '#contract/dns-endpoints.ts'
import type { DnsHostname } from '#contract/dns-hostnames.ts'
import { Checkbox } from '#web/components/form/checkbox.tsx'
import { DeleteDialog, type RowDialogProps } from '#web/components/overlay/delete-dialog.tsx'
import { dnsTexts } from '#web/texts/dns.texts.ts'
import { useDeleteDnsDomain, useDeleteDnsEndpoint, useDeleteDnsHostname } from './dns.mutations.ts'

/** Asks before it deletes a host name, and whether to delete its record, too. */
export function DeleteDnsHostnameDialog(props: RowDialogProps<DnsHostname>) {
  const [removesRecord, setRemovesRecord] = useState(false)
  const { mutateAsync } = useDeleteDnsHostname()
  const texts = dnsTexts.hostnames
  return (
    <DeleteDialog
      {...props}
      onOpenChange={open => {
        setRemovesRecord(false)
        props.onOpenChange(open)
      }}
      question={({ fullName }) => texts.deleteQuestion(fullName)}
      confirmLabel={texts.delete}
      explanation={({ lastUpdate, state, foundValues, permissions }) => (
        <span className="grid gap-3">
          {texts.deleteExplanation}
          {state === 'differs' && foundValues.length > 0 ? (
            <span>{texts.deleteFound(foundValues.join(', '))}</span>
          ) : null}
          {permissions.includes('removeRecord') ? (
            <Checkbox label={texts.deleteRecord} checked={removesRecord} onCheckedChange={setRemovesRecord} />
          ) : null}
          {lastUpdate !== null && !permissions.includes('removeRecord') ? <span>{texts.recordStays}</span> : null}
        </span>
      )}
      remove={row => mutateAsync({ row, record: removesRecord ? 'remove' : 'keep' })}
      done={({ fullName }) => texts.deleted(fullName)}
    />
  )
}

/** Asks before it deletes a domain with its host names. */
export function DeleteDnsDomainDialog(props: RowDialogProps<DnsDomain>) {
  const texts = dnsTexts.domains
  return (
    <DeleteDialog
      {...props}
      question={({ domain }) => texts.deleteQuestion(domain)}
      confirmLabel={texts.delete}
      explanation={({ hostnamesCount }) => texts.deleteExplanation(hostnamesCount)}
      remove={useDeleteDnsDomain().mutateAsync}
      done={({ domain }) => texts.deleted(domain)}
    />
  )
}

/** Asks before it deletes an endpoint; its host names stay. */
export function DeleteDnsEndpointDialog(props: RowDialogProps<DnsEndpoint>) {
  const texts = dnsTexts.endpoints
  return (
    <DeleteDialog
      {...props}
      question={({ name }) => texts.deleteQuestion(name)}
      confirmLabel={texts.delete}
      explanation={() => texts.deleteExplanation}
      remove={useDeleteDnsEndpoint().mutateAsync}
      done={({ name }) => texts.deleted(name)}
    />
  )
}
