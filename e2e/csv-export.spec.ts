/** Lists downloaded as CSV: all filtered rows, in order, with the portal's totals. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from './journey.ts'
import { open } from './visit.ts'

test('the filtered tickets are exported completely, in order, and add up to the server’s total', async ({
  admin: page,
}) => {
  await open(page, '/admin-portal/tickets-overview?progress=finished&ordering=-total')
  const { fileName, text } = await exported(page)
  expect(fileName).toMatch(/^Tickets-\d{4}-\d{2}-\d{2}\.csv$/)
  expect(text.startsWith('\ufeff')).toBe(true)

  const [head = [], ...rows] = cellsOf(text)
  const { count, results } = await page.evaluate(async () => {
    const tickets: { number: string; total: number; hoursCount: number; name: string }[] = []
    for (let page = 1; ; page++) {
      const answer = await fetch(
        `/api/backend/tickets/?progress=finished&ordering=-total&page_size=100&page=${page}`,
      ).then(response => response.json())
      tickets.push(...answer.results)
      if (tickets.length >= answer.count) return { count: Number(answer.count), results: tickets }
    }
  })
  expect(count).toBeGreaterThan(100)
  expect(rows).toHaveLength(count)
  const column = (name: string) => rows.map(cells => cells[head.indexOf(name)] ?? '')
  expect(column('Nummer')).toEqual(results.map(ticket => ticket.number))
  expect(column('Ticket')).toEqual(results.map(ticket => ticket.name))
  expect(new Set(column('Fortschritt'))).toEqual(new Set(['Fertig']))
  const centsOf = (text: string) => Number(text.replace(',', ''))
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  expect(sum(column('Summe in EUR (netto)').map(centsOf))).toBe(
    sum(results.map(ticket => Math.round(ticket.total * 100))),
  )
  expect(sum(column('Stunden').map(centsOf))).toBe(sum(results.map(ticket => Math.round(ticket.hoursCount * 100))))
  await expect(page.getByText(`${count} Zeilen exportiert.`)).toBeVisible()
})

test('an export shows its progress and can be cancelled', async ({ admin: page }) => {
  await open(page, '/admin-portal/tickets-overview')
  // The test releases the second page.
  const arrived = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  await page.route('**/api/backend/tickets/?*page=2*', async route => {
    arrived.resolve()
    await goOn.promise
    await route.abort().catch(() => undefined)
  })
  await page.getByRole('button', { name: 'Als CSV exportieren' }).click()
  await arrived.promise
  await expect(page.getByText('100 von 140 geladen')).toBeVisible()
  const cancel = page.getByRole('button', { name: 'Export abbrechen' })
  await cancel.click()
  await expect(page.getByRole('button', { name: 'Als CSV exportieren' })).toBeVisible()
  goOn.resolve()
  await expect(page.getByText('exportiert.')).toHaveCount(0)
})

test.for([
  ['/admin-portal/customers-overview?kind=business', 'Kunden', 'Firma'],
  ['/admin-portal/settings/users', 'Benutzer', 'Benutzername'],
  ['/admin-portal/settings/outbox', 'Postausgang', 'Betreff'],
  ['/admin-portal/settings/audit-log', 'Protokoll', 'Wer'],
  ['/admin-portal/settings/backups', 'Sicherungen', 'Stand vom'],
] as const)('the list %s is exported as a file', async ([path, name, heading], { admin: page }) => {
  await open(page, path)
  // The demo has no backup, and an empty list has no export.
  if (path.endsWith('/backups')) await page.getByRole('button', { name: 'Jetzt sichern' }).click()
  const { fileName, text } = await exported(page)
  expect(fileName.startsWith(`${name}-`)).toBe(true)
  const [head = [], ...rows] = cellsOf(text)
  expect(head).toContain(heading)
  for (const cells of rows) expect(cells).toHaveLength(head.length)
})

async function exported(page: Page): Promise<{ fileName: string; text: string }> {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Als CSV exportieren' }).click()
  const download = await waiting
  return { fileName: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

/** Parses a file as a spreadsheet does (RFC 4180 with semicolons). */
function cellsOf(text: string): string[][] {
  const rows: string[][] = []
  let cells: string[] = []
  for (const [, quoted, plain, end] of text
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^;"\r\n]*))(;|\r\n)/g)) {
    cells.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === ';') continue
    rows.push(cells)
    cells = []
  }
  return rows
}
