/** The update call of DynDNS services (https://help.dyn.com/remote-access-api/), for providers without an API. */
import { callProvider, failureOfStatus, waitOf } from './api-call.ts'
import { fullName, type Network, type Provider, type ProviderAccount, type RecordChange } from './provider.ts'
import { ProviderError, type ProviderFailure, readableDetail } from './provider-error.ts'

export type Dyndns2Style = {
  /** Without one, the account names its own. */
  readonly server?: string
  /**
   * One call per address; one with both, separated by a comma; or the IPv6 address in a parameter of its own, by its
   * name.
   */
  readonly families: 'each' | 'list' | { readonly parameter: string }
}

/** One call per name. Nothing can be read, so only the name servers confirm it. */
export function createDyndns2({ server, families }: Dyndns2Style): Provider {
  const unsupported = () => Promise.reject(new ProviderError('unsupported'))
  return {
    capabilities: {
      isAtomic: false,
      canRead: false,
      comparesAndSets: false,
      checkProvesWrite: false,
      statesNameServers: false,
      canRemove: false,
      ttlMin: null,
      writesBothFamilies: families !== 'each',
    },
    // Every call of this protocol is an update.
    check: unsupported,
    read: unsupported,
    write: async (account, changes, network) => {
      if (changes.some(({ value }) => value === null)) throw new ProviderError('unsupported')
      for (const [name, ofName] of Map.groupBy(changes, change => change.name)) {
        for (const parameters of parametersOf(families, ofName)) {
          await update(server ?? account.options.server ?? '', account, name, parameters, network)
        }
      }
    },
  }
}

type Parameters = Readonly<Record<string, string>>

function parametersOf(families: Dyndns2Style['families'], changes: readonly RecordChange[]): readonly Parameters[] {
  const [v4, v6] = ['A', 'AAAA'].map(type => changes.find(change => change.type === type)?.value ?? undefined)
  const given = [v4, v6].filter(value => value !== undefined)
  if (families === 'each') return given.map(myip => ({ myip }))
  if (families === 'list') return [{ myip: given.join(',') }]
  return [{ ...(v4 === undefined ? {} : { myip: v4 }), ...(v6 === undefined ? {} : { [families.parameter]: v6 }) }]
}

async function update(
  server: string,
  { domain, key, options }: ProviderAccount,
  name: string,
  parameters: Parameters,
  network: Network,
): Promise<void> {
  const address = URL.parse(server)
  if (address === null) throw new ProviderError('blocked')
  const hostname = fullName(domain, name)
  for (const [parameter, value] of Object.entries({ hostname, ...parameters })) {
    address.searchParams.set(parameter, value)
  }
  const login = Buffer.from(`${options.user ?? ''}:${key}`).toString('base64')
  const answer = await callProvider(address.href, network, true, { keyHeaders: { authorization: `Basic ${login}` } })
  const text = answer.body.toString('latin1')
  const [code = '', ...rest] = text.trim().split(/\s+/)
  const isGood = answer.status >= 200 && answer.status < 300
  const failure = Object.hasOwn(failureOfCode, code) ? failureOfCode[code] : undefined
  if (!isGood || failure !== undefined) {
    throw new ProviderError(failure ?? failureOfStatus(answer.status, true), {
      detail: readableDetail(text, [key, login]),
      retryAfterSeconds: waitOf(answer, network) ?? (code === 'abuse' ? abusePauseSeconds : undefined),
    })
  }
  // `good 127.0.0.1` is how Dyn answers a client it blocks.
  const stated = rest.join(',').split(',')[0]
  const isOurs = stated === undefined || stated === '' || namesOneOf(stated, Object.values(parameters))
  if (answer.isCut || !['good', 'nochg'].includes(code) || !isOurs) throw new ProviderError('answer')
}

function namesOneOf(stated: string, sent: readonly string[]): boolean {
  const spelled = (text: string) => URL.parse(`http://${text.includes(':') ? `[${text}]` : text}/`)?.hostname
  return sent.flatMap(value => value.split(',')).some(value => spelled(value) === spelled(stated))
}

/** Services that report abuse block for hours when called on. */
const abusePauseSeconds = 3_600

const failureOfCode: Readonly<Record<string, ProviderFailure>> = {
  badauth: 'key',
  '!donator': 'key',
  badsys: 'input',
  badagent: 'input',
  numhost: 'input',
  notfqdn: 'name',
  nohost: 'name',
  '!yours': 'name',
  abuse: 'limit',
  dnserr: 'unavailable',
  '911': 'unavailable',
}
