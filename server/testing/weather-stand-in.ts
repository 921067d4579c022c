/** A stand-in of DWD's servers, built from the documentation of MOSMIX_L and its catalogue, with scripted faults. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { configure, TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { hourMs } from '#server/clock.ts'

export type WeatherFault =
  | 'html'
  | 'down'
  | 'huge'
  | 'bomb'
  | 'hangs'
  | 'half'
  | 'yesterday'
  | 'dark'
  | 'absurd'
  | 'other_station'
  | 'broken'
  | 'doctype'
  | 'deep'
  | 'gone'
  | 'no_irradiance'

export type WeatherStandIn = {
  readonly bases: { readonly catalogue: string; readonly forecast: string }
  readonly hostPort: string
  /** By the station, or `catalogue`. */
  faults: Record<string, WeatherFault | undefined>
  /** The requested stations, and `catalogue`. */
  readonly asked: string[]
  close(): Promise<void>
}

/** Irradiation in kJ/m² of the hour that ends at an instant: a sunny day of spring. */
export function standInRadiation(end: number): number {
  const hour = ((end / hourMs) % 24) - 0.5
  return Math.max(0, Math.round(2600 * Math.sin(((hour - 5) / 13) * Math.PI)))
}

/** @param now the time of the test */
export async function startWeatherStandIn(now: () => Date): Promise<WeatherStandIn> {
  configure({ useWebWorkers: false })
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://stand-in')
    const station = /^\/weather\/.*\/MOSMIX_L_LATEST_([A-Z0-9]+)\.kmz$/.exec(pathname)?.[1]
    const subject = station ?? 'catalogue'
    asked.push(subject)
    void answer(response, station, standIn.faults[subject], now().getTime())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has an address of this kind.
  const { port } = server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}`
  const standIn: WeatherStandIn = {
    bases: { catalogue: base, forecast: base },
    hostPort: `127.0.0.1:${port}`,
    faults: {},
    asked,
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return standIn
}

async function answer(
  response: ServerResponse,
  station: string | undefined,
  fault: WeatherFault | undefined,
  now: number,
): Promise<void> {
  if (fault === 'hangs') return
  if (fault === 'html') response.end('<!doctype html><title>Wartung</title>')
  else if (fault === 'down') response.writeHead(503).end()
  else if (fault === 'gone') response.writeHead(404).end()
  else if (fault === 'huge') sendHuge(response)
  else if (station === undefined) response.end(Buffer.from(catalogue(), 'latin1'))
  else response.end(await packed(fault === 'bomb' ? ' '.repeat(30_000_000) : kmlOf(station, fault, now)))
}

async function packed(kml: string): Promise<Buffer> {
  const zip = new ZipWriter(new Uint8ArrayWriter())
  await zip.add('MOSMIX_L_LATEST.kml', new TextReader(kml))
  return Buffer.from(await zip.close())
}

/** 50 MB, while the caller reads. */
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

/** Places on a grid around the middle of Germany; latitude and longitude are degrees and minutes. */
function catalogue(): string {
  const lines = [
    'ID    ICAO NAME                 LAT    LON     ELEV',
    '----- ---- -------------------- -----  ------- -----',
  ]
  const line = (id: string, name: string, latitude: string, longitude: string) =>
    lines.push(`${id} ---- ${name.padEnd(20)} ${latitude.padStart(6)} ${longitude.padStart(7)}   120`)
  line('01001', 'JAN MAYEN', '70.56', '-8.40')
  line('10513', 'KOELN/BONN', '50.52', '7.10')
  line('H721', 'KOELN STADT', '50.56', '6.58')
  for (let index = 0; index < 60; index += 1) {
    line(`P${String(index).padStart(3, '0')}`, `ORT ${index}`, `${52 + (index % 3)}.30`, `${8 + (index % 5)}.15`)
  }
  return `${lines.join('\n')}\n`
}

function kmlOf(station: string, fault: WeatherFault | undefined, now: number): string {
  const issued = now - (now % (6 * hourMs)) - (fault === 'yesterday' ? 24 * hourMs : 0)
  const hours = fault === 'half' ? 24 : 240
  const ends = Array.from({ length: hours }, (_, index) => issued + (index + 1) * hourMs)
  const list = (values: (number | string)[]) => `<dwd:value>   ${values.join('      ')} </dwd:value>`
  const radiation = ends.map(end => (fault === 'dark' ? '0.00' : standInRadiation(end).toFixed(2)))
  if (fault === 'absurd') radiation[15] = '99999.00'
  const forecast = (element: string, values: (number | string)[]) =>
    `<dwd:Forecast dwd:elementName="${element}">${list(values)}</dwd:Forecast>`
  const text = (at: number) => new Date(at).toISOString()
  const kml = `<?xml version="1.0" encoding="ISO-8859-1" standalone="yes"?>
${fault === 'doctype' ? '<!DOCTYPE x [<!ENTITY a "b">]>' : ''}<kml:kml xmlns:dwd="https://opendata.dwd.de/weather/lib/pointforecast_dwd_extension_V1_0.xsd" xmlns:kml="http://www.opengis.net/kml/2.2">
  <kml:Document>
    <kml:ExtendedData>
      <dwd:ProductDefinition>
        <dwd:Issuer>Deutscher Wetterdienst</dwd:Issuer>
        <dwd:ProductID>MOSMIX</dwd:ProductID>
        <dwd:GeneratingProcess>DWD MOSMIX hourly, Version 1.0</dwd:GeneratingProcess>
        <dwd:IssueTime>${text(issued)}</dwd:IssueTime>
        <dwd:ReferencedModel><dwd:Model dwd:name="ICON" dwd:referenceTime="${text(issued)}"/></dwd:ReferencedModel>
        <dwd:ForecastTimeSteps>${ends.map(end => `<dwd:TimeStep>${text(end)}</dwd:TimeStep>`).join('\n')}</dwd:ForecastTimeSteps>
        <dwd:FormatCfg><dwd:DefaultUndefSign>-</dwd:DefaultUndefSign></dwd:FormatCfg>
      </dwd:ProductDefinition>
    </kml:ExtendedData>
    <kml:Placemark>
      <kml:name>${fault === 'other_station' ? '10147' : station}</kml:name>
      <kml:description>KÖLN</kml:description>
      <kml:ExtendedData>
        ${forecast(
          'PPPP',
          ends.map(() => '101580.00'),
        )}
        ${forecast(
          'TTT',
          ends.map((_, index) => (index === 3 ? '-' : '288.15')),
        )}
        ${forecast(
          'FF',
          ends.map(() => '3.20'),
        )}
        ${fault === 'no_irradiance' ? '' : forecast('Rad1h', radiation)}
      </kml:ExtendedData>
      ${fault === 'deep' ? '<x>'.repeat(30) + '</x>'.repeat(30) : ''}
      <kml:Point><kml:coordinates>7.17,50.87,92.0</kml:coordinates></kml:Point>
    </kml:Placemark>
  </kml:Document>
</kml:kml>`
  return fault === 'broken' ? kml.slice(0, kml.length / 2) : kml
}
