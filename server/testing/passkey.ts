/** An authenticator in software: makes a passkey and signs with it as CTAP2 devices do (W3C Web Authentication, 6). */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Flaw = { origin?: string; isVerified?: boolean; counter?: number; userHandle?: string }

export type SoftwarePasskey = {
  readonly credentialId: string
  /** Sent by a browser after creating it. */
  register(challenge: string, flaw?: Flaw): unknown
  /** Sent by a browser to log in with it. */
  prove(challenge: string, flaw?: Flaw): unknown
}

const userPresent = 0x01
const userVerified = 0x04
const attested = 0x40

export function createPasskey(site: { origin: string; id: string }): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const credentialId = id.toString('base64url')
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let count = 0

  const clientData = (type: string, challenge: string, origin = site.origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const head = (flags: number, { isVerified = true, counter }: Flaw) => {
    count = counter ?? count + 1
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(count)
    const flag = Buffer.from([flags | userPresent | (isVerified ? userVerified : 0)])
    return Buffer.concat([createHash('sha256').update(site.id).digest(), flag, counted])
  }
  const answer = (response: object) => ({
    credential: { id: credentialId, rawId: credentialId, type: 'public-key', response },
  })

  return {
    credentialId,
    register(challenge, flaw = {}) {
      // COSE key: kty EC2, alg ES256, crv P-256, x, y (RFC 9053).
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        bytes(Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        bytes(Buffer.from(y, 'base64url')),
      ])
      const length = Buffer.from([0, id.length])
      const authData = Buffer.concat([head(attested, flaw), Buffer.alloc(16), length, id, key])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), bytes(authData)],
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, flaw.origin).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    prove(challenge, flaw = {}) {
      const data = clientData('webauthn.get', challenge, flaw.origin)
      const authData = head(0, flaw)
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()])
      return answer({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        ...(flaw.userHandle !== undefined && { userHandle: Buffer.from(flaw.userHandle).toString('base64url') }),
      })
    },
  }
}

/** CBOR text of less than 24 bytes (RFC 8949, 3.1). */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)])
}

/** CBOR bytes of less than 64 KB. */
function bytes(value: Buffer): Buffer {
  const length = value.length < 256 ? [0x58, value.length] : [0x59, value.length >> 8, value.length & 0xff]
  return Buffer.concat([Buffer.from(length), value])
}
