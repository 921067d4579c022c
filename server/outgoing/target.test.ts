import { describe, expect, it } from 'vitest'
import { OutgoingError } from './outgoing-error.ts'
import { mayCall, type Rules, readDnsTarget, readTarget } from './target.ts'

const rules: Rules = {
  outgoingAllow: [
    { host: '192.168.178.1', port: 49000 },
    { host: 'NAS.fritz.box', port: 5001 },
    { host: 'fd00::1', port: 80 },
    { host: '10.0.0.5', port: 5353 },
  ],
  isDemo: false,
}
const refusalOf = (address: string) => {
  try {
    readTarget(rules, address)
    return null
  } catch (error) {
    return error instanceof OutgoingError ? error.failure : error
  }
}

describe('a user-entered address', () => {
  it.each([
    'http://weingut.example/',
    'https://weingut.example/a?b#c',
    'https://weingut.example:443/',
    'http://weingut.example:80/',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]/',
    'https://xn--grssl-jua.example/',
    'http://192.168.178.1:49000/tr64desc.xml',
    'https://nas.fritz.box:5001/',
    'https://nas.fritz.box.:5001/',
    'http://[fd00::1]/',
  ])('may be called: %s', address => {
    expect(refusalOf(address)).toBeNull()
    expect(mayCall(rules, address)).toBe(true)
  })

  it.each([
    ['is none', ''],
    ['is none', 'weingut.example'],
    ['is a file', 'file:///etc/passwd'],
    ['is another protocol', 'ftp://weingut.example/'],
    ['is another protocol', 'gopher://weingut.example/'],
    ['is a script', 'javascript:alert(1)'],
    ['is data', 'data:text/plain,x'],
    ['has a user name', 'http://admin@weingut.example/'],
    ['has a password', 'http://:geheim@weingut.example/'],
    ['has a port that is not allowed', 'http://weingut.example:8080/'],
    ['has a port that is not allowed', 'http://weingut.example:22/'],
    ['is this machine', 'http://127.0.0.1/'],
    ['is this machine, as one number', 'http://2130706433/'],
    ['is this machine, in hex', 'http://0x7f.1/'],
    ['is this machine, in hex', 'http://0x7f000001/'],
    ['is this machine, in octal', 'http://0177.0.0.1/'],
    ['is this machine, shortened', 'http://127.1/'],
    ['is this machine, in circled digits', 'http://①②⑦.⓪.⓪.①/'],
    ['is this machine, in full width', 'http://１２７．０．０．１/'],
    ['is this machine, percent-encoded', 'http://%31%32%37.0.0.1/'],
    ['is this machine, with a dot at the end', 'http://127.0.0.1./'],
    ['is any address of this machine', 'http://0/'],
    ['is this machine in IPv6', 'http://[::1]/'],
    ['is this machine, mapped', 'http://[::ffff:127.0.0.1]/'],
    ['is this machine, mapped in hex', 'http://[::ffff:7f00:1]/'],
    ['is this machine, compatible', 'http://[::127.0.0.1]/'],
    ['is this machine behind NAT64', 'http://[64:ff9b::7f00:1]/'],
    ['is this machine behind 6to4', 'http://[2002:7f00:1::]/'],
    ['is a private network', 'http://10.0.0.1/'],
    ['is a private network', 'https://192.168.178.1/'],
    ['is the metadata of a cloud', 'http://169.254.169.254/latest/meta-data/'],
    ['is a private network of IPv6', 'http://[fd00::2]/'],
    ['is link-local', 'http://[fe80::1]/'],
    ['is allowed on another port only', 'http://192.168.178.1:80/'],
    ['is allowed on another port only', 'https://nas.fritz.box:5000/'],
    ['only begins like an allowed one', 'https://nas.fritz.box.weingut.example:5001/'],
  ])('may not be called: it %s (%s)', (_, address) => {
    expect(refusalOf(address)).toBe('blocked')
    expect(mayCall(rules, address)).toBe(false)
  })

  it('is called in the demo only when it is allowed by name', () => {
    const demo = { ...rules, isDemo: true }
    expect(mayCall(demo, 'https://weingut.example/')).toBe(false)
    expect(mayCall(demo, 'https://1.1.1.1/')).toBe(false)
    expect(mayCall(demo, 'https://nas.fritz.box:5001/')).toBe(true)
  })
})

describe('a name server', () => {
  const refusalOfServer = (host: string, port: number, isDemo = false) => {
    try {
      readDnsTarget({ ...rules, isDemo }, { host, port })
      return null
    } catch (error) {
      return error instanceof OutgoingError ? error.failure : error
    }
  }

  it.each([
    ['ns1.anbieter.example', 53],
    ['ns1.anbieter.example.', 53],
    ['1.1.1.1', 53],
    ['2606:4700:4700::1111', 53],
    ['10.0.0.5', 5353],
  ])('may be asked: %s, port %i', (host, port) => expect(refusalOfServer(host, port)).toBeNull())

  it.each([
    ['ns1.anbieter.example', 5353],
    ['ns1.anbieter.example', 25],
    ['10.0.0.5', 53],
    ['127.0.0.1', 53],
    ['2130706433', 53],
    ['::ffff:127.0.0.1', 53],
    ['fe80::1', 53],
    ['', 53],
    ['a@b.example', 53],
    ['b.example/x', 53],
    ['b.example?x', 53],
    ['b.example:80', 53],
    ['zwei Namen', 53],
  ])('may not be asked: %s, port %i', (host, port) => expect(refusalOfServer(host, port)).toBe('blocked'))

  it('is asked in the demo only when it is allowed by name', () => {
    expect(refusalOfServer('1.1.1.1', 53, true)).toBe('blocked')
    expect(refusalOfServer('10.0.0.5', 5353, true)).toBeNull()
  })
})
