/** Certificates for tests, with any dates: self-signed, for the given names. DER (X.690) is written by hand. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

type Parts = { names: readonly string[]; from: Date; until: Date }

/** PEM texts, as a TLS server takes them; clients must trust `cert`. */
export function makeCertificate({ names, from, until }: Parts): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(oid('550403'), utf8(names[0] ?? ''))))
  const algorithm = sequence(oid('2a8648ce3d040302'))
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(authority, alternativeNames(names))),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate
      .toString('base64')
      .match(/.{1,64}/g)
      ?.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts)
}

function set(...parts: Buffer[]): Buffer {
  return tagged(0x31, ...parts)
}

function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes)
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'))
}

function utf8(text: string): Buffer {
  return tagged(0x0c, Buffer.from(text))
}

/** GeneralizedTime: `20260310090000Z`. */
function time(at: Date): Buffer {
  return tagged(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, '')))
}

/** A CA, because it signs itself. */
const authority = sequence(
  oid('551d13'),
  tagged(0x01, Buffer.from([0xff])),
  tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff])))),
)

function alternativeNames(names: readonly string[]): Buffer {
  const entries = names.map(name =>
    isIPv4(name) ? tagged(0x87, Buffer.from(name.split('.').map(Number))) : tagged(0x82, Buffer.from(name)),
  )
  return sequence(oid('551d11'), tagged(0x04, sequence(...entries)))
}
