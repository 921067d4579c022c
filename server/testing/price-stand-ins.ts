/** Stand-ins of the two providers of prices, built from their documentation, with scripted faults. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PriceSource } from '#contract/energy-prices.ts'
import { dayMs, startOfBerlinDay } from '#server/clock.ts'

export type PriceFault = 'html' | 'half' | 'yesterday' | 'huge' | 'flat' | 'absurd' | 'down' | 'hangs'

export type PriceStandIns = {
  readonly bases: Readonly<Record<PriceSource, string>>
  readonly hostPort: string
  faults: Partial<Record<PriceSource, PriceFault>>
  /** The requested paths, of both. */
  readonly asked: string[]
  close(): Promise<void>
}

const slotMs = 900_000

/** EUR/MWh of a quarter-hour: the same for both providers. */
export function standInPrice(at: number): number {
  return Math.round((80 + 60 * Math.sin(at / 13_000_000)) * 100) / 100
}

export async function startPriceStandIns(): Promise<PriceStandIns> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    asked.push(`${url.pathname}${url.search}`)
    const source: PriceSource = url.pathname === '/price' ? 'energy_charts' : 'smard'
    const fault = standIns.faults[source]
    if (fault === 'hangs') return
    if (fault === 'html') response.end('<!doctype html><title>Wartung</title>')
    else if (fault === 'down') response.writeHead(503).end('{}')
    else if (fault === 'huge') sendHuge(response)
    else response.end(JSON.stringify(source === 'smard' ? smardAnswer(url, fault) : energyChartsAnswer(url, fault)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address of this kind.
  const { port } = server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}`
  const standIns: PriceStandIns = {
    bases: { energy_charts: base, smard: `${base}/app/chart_data` },
    hostPort: `127.0.0.1:${port}`,
    faults: {},
    asked,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return standIns
}

/** 50 MB of spaces, while the caller reads. */
function sendHuge(response: ServerResponse): void {
  const piece = Buffer.alloc(1_000_000, ' ')
  let sent = 0
  const more = () => {
    while (sent < 50 && !response.destroyed) {
      sent += 1
      if (!response.write(piece)) return
    }
    response.end()
  }
  response.on('drain', more)
  more()
}

function quotes(from: number, to: number, fault: PriceFault | undefined): [number, number][] {
  const count = (to - from) / slotMs
  const shown = fault === 'half' ? count / 2 : count
  const shift = fault === 'yesterday' ? -dayMs : 0
  return Array.from({ length: shown }, (_, index): [number, number] => {
    const at = from + index * slotMs + shift
    if (fault === 'flat') return [at, 50]
    return [at, fault === 'absurd' && index === 7 ? 99_999 : standInPrice(at)]
  })
}

/** `start` and `end` are dates of Europe/Berlin, both inclusive. */
function energyChartsAnswer(url: URL, fault: PriceFault | undefined) {
  const from = startOfBerlinDay(url.searchParams.get('start') ?? '').getTime()
  const last = new Date(Date.parse(`${url.searchParams.get('end')}T12:00:00Z`) + dayMs).toISOString().slice(0, 10)
  const list = quotes(from, startOfBerlinDay(last).getTime(), fault)
  return {
    license_info: 'CC BY 4.0 (creativecommons.org/licenses/by/4.0) from Bundesnetzagentur | SMARD.de',
    unix_seconds: list.map(([at]) => at / 1000),
    price: list.map(([, price]) => price),
    unit: 'EUR / MWh',
    deprecated: false,
  }
}

/** Weeks begin on Mondays of Europe/Berlin; unpublished prices are null. */
function smardAnswer(url: URL, fault: PriceFault | undefined) {
  const week = /_quarterhour_(\d+)\.json$/.exec(url.pathname)?.[1]
  const mondays = ['2026-02-23', '2026-03-02', '2026-03-09'].map(date => startOfBerlinDay(date).getTime())
  if (week === undefined) return { timestamps: mondays }
  const list = quotes(Number(week), Number(week) + 7 * dayMs, fault)
  return { meta_data: { version: 1 }, series: [...list, [Number(week) + 7 * dayMs, null]] }
}
