import { IconKey, IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import type { DnsDomain, DnsDomainCheck } from '#contract/dns-domains.ts'
import { Button } from '#web/components/action/button.tsx'
import { DefinitionList } from '#web/components/display/definition-list.tsx'
import { StateBadge } from '#web/components/display/state-badge.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { LoadedItem } from '#web/components/feedback/loaded-item.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { wordOf } from '#web/lib/format/word-of.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { dnsTexts } from '#web/texts/dns.texts.ts'
import { dateTimeText, dnsDomainLooks, dnsFailureText, dnsTypeText } from './dns.labels.ts'
import { useCheckDnsDomain } from './dns.mutations.ts'
import { dnsDomainQuery } from './dns.query-options.ts'
import { DnsDemoNotice } from './dns-demo-notice.tsx'
import { DnsKeyForm } from './dns-key-form.tsx'

/** A domain in its drawer: key, connection and its last check. */
export function DnsDomainDetails({ id }: { id: string }) {
  return <LoadedItem query={dnsDomainQuery(id)}>{row => <Domain row={row} />}</LoadedItem>
}

const texts = dnsTexts.domains

function Domain({ row }: { row: DnsDomain }) {
  const [isSettingKey, setSettingKey] = useState(false)
  const check = useCheckDnsDomain()
  const failure = dnsFailureText(row.failure)
  return (
    <div className="grid gap-5">
      <DnsDemoNotice />
      <p>
        <StateBadge state={row.failure || !row.hasApiKey ? 'failed' : 'ok'} looks={dnsDomainLooks} />
      </p>
      {failure ? (
        <Notice kind="error" title={failure}>
          {texts.stopped}
        </Notice>
      ) : null}
      {row.hasApiKey ? null : <Notice kind="warning">{texts.keyMissing}</Notice>}
      {isSettingKey ? (
        <DnsKeyForm row={row} onDone={() => setSettingKey(false)} />
      ) : (
        <div className="flex flex-wrap gap-3 phone:*:grow">
          {row.permissions.includes('check') ? (
            <Button
              icon={<IconPlugConnected />}
              busy={check.isPending}
              onClick={() => check.mutateAsync(row).then(showCheck, showFailure)}
            >
              {texts.check}
            </Button>
          ) : null}
          {row.permissions.includes('setApiKey') ? (
            <Button icon={<IconKey />} onClick={() => setSettingKey(true)}>
              {texts.setKey}
            </Button>
          ) : null}
        </div>
      )}
      <DefinitionList
        items={[
          { term: texts.type, value: dnsTypeText(row.type) },
          { term: texts.apiKey, value: row.hasApiKey ? texts.hasKey : texts.hasNoKey },
          ...optionsOf(row),
          { term: texts.hostnames, value: String(row.hostnamesCount) },
          {
            term: texts.ttlMin,
            value: row.ttlMin === null ? texts.ttlOfProvider : dnsTexts.hostnames.ttlSeconds(row.ttlMin),
          },
        ]}
      />
      <LastCheck check={row.lastCheck} />
    </div>
  )
}

/** The settings besides the key. */
function optionsOf({ type, options, nameServers }: DnsDomain): { term: string; value: string }[] {
  const { server, preset, keyName, algorithm, user } = options
  return [
    { term: texts.preset, value: preset && (wordOf(texts.presets, preset) ?? dnsTexts.unknown) },
    { term: wordOf(texts.server, type) ?? texts.server.powerdns, value: server },
    { term: texts.keyName, value: keyName },
    { term: texts.algorithm, value: algorithm?.toUpperCase() },
    { term: texts.user, value: user },
    { term: texts.nameServers, value: nameServers.join(', ') },
  ].flatMap(({ term, value }) => (value ? [{ term, value }] : []))
}

function showCheck({ lastCheck }: DnsDomain): void {
  const hasFailed = stepNames.some(name => lastCheck?.[name].result === 'failed')
  if (hasFailed) showToast({ kind: 'error', title: commonTexts.failed, message: texts.checkFailed })
  else if (lastCheck?.key.result === 'ok' && lastCheck.zone.result === 'ok') showSuccess(texts.checked)
  else showToast({ kind: 'info', title: texts.checkOpen })
}

const stepNames = ['key', 'zone', 'write', 'delegation'] as const

function LastCheck({ check }: { check: DnsDomainCheck | null }) {
  return (
    <section aria-label={texts.lastCheck} className="grid gap-3">
      <h3 className="text-lead">{texts.lastCheck}</h3>
      {check ? (
        <>
          <p className="text-small text-muted">{dateTimeText(check.at)}</p>
          <DefinitionList
            items={stepNames.map(name => ({
              term: texts.steps[name],
              value: stepText(check[name], texts.unknown[name]),
            }))}
          />
        </>
      ) : (
        <p className="text-label text-muted">{texts.notChecked}</p>
      )}
    </section>
  )
}

/** `otherwise` explains a result that is unknown without a failure. */
function stepText({ result, failure, detail }: DnsDomainCheck['key'], otherwise: string): string {
  const word = wordOf(texts.results, result) ?? dnsTexts.unknown
  const found = failure ? dnsFailureText({ kind: failure, detail }) : detail
  const reason = found || (result === 'unknown' ? otherwise : '')
  return reason ? `${word}: ${reason}` : word
}
