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

test('each JSON text is answered by one line, in order, and the exit code is 0', () => {
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

const akku = house.storages[0] ?? { id: '' }
const tariff = {
  vat: 0.19,
  gridFee: { ct: 9, windows: [{ from: '25:00', to: '07:00', ct: 1 }] },
}
const { importCt: _import, exportCt: _export, ...withoutPrices } = house
const badInputs: readonly [string, object, string, string][] = [
  [
    'a departure at no time',
    { ...house, storages: [{ ...akku, goals: [{ at: 'gestern', contentWh: 1 }] }] },
    'storages.0.goals.0.at',
    'instant',
  ],
  [
    'a least power above the most',
    { ...house, storages: [{ ...akku, minChargeW: 9000 }] },
    'storages.0.minChargeW',
    'order',
  ],
  ['no price at all', { ...house, importCt: [null, null, null] }, 'importCt', 'unknown'],
  ['no prices', withoutPrices, 'importCt', 'required'],
  ['673 steps', { ...house, minutes: new Array(673).fill(15) }, 'minutes', 'length'],
  ['a text where a number belongs', { ...house, loadW: [500, 'NaN', 500] }, 'loadW.1', 'type'],
  ['an infinite number', { ...house, loadW: [500, 'infinite', 500] }, 'loadW.1', 'type'],
  ['a series one step short', { ...house, loadW: [500, 500] }, 'loadW', 'length'],
  ['a tariff with 25:00', { ...withoutPrices, spotCt: [1, 2, 3], tariff }, 'tariff.gridFee.windows.0.from', 'time'],
]

test.each(['plan', 'simulate'])('%s names field and code of each bad input, and answers the next one', async task => {
  const texts = badInputs
    .filter(([name]) => task === 'plan' || name !== '673 steps')
    .map(([name, input, field, code]) => ({ input: { ...input, id: name, policy: 'rules' }, field, code }))
  const lines = [...texts.map(({ input }) => input), { ...house, id: 'last', policy: 'rules' }].map(text =>
    JSON.stringify(text),
  )
  // Output of programs in other languages: a number out of range, and NaN, which is not JSON.
  const raw = lines.map(line => line.replace('"infinite"', '1e999'))
  const notNumber = lines.at(-1)?.replace('"pvW":[0,', '"pvW":[NaN,') ?? ''
  const { code, lines: answers } = await outputOf([task], [notNumber, ...raw].join('\n'))
  expect(code).toBe(0)
  const [malformed, ...outputs] = answers.map(line => JSON.parse(line))
  expect(malformed).toEqual({ id: null, status: 'invalid', problems: [{ field: '', code: 'json' }] })
  expect(outputs.map(({ id }) => id)).toEqual([...texts.map(({ input }) => input.id), 'last'])
  expect(outputs.pop().status).not.toBe('invalid')
  for (const [index, { field, code }] of texts.entries()) {
    expect(outputs[index]).toMatchObject({ status: 'invalid' })
    expect(outputs[index].problems).toContainEqual({ field, code })
  }
})

test('odd but possible input gets a plan, with a shortfall where it cannot be met', async () => {
  const goal = (at: string, contentWh: number) => ({ ...house, storages: [{ ...akku, goals: [{ at, contentWh }] }] })
  const odd: [string, object, unknown][] = [
    ['fuller than full', { ...house, storages: [{ ...akku, contentWh: 9000, maxDischargeW: 0 }] }, 'max'],
    ['departure yesterday', goal('2026-04-30T06:00:00Z', 5000), undefined],
    ['goal beyond capacity', goal('2026-05-01T01:00:00Z', 50_000), 'goal'],
    ['no storage', { ...house, storages: [] }, undefined],
  ]
  const { lines } = await outputOf(['plan'], odd.map(([id, input]) => JSON.stringify({ ...input, id })).join('\n'))
  expect(lines.map(line => JSON.parse(line)).map(({ id, shortfalls }) => [id, shortfalls[0]?.kind])).toEqual(
    odd.map(([id, , kind]) => [id, kind]),
  )
})

test('simulates, with one line for each text', async () => {
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
