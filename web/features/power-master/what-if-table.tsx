import { FigureTable } from '#web/components/table/figure-table.tsx'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { whatIfTexts } from '#web/texts/what-if.texts.ts'
import { resultOf, type WhatIfResult } from './what-if-answer.ts'
import { policies } from './what-if-tasks.ts'

const texts = whatIfTexts

/** The five policies side by side; the bar is a policy's share of the possible saving, against no control. */
export function WhatIfTable({ results }: { results: readonly WhatIfResult[] }) {
  const none = resultOf({ results }, 'none').eur
  const possible = none - resultOf({ results }, 'bound').eur
  const shareOf = (eur: number) => (possible > 0 ? Math.min(1, Math.max(0, (none - eur) / possible)) : 0)
  const energy = (kwh: number) => texts.energy(formatNumber(kwh, 1, 1))
  return (
    <FigureTable
      isWhole
      caption={texts.resultTable}
      rows={policies.map(policy => resultOf({ results }, policy))}
      keyOf={({ policy }) => policy}
      isStrong={({ policy }) => policy === 'optimiser'}
      name={{ header: texts.policy, cell: result => <Policy result={result} share={shareOf(result.eur)} /> }}
      columns={[
        { header: texts.cost, cell: ({ eur }) => texts.euro(formatNumber(eur, 2, 2)) },
        { header: texts.imported, cell: ({ importKwh }) => energy(importKwh) },
        { header: texts.exported, cell: ({ exportKwh }) => energy(exportKwh) },
      ]}
    />
  )
}

function Policy({ result: { policy, missingKwh }, share }: { result: WhatIfResult; share: number }) {
  return (
    <>
      {texts.policies[policy]}
      <span className="what-if-note block text-muted text-small">{texts.policyNotes[policy]}</span>
      {missingKwh >= 0.05 ? (
        <span className="what-if-note block text-amber text-small">
          {texts.missing(formatNumber(missingKwh, 1, 1))}
        </span>
      ) : null}
      <span aria-hidden="true" className="what-if-bar">
        <span
          data-graphic=""
          className={policy === 'optimiser' ? 'bg-primary' : 'bg-lime-600'}
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </>
  )
}
