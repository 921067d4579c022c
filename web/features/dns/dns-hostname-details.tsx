import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DnsChange, DnsHostname } from '#contract/dns-hostnames.ts'
import { Button } from '#web/components/action/button.tsx'
import { DefinitionList } from '#web/components/display/definition-list.tsx'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { LoadedItem } from '#web/components/feedback/loaded-item.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { wordOf } from '#web/lib/format/word-of.ts'
import { dnsTexts } from '#web/texts/dns.texts.ts'
import { dateTimeText, dnsFailureText, dnsHostnameLooks } from './dns.labels.ts'
import { useAdopt, useOverwrite, useUpdateNow } from './dns.mutations.ts'
import { dnsChangesQuery, dnsHostnameQuery } from './dns.query-options.ts'
import { DnsDemoNotice } from './dns-demo-notice.tsx'
import { DnsHistory } from './dns-history.tsx'

/** A host name in its drawer: state, times, actions, and its history. */
export function DnsHostnameDetails({ id }: { id: string }) {
  return (
    <LoadedItem query={dnsHostnameQuery(id)}>
      {row => (
        <div className="grid gap-5">
          <DnsDemoNotice />
          <State row={row} />
          <Actions row={row} />
          <Facts row={row} />
          <Changes id={row.id} />
        </div>
      )}
    </LoadedItem>
  )
}

const texts = dnsTexts.hostnames

function State({ row }: { row: DnsHostname }) {
  const failure = dnsFailureText(row.failure)
  const found = row.foundValues.length === 0 ? texts.foundNone : texts.found(row.foundValues.join(', '))
  return (
    <div className="grid gap-3">
      <p>
        <StateBadge state={row.state} looks={dnsHostnameLooks} />
      </p>
      {failure ? <Notice kind={row.state === 'failed' ? 'error' : 'warning'}>{failure}</Notice> : null}
      {row.state === 'differs' ? <Notice kind="warning">{found}</Notice> : null}
    </div>
  )
}

function Actions({ row }: { row: DnsHostname }) {
  const update = useUpdateNow()
  const adopt = useAdopt()
  const may = (permission: DnsHostname['permissions'][number]) => row.permissions.includes(permission)
  if (!may('updateNow') && !may('adopt') && !may('overwrite')) return null
  return (
    <div className="flex flex-wrap gap-3 phone:*:grow">
      {may('updateNow') ? (
        <Button
          icon={<IconRefresh />}
          busy={update.isPending}
          onClick={() => update.mutateAsync(row).then(showUpdate, showFailure)}
        >
          {texts.updateNow}
        </Button>
      ) : null}
      {may('adopt') ? (
        <Button
          busy={adopt.isPending}
          onClick={() =>
            adopt.mutateAsync(row).then(({ value }) => {
              showSuccess(texts.adopted(value))
            }, showFailure)
          }
        >
          {texts.adopt}
        </Button>
      ) : null}
      {may('overwrite') ? <Overwrite row={row} /> : null}
    </div>
  )
}

/** Asks first: the addresses found are lost. */
function Overwrite({ row }: { row: DnsHostname }) {
  const [isAsking, setAsking] = useState(false)
  const overwrite = useOverwrite()
  return (
    <>
      <Button onClick={() => setAsking(true)}>{texts.overwrite}</Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.overwriteQuestion(row.fullName)}
        confirmLabel={texts.overwrite}
        onConfirm={() => overwrite.mutateAsync(row).then(showUpdate)}
        onFailure={error => {
          showFailure(error)
          setAsking(false)
        }}
      >
        {texts.overwriteExplanation(row.foundValues.join(', '), row.value)}
      </ConfirmDialog>
    </>
  )
}

/** Shows that the provider has accepted the value, or why it has not. */
export function showUpdate(row: DnsHostname): void {
  if (row.state === 'published' || row.state === 'current') {
    showSuccess(texts.updated)
    return
  }
  const reason = dnsFailureText(row.failure) ?? dnsHostnameLooks.text(row.state)
  showToast({ kind: 'error', title: texts.updateFailed, message: reason })
}

function Facts({ row }: { row: DnsHostname }) {
  const verifiedBy = row.verifiedBy && wordOf(texts.verifiedBy, row.verifiedBy)
  return (
    <DefinitionList
      items={[
        { term: texts.value, value: row.value || dnsTexts.none },
        { term: texts.type, value: row.type },
        { term: texts.ttl, value: texts.ttlSeconds(row.ttl) },
        { term: texts.source, value: wordOf(texts.sources, row.source) ?? dnsTexts.unknown },
        ...(row.suffix === '' ? [] : [{ term: texts.suffix, value: row.suffix }]),
        { term: texts.reported, value: dateTimeText(row.reportedAt) },
        { term: texts.lastUpdate, value: dateTimeText(row.lastUpdate) },
        {
          term: texts.verified,
          value: verifiedBy ? `${dateTimeText(row.verifiedAt)}, ${verifiedBy}` : dateTimeText(row.verifiedAt),
        },
        ...(row.state === 'retrying' && row.nextAttemptAt
          ? [{ term: texts.next, value: dateTimeText(row.nextAttemptAt) }]
          : []),
        { term: texts.endpoints, value: row.endpoints.map(({ name }) => name).join(', ') || dnsTexts.none },
      ]}
    />
  )
}

const shownAtFirst = 20

function Changes({ id }: { id: string }) {
  const [size, setSize] = useState(shownAtFirst)
  const query = useQuery(dnsChangesQuery(id, size))
  return (
    <DnsHistory
      title={dnsTexts.history}
      empty={dnsTexts.noHistory}
      query={query}
      size={size}
      onMore={() => setSize(100)}
      render={change => ({
        key: change.id,
        at: change.at,
        title: changeText(change),
        notes: [dnsFailureText(change.failure)],
      })}
    />
  )
}

function changeText({ cause, event, value }: DnsChange): string {
  const who = wordOf(texts.causes, cause) ?? dnsTexts.unknown
  const what = wordOf(texts.events, event) ?? dnsTexts.unknown
  return value === '' ? `${who}: ${what}` : `${who}: ${what}, ${value}`
}
