/** The command as programs use it: its own process, its own streams, no database. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processEnv } from '#server/testing/processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-energy-'))
afterAll(() => rmSync(folder, { recursive: true }))

const house = {
  id: 'Haus ä',
  startsAt: '2026-05-01T00:00:00Z',
  minutes: [15, 15, 60],
  loadW: [500, 500, 500],
  pvW: [0, 0, 4000],
  importCt: [20, 40, null],
  exportCt: [8, 8, 8],
  storages: [{ id: 'akku', contentWh: 1000, maxWh: 5000, maxChargeW: 3000, maxDischargeW: 3000 }],
}

const start = (...args: string[]) =>
  spawn(process.execPath, ['server/cli/portal.ts', 'energy', ...args], {
    env: { ...processEnv, DATA_DIR: join(folder, 'data') },
    stdio: 'pipe',
  })

async function outputOf(args: string[], text = ''): Promise<{ code: number | null; lines: string[]; error: string }> {
  const child = start(...args)
  child.stdin.end(text)
  let [output, error] = ['', '']
  child.stdout.on('data', part => {
    output += part
  })
  child.stderr.on('data', part => {
    error += part
  })
  const [code] = await once(child, 'close')
  return { code, lines: output.split('\n').slice(0, -1), error }
}

let answers: Awaited<ReturnType<typeof outputOf>>
beforeAll(async () => {
  const texts = [
    JSON.stringify(house, null, 2),
    '{"id": "half',
    '',
    JSON.stringify({ ...house, id: 'b', pvW: [0] }),
    '{"id":"c"',
  ]
  answers = await outputOf(['plan'], texts.join('\n'))
})

test('each JSON text has one line of answer, in order, and the exit code is 0', () => {
  expect(answers.code).toBe(0)
  expect(answers.lines.map(line => JSON.parse(line)).map(({ id, status }) => [id, status])).toEqual([
    ['Haus ä', 'optimal'],
    [null, 'invalid'],
    ['b', 'invalid'],
    [null, 'invalid'],
  ])
})

test('an answer has the fields of the contract and no others', () => {
  const answer = JSON.parse(answers.lines[0] ?? '')
  expect(Object.keys(answer)).toEqual(
    'id status startsAt minutes importCt exportCt isPriceEstimated importW exportW curtailW storages costEur wearEur startsEur endValueEur importWh exportWh selfUse shortfalls solver'.split(
      ' ',
    ),
  )
  expect(Object.keys(answer.storages[0])).toEqual(
    'id chargeW dischargeW contentWh valueCt mode powerW reason endCt'.split(' '),
  )
  expect(answer.importCt).toEqual([20, 40, 30])
  expect(answer.isPriceEstimated).toEqual([false, false, true])
  expect(JSON.parse(answers.lines[1] ?? '')).toEqual({
    id: null,
    status: 'invalid',
    problems: [{ field: '', code: 'json' }],
  })
  expect(JSON.parse(answers.lines[2] ?? '').problems).toEqual([{ field: 'pvW', code: 'length' }])
})

test('simulates, one line for each text', async () => {
  const { forecast, ...day } = { ...house, importCt: [20, 40, 30], forecast: { loadW: house.loadW, pvW: house.pvW } }
  const texts = [{ ...day, policy: 'none' }, { ...day, policy: 'optimiser', forecast, series: true }, day]
  const { lines } = await outputOf(['simulate'], texts.map(text => JSON.stringify(text)).join('\n'))
  const [none, optimiser, invalid] = lines.map(line => JSON.parse(line))
  expect(Object.keys(none)).toEqual(
    'id status policy costEur wearEur startsEur endValueEur importWh exportWh totalEur pvWh loadWh shortfalls'.split(
      ' ',
    ),
  )
  expect(none).toMatchObject({ status: 'done', policy: 'none', pvWh: 4000, loadWh: 750, importWh: 250, exportWh: 3500 })
  expect(Object.keys(optimiser.series)).toEqual(['importW', 'exportW', 'storages'])
  expect(optimiser.totalEur).toBeLessThan(none.totalEur)
  expect(invalid.problems).toEqual([{ field: 'policy', code: 'required' }])
})

test('needs no database and makes none', () => {
  expect(readdirSync(folder)).toEqual([])
})

test('an answer comes before the next text is sent', async () => {
  const child = start('plan')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  for (const id of ['first', 'second']) {
    child.stdin.write(`${JSON.stringify({ ...house, id })}\n`)
    expect(JSON.parse((await lines.next()).value ?? '').id).toBe(id)
  }
  child.stdin.end()
  expect((await once(child, 'close'))[0]).toBe(0)
})

test('reads a file; one that is missing is the only error', async () => {
  const file = join(tmpdir(), `portal-energy-${process.pid}.json`)
  writeFileSync(file, JSON.stringify(house))
  expect((await outputOf(['plan', file])).lines).toHaveLength(1)
  rmSync(file)
  const missing = await outputOf(['plan', file])
  expect(missing).toMatchObject({ code: 1, lines: [] })
  expect(missing.error).toMatch(/^The input cannot be read: ENOENT/)
  expect((await outputOf(['dream'])).error).toContain('energy plan [file]')
})
