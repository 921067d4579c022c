import type { Backup } from '#contract/backups.ts'
import { expect, test } from '#e2e/journey.ts'
import { open } from '#e2e/visit.ts'
import { check, describeStates } from './states.ts'

const at = '2026-03-02T02:00:04.000Z'
const proven: Backup = {
  id: '0195a000-0000-7000-8000-000000000001',
  kind: 'nightly',
  state: 'proven',
  step: null,
  reason: '',
  detail: '',
  file: 'portal-2026-03-02T02-00-04Z-nightly-1f3a.backup',
  sizeBytes: 4_812_330,
  rowsCount: 51_204,
  auditLines: 40_112,
  provenAt: at,
  permissions: ['download'],
  startedAt: at,
  updatedAt: at,
}
const failed: Backup = {
  ...proven,
  id: '0195a000-0000-7000-8000-000000000002',
  state: 'failed',
  reason: 'disk_full',
  detail: 'ENOSPC: no space left on device, write',
  file: '',
  sizeBytes: null,
  rowsCount: null,
  auditLines: null,
  provenAt: null,
  permissions: [],
}
const unproven: Backup = {
  ...proven,
  id: '0195a000-0000-7000-8000-000000000003',
  kind: 'before_migration',
  state: 'unproven',
  reason: 'may_not_try',
  provenAt: null,
}
const running: Backup = {
  ...failed,
  id: '0195a000-0000-7000-8000-000000000004',
  kind: 'by_hand',
  state: 'running',
  step: 'sealing',
  reason: '',
  detail: '',
}

describeStates('backups', look => {
  const list = /\/api\/backend\/admin\/backups\/(\?|$)/
  const summary = '**/api/backend/admin/backups/summary/'

  test('none yet, a running one next to others, a list that fails', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-admin' })
    await open(page, '/admin-portal/settings/backups')
    await expect(page.getByText(/^Bisher gibt es keine Sicherung/)).toBeVisible()
    await check(page, 'no backup yet')
    await page.route(list, route => route.fulfill({ json: { count: 4, results: [running, proven, failed, unproven] } }))
    await open(page, '/admin-portal/settings/backups')
    await expect(page.getByRole('progressbar', { name: 'Fortschritt der Sicherung' })).toBeVisible()
    await expect(page.getByText('Auf der Festplatte ist kein Platz mehr.').filter({ visible: true })).toBeVisible()
    await check(page, 'backups in every state')
    await page.unroute(list)
    await page.route(list, route => route.fulfill({ status: 500, json: {} }))
    await open(page, '/admin-portal/settings/backups')
    await expect(page.getByText('Fehler beim Abrufen der Sicherungen')).toBeVisible()
    await check(page, 'backups that do not come')
  })

  test('on the home: the last one, a failed one, none for too long', async ({ visit }) => {
    const page = await visit({ ...look, as: 'demo-admin' })
    const answers = [
      [{ health: 'good', lastProven: proven, latest: proven }, /^Letzte geprüfte Sicherung: 02\.03\.2026/],
      [{ health: 'failed', lastProven: proven, latest: failed }, 'Die letzte Sicherung ist fehlgeschlagen'],
      [{ health: 'old', lastProven: null, latest: unproven }, 'Seit über zwei Tagen gibt es keine geprüfte Sicherung'],
    ] as const
    for (const [json, text] of answers) {
      await page.unroute(summary)
      await page.route(summary, route => route.fulfill({ json }))
      await open(page, '/admin-portal/home')
      await expect(page.getByText(text)).toBeVisible()
      await check(page, `home: ${json.health}`)
    }
  })
})
