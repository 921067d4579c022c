import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DnsCall, DnsEndpoint } from '#contract/dns-endpoints.ts'
import { hasLoginInQuery } from '#contract/dns-template.ts'
import { Button } from '#web/components/action/button.tsx'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { LoadedItem } from '#web/components/feedback/loaded-item.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { formatDateTime } from '#web/lib/format/format.ts'
import { wordOf } from '#web/lib/format/word-of.ts'
import { dnsTexts } from '#web/texts/dns.texts.ts'
import { dnsEndpointLooks } from './dns.labels.ts'
import { useMakeDnsToken } from './dns.mutations.ts'
import { dnsCallsQuery, dnsEndpointQuery } from './dns.query-options.ts'
import { DnsHistory } from './dns-history.tsx'
import { DnsRecipe } from './dns-recipe-lines.tsx'

/** An endpoint in its drawer: token, recipe for the router, and its calls as received. */
export function DnsEndpointDetails({ id }: { id: string }) {
  return (
    <LoadedItem query={dnsEndpointQuery(id)}>
      {row => (
        <div className="grid gap-5">
          <p>
            <StateBadge state={row.isActive ? 'active' : 'inactive'} looks={dnsEndpointLooks} />
          </p>
          <Access row={row} />
          <Calls id={row.id} />
        </div>
      )}
    </LoadedItem>
  )
}

const texts = dnsTexts.endpoints

/** The token exists only here, until the drawer closes. */
function Access({ row }: { row: DnsEndpoint }) {
  const makeToken = useMakeDnsToken()
  const [token, setToken] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const mayMake = row.permissions.includes('makeToken')

  async function make() {
    setBusy(true)
    try {
      setToken((await makeToken(row)).token)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-4">
      {token ? (
        <Notice kind="warning" title={texts.tokenTitle} live>
          {texts.tokenText}
        </Notice>
      ) : null}
      {row.hasToken || token ? null : <Notice kind="info">{texts.noToken}</Notice>}
      {row.previousTokenUntil ? (
        <p className="text-label text-muted">{texts.previousUntil(formatDateTime(row.previousTokenUntil))}</p>
      ) : null}
      {hasLoginInQuery(row.requestTemplate) ? <Notice kind="warning">{texts.unsafe}</Notice> : null}
      <DnsRecipe endpoint={row} token={token} />
      {mayMake ? (
        <Button
          className="justify-self-start"
          fullOnPhone
          busy={isBusy}
          onClick={() => (row.hasToken ? setAsking(true) : make().catch(showFailure))}
        >
          {row.hasToken ? texts.renewToken : texts.makeToken}
        </Button>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.renewQuestion(row.name)}
        confirmLabel={texts.renewToken}
        tone="primary"
        onConfirm={make}
        onFailure={error => {
          showFailure(error)
          setAsking(false)
        }}
      >
        {texts.renewExplanation}
      </ConfirmDialog>
    </div>
  )
}

const shownAtFirst = 10

function Calls({ id }: { id: string }) {
  const [size, setSize] = useState(shownAtFirst)
  const query = useQuery(dnsCallsQuery(id, size))
  return (
    <DnsHistory
      title={texts.calls}
      empty={texts.noCalls}
      query={query}
      size={size}
      onMore={() => setSize(100)}
      render={call => ({
        key: call.id,
        at: call.at,
        title: texts.answer(call.status, call.answer.replaceAll('\n', ', ')),
        notes: [
          call.request,
          texts.from(call.address, call.userAgent),
          ...hintTexts(call),
          call.calls > 1 ? texts.counted(call.calls) : null,
        ],
      })}
    />
  )
}

function hintTexts({ hints }: DnsCall): string[] {
  return hints.map(hint => wordOf(texts.hints, hint) ?? dnsTexts.unknown)
}
