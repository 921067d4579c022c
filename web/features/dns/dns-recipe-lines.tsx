import { useId } from 'react'
import type { DnsEndpoint } from '#contract/dns-endpoints.ts'
import { dnsCallNamesMax } from '#contract/limits.ts'
import { CopyButton } from '#web/components/action/copy-button.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { wordOf } from '#web/lib/format/word-of.ts'
import { dnsTexts } from '#web/texts/dns.texts.ts'
import { recipeOf } from './dns-recipe.ts'

interface DnsRecipeProps {
  endpoint: DnsEndpoint
  /** null once it can no longer be shown. */
  token: string | null
}

/** The fields of the router's form with their values, each copyable. */
export function DnsRecipe({ endpoint, token }: DnsRecipeProps) {
  const titleId = useId()
  const lines = recipeOf(endpoint.router, {
    baseUrl: window.location.origin,
    template: endpoint.requestTemplate,
    hostnames: endpoint.hostnames.map(({ fullName }) => fullName),
    userName: endpoint.userName,
    token: token ?? texts.tokenHidden,
  })
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <h3 id={titleId} className="text-lead">
        {texts.recipe}
      </h3>
      <dl className="grid gap-3">
        {lines.map(({ field, value }) => {
          const name = wordOf(texts.fields, field) ?? field
          const text = field === 'forceSsl' ? texts.on : value
          return (
            <div key={field} className="grid gap-1.5">
              <dt className="flex items-center justify-between gap-3 text-label font-medium">
                {name}
                {field === 'forceSsl' || text === '' || text === texts.tokenHidden ? null : (
                  <CopyButton name={name} value={text} />
                )}
              </dt>
              <dd>
                <pre className="rounded-control border border-hairline bg-sunken p-3 font-mono text-small wrap-anywhere whitespace-pre-wrap">
                  {text || dnsTexts.none}
                </pre>
              </dd>
            </div>
          )
        })}
      </dl>
      {endpoint.router === 'ddclient' && endpoint.hostnames.length > dnsCallNamesMax ? (
        <Notice kind="warning">{texts.tooManyNames}</Notice>
      ) : null}
      {endpoint.router === 'fritzbox' ? <p className="text-small text-muted">{texts.fritzboxNote}</p> : null}
    </section>
  )
}

const texts = dnsTexts.endpoints
