/** Debian's mosquitto for the tests: its programs as clients, and itself as broker. Shares no code with ours. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DebianPrograms, findDebianPrograms } from './debian-programs.ts'
import { freePort } from './free-port.ts'

export function findMosquitto(): DebianPrograms {
  return findDebianPrograms('mosquitto', {
    packages: ['mosquitto', 'mosquitto-clients'],
    programs: ['usr/sbin/mosquitto', 'usr/bin/mosquitto_pub', 'usr/bin/mosquitto_sub'],
  })
}

export type Account = { readonly username: string; readonly password: string }
type Publication = Account & {
  readonly port: number
  readonly topic: string
  readonly message: string | readonly string[]
  readonly qos?: 0 | 1 | 2
  readonly version?: 'mqttv311' | 'mqttv5'
  readonly more?: readonly string[]
}

/** Sends one message, or one for each line; resolves with the exit code and what it printed. */
export async function mosquittoPub({
  port,
  topic,
  message,
  qos = 1,
  version = 'mqttv311',
  more = [],
  ...account
}: Publication) {
  const isMany = typeof message !== 'string'
  const child = run('mosquitto_pub', [
    ...['-h', '127.0.0.1', '-p', String(port), '-u', account.username, '-P', account.password],
    ...['-V', version, '-q', String(qos), '-t', topic, ...(isMany ? ['-l'] : ['-s']), ...more],
  ])
  child.stdin?.end(isMany ? message.join('\n') : message)
  return finished(child)
}

/** A subscriber: `ready` resolves when it is subscribed, `messages` grows as they come. */
export function mosquittoSub({ port, topic, ...account }: Account & { port: number; topic: string }) {
  // Its lines arrive as they are written.
  const child = run('stdbuf', [
    '-oL',
    'mosquitto_sub',
    ...['-h', '127.0.0.1', '-p', String(port), '-u', account.username, '-P', account.password],
    ...['-q', '1', '-d', '-t', topic, '-F', 'message: %t %p'],
  ])
  const messages: string[] = []
  let isEnded = false
  const waiting = new Set<() => void>()
  let text = ''
  child.stdout?.on('data', (bytes: Buffer) => {
    text += bytes.toString()
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    messages.push(...lines)
    for (const check of waiting) check()
  })
  child.once('exit', () => {
    isEnded = true
    for (const check of waiting) check()
  })
  const until = (fits: (line: string) => boolean) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        const found = messages.find(fits)
        if (found !== undefined) resolve(found)
        else if (isEnded) reject(new Error(`mosquitto_sub ended: ${messages.join('\n')}`))
        else return
        waiting.delete(check)
      }
      waiting.add(check)
      check()
    })
  return {
    ready: until(line => line.includes('received SUBACK')),
    until,
    messages,
    async stop() {
      if (isEnded) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

export type Mosquitto = {
  readonly port: number
  readonly stop: () => Promise<void>
  readonly kill: () => Promise<void>
  /** Writes sessions and messages to the disk, where `persistence` is on. */
  readonly save: () => Promise<void>
  /** Ends it, and restarts it at the same port with its saved data. */
  readonly restart: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
}

/** A broker with these lines of configuration, below a listener on loopback. */
export async function startMosquitto(
  lines: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<Mosquitto> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'mosquitto-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 })
  const isPersistent = lines.includes('persistence true')
  const persistence = isPersistent ? 'persistence_location {folder}/' : 'persistence false'
  const config = ['allow_anonymous false', persistence, `listener ${port} 127.0.0.1`, ...lines]
  // Started by root, it would become another user who may not read these files.
  if (process.getuid?.() === 0) config.unshift('user root')
  writeFileSync(join(folder, 'mosquitto.conf'), config.map(line => line.replaceAll('{folder}', folder)).join('\n'))
  const open = async () => {
    const started = run('mosquitto', ['-c', join(folder, 'mosquitto.conf')])
    await reach(port, started)
    return started
  }
  let child = await open()
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  const leave = async (signal: 'SIGTERM' | 'SIGKILL') => {
    await end(signal)
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    port,
    stop: () => leave('SIGTERM'),
    kill: () => leave('SIGKILL'),
    async save() {
      const file = join(folder, 'mosquitto.db')
      rmSync(file, { force: true })
      child.kill('SIGUSR1')
      // Written next to it and renamed when it is complete.
      while (!existsSync(file)) await new Promise(resolve => setTimeout(resolve, 20))
    },
    async restart(signal) {
      await end(signal)
      child = await open()
    },
  }
}

/** A file with this text, for the arguments of a program. */
export function temporaryFile(text: string): { readonly path: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'mosquitto-file-'))
  const path = join(folder, 'file')
  writeFileSync(path, text)
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function run(program: string, args: readonly string[]): ChildProcess {
  return spawn(program, [...args], { env: findMosquitto().env, stdio: ['pipe', 'pipe', 'pipe'] })
}

async function finished(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = ''
  const add = (bytes: Buffer) => {
    output += bytes.toString()
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  const [code] = await once(child, 'close')
  return { code, output }
}

/** Waits until the broker accepts connections, which it does not announce. */
async function reach(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('mosquitto did not start.')
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>(resolve => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
