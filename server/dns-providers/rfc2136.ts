/** Dynamic updates of a name server (RFC 2136), signed with TSIG, over TCP. */
import { randomInt } from 'node:crypto'
import { askForZone, askNameServer, callServer, readMessage, readNameServer } from './name-server.ts'
import { fullName, type Network, type Provider, type ProviderAccount, type RecordChange } from './provider.ts'
import { ProviderError, type ProviderFailure } from './provider-error.ts'
import { encodeUpdate, readSignature, signMessage, type TsigKey } from './update-message.ts'

/** All names of a domain in one message, which the server applies whole or not at all; `expected` must hold. */
export const rfc2136: Provider = {
  capabilities: {
    isAtomic: true,
    canRead: true,
    comparesAndSets: true,
    checkProvesWrite: false,
    statesNameServers: false,
    canRemove: true,
    ttlMin: 1,
    writesBothFamilies: false,
  },

  check: async (account, network) => {
    await askForZone(readNameServer(account.options.server ?? ''), account.domain, network)
    // An update without changes: the server checks the key, not the right to any name.
    await update(account, [], network)
    return { ttlMin: null }
  },

  read: (account, names, network) => {
    const server = readNameServer(account.options.server ?? '')
    return Promise.all(
      names.map(async ({ name, type }) => {
        const { values, ttl } = await askNameServer(server, fullName(account.domain, name), type, network)
        return { name, type, values, ttl, isProxied: false }
      }),
    )
  },

  write: update,
}

async function update(account: ProviderAccount, changes: readonly RecordChange[], network: Network): Promise<void> {
  const server = readNameServer(account.options.server ?? '')
  const key = tsigKeyOf(account)
  const id = randomInt(65_536)
  const { signed, mac } = signMessage(encodeUpdate(id, account.domain, changes), key, network.clock.now())
  const answer = await callServer(server, signed, network, changes.length > 0)
  const { id: answeredId, type, rcode } = readMessage(answer) as ReturnType<typeof readMessage> & { rcode: string }
  if (answeredId !== id || type !== 'response') throw new ProviderError('answer')
  const signature = signatureOf(answer, key, mac)
  // Refusals of a key are not signed (RFC 8945, 5.2): they are shown, never trusted to mean success.
  if (rcode !== 'NOERROR') {
    const reason = tsigErrors[signature?.error ?? 0]
    throw new ProviderError(failureOfRcode(rcode), { detail: reason === undefined ? rcode : `${rcode} (${reason})` })
  }
  if (signature === null || !signature.isValid || signature.error !== 0) throw new ProviderError('answer')
}

function signatureOf(answer: Buffer, key: TsigKey, mac: Buffer) {
  try {
    return readSignature(answer, key, mac)
  } catch (error) {
    if (error instanceof RangeError) throw new ProviderError('answer')
    throw error
  }
}

/** The secret is Base64, as every tool prints it. */
function tsigKeyOf({ key, options }: ProviderAccount): TsigKey {
  const secret = Buffer.from(key, 'base64')
  if (secret.length === 0 || options.keyName === undefined) throw new ProviderError('key')
  return { name: options.keyName, algorithm: options.algorithm ?? 'hmac-sha256', secret }
}

const tsigErrors: Readonly<Record<number, string>> = { 16: 'BADSIG', 17: 'BADKEY', 18: 'BADTIME', 22: 'BADTRUNC' }

/** Knot answers NOTAUTH (BADKEY) for a name that the key may not write, too: the class `key` covers both. */
function failureOfRcode(rcode: string): ProviderFailure {
  switch (rcode) {
    case 'NXRRSET':
    case 'YXRRSET':
    case 'NXDOMAIN':
    case 'YXDOMAIN':
      return 'conflict'
    case 'NOTAUTH':
      return 'key'
    case 'NOTZONE':
    case 'NOTIMP':
      return 'zone'
    case 'REFUSED':
      return 'name'
    case 'FORMERR':
      return 'input'
    case 'SERVFAIL':
      return 'unavailable'
    default:
      return 'answer'
  }
}
