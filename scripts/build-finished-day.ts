/**
 * PowerMaster's page without JavaScript: a finished day of the usual house, as picture, sentence and tables, in the
 * `noscript` of the page that the server sends for /power-master. Made from the answer that the page shows first.
 * No inline style and no script: the policy of pages stays as it is.
 */
import type { Plugin } from 'vite'
import { finishedAnswer } from '#web/features/power-master/finished-answer.ts'
import { savingText } from '#web/features/power-master/what-if.labels.ts'
import { resultOf } from '#web/features/power-master/what-if-answer.ts'
import { policies } from '#web/features/power-master/what-if-tasks.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { energyTexts } from '#web/texts/energy.texts.ts'
import { powerMasterTexts } from '#web/texts/power-master.texts.ts'
import { whatIfTexts } from '#web/texts/what-if.texts.ts'

/** Below the folder of the build; the server sends it under the page's own address. */
const fileName = 'without-script/power-master.html'
const style = '<noscript><link rel="stylesheet" href="/without-script.css"></noscript>'

export function finishedDay(): Plugin {
  return {
    name: 'finished-day',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('the build made no index.html')
        const html = page.source.toString()
        this.emitFile({ type: 'asset', fileName, source: withFinishedDay(html) })
      },
    },
  }
}

export function withFinishedDay(html: string): string {
  return html
    .replace('</head>', `${style}</head>`)
    .replace('</body>', `<noscript>${finishedDayMarkup()}</noscript></body>`)
}

export function finishedDayMarkup(): string {
  const { house, hours, results } = finishedAnswer
  const costs = policies.map(policy => {
    const { eur, importKwh, exportKwh } = resultOf(finishedAnswer, policy)
    return [
      whatIfTexts.policies[policy],
      formatNumber(eur, 2, 2),
      ...[importKwh, exportKwh].map(value => formatNumber(value, 1, 1)),
    ]
  })
  const values = hours.map(hour => [
    energyTexts.hour(hour.hour),
    ...[hour.generationKw, hour.houseKw, hour.wallboxKw, hour.batteryKw, hour.gridKw, hour.batteryKwh].map(value =>
      formatNumber(value, 1, 1),
    ),
  ])
  const { cost, imported, exported, policy } = whatIfTexts
  return [
    '<main class="finished-day">',
    `<h1>${powerMasterTexts.title}</h1>`,
    `<p>${whatIfTexts.withoutScript}</p>`,
    `<h2>${whatIfTexts.days[house.day]}</h2>`,
    `<p>${savingText({ results })}</p>`,
    picture(),
    `<p class="legend"><span>${energyTexts.generation}</span> <span>${energyTexts.consumption}</span></p>`,
    tableOf(whatIfTexts.resultTable, [policy, `${cost} (€)`, `${imported} (kWh)`, `${exported} (kWh)`], costs),
    tableOf(
      whatIfTexts.tableCaption,
      [
        powerMasterTexts.tableHour,
        powerMasterTexts.tableGeneration,
        powerMasterTexts.tableHouse,
        powerMasterTexts.tableWallbox,
        powerMasterTexts.tableBattery,
        powerMasterTexts.tableGrid,
        whatIfTexts.tableStored,
      ],
      values,
    ),
    ...[powerMasterTexts.tableNote, whatIfTexts.promise, whatIfTexts.source, whatIfTexts.assumptions].map(
      text => `<p class="note">${text}</p>`,
    ),
    '</main>',
  ].join('')
}

/** Generation as an area, consumption as a line. */
function picture(): string {
  const { hours, house } = finishedAnswer
  const used = hours.map(({ houseKw, heatPumpKw, wallboxKw }) => houseKw + heatPumpKw + wallboxKw)
  const generated = hours.map(({ generationKw }) => generationKw)
  const top = Math.max(...used, ...generated)
  const points = (list: readonly number[]) =>
    list.map((value, hour) => `${hour * 40 + 20} ${Math.round(240 - (value / top) * 240)}`).join('L')
  const most = (list: readonly number[]) => formatNumber(Math.max(...list), 1, 1)
  const label = whatIfTexts.daySummary(whatIfTexts.days[house.day], most(generated), most(used))
  const area = `<path class="sun" d="M20 240L${points(generated)}L940 240z"/>`
  return `<svg viewBox="0 0 960 240" role="img" aria-label="${label}">${area}<path class="use" d="M${points(used)}"/></svg>`
}

function tableOf(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const headCells = head.map(text => `<th scope="col">${text}</th>`).join('')
  const bodyRows = rows
    .map(([name, ...cells]) => `<tr><th scope="row">${name}</th>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')
  const table = `<table><caption>${caption}</caption><thead><tr>${headCells}</tr></thead><tbody>${bodyRows}</tbody></table>`
  return `<div class="scroll" tabindex="0" role="region" aria-label="${caption}">${table}</div>`
}
