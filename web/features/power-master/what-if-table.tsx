import { formatNumber } from '#web/lib/format/format-number.ts'
import { whatIfTexts } from '#web/texts/what-if.texts.ts'
import { resultOf, type WhatIfResult } from './what-if-answer.ts'
import { policies } from './what-if-tasks.ts'

const texts = whatIfTexts

/** The five policies side by side; the bar is what a policy saves of the possible, against no control. */
export function WhatIfTable({ results }: { results: readonly WhatIfResult[] }) {
  const none = resultOf({ results }, 'none').eur
  const possible = none - resultOf({ results }, 'bound').eur
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section aria-label={texts.resultTable} tabIndex={0} className="overflow-x-auto">
      <table className="tabular w-full text-label">
        <caption className="sr-only">{texts.resultTable}</caption>
        <thead>
          <tr className="border-field-border border-b text-muted text-small">
            <th scope="col" className="py-2 pr-4 text-left font-medium">
              {texts.policy}
            </th>
            <th scope="col" className="px-2 py-2 text-right font-medium">
              {texts.cost}
            </th>
            <th scope="col" className="px-2 py-2 text-right font-medium">
              {texts.imported}
            </th>
            <th scope="col" className="px-2 py-2 text-right font-medium">
              {texts.exported}
            </th>
          </tr>
        </thead>
        <tbody>
          {policies.map(policy => {
            const result = resultOf({ results }, policy)
            const share = possible > 0 ? Math.min(1, Math.max(0, (none - result.eur) / possible)) : 0
            const isOurs = policy === 'optimiser'
            return (
              <tr key={policy} className={`border-hairline border-b ${isOurs ? 'font-semibold' : ''}`}>
                <th scope="row" className={`py-2 pr-4 text-left ${isOurs ? '' : 'font-medium'}`}>
                  {texts.policies[policy]}
                  <span className="what-if-note block text-muted text-small">{texts.policyNotes[policy]}</span>
                  {result.missingKwh >= 0.05 ? (
                    <span className="what-if-note block text-amber text-small">
                      {texts.missing(formatNumber(result.missingKwh, 1, 1))}
                    </span>
                  ) : null}
                  <span aria-hidden="true" className="what-if-bar">
                    <span
                      data-graphic=""
                      className={isOurs ? 'bg-primary' : 'bg-lime-600'}
                      style={{ width: `${share * 100}%` }}
                    />
                  </span>
                </th>
                <td className="whitespace-nowrap px-2 py-2 text-right">{texts.euro(formatNumber(result.eur, 2, 2))}</td>
                <td className="whitespace-nowrap px-2 py-2 text-right">
                  {texts.energy(formatNumber(result.importKwh, 1, 1))}
                </td>
                <td className="whitespace-nowrap px-2 py-2 text-right">
                  {texts.energy(formatNumber(result.exportKwh, 1, 1))}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
