import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { homedir } from 'node:os'
import { type Browser, chromium } from 'playwright-core'
import { type Chromium, cachedChromium, fetchChromium } from './chromium-package.ts'

/** Headless shell first: it opens a page in half the time. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
]

const playwrightPlaces = ['chromium-*/chrome-linux*/chrome', 'chromium_headless_shell-*/chrome-*/*headless*shell']

/**
 * Flags of every run. Without sandbox, which needs rights that root and containers lack: the browser visits only the
 * server under test. No component, update or sync may open connections.
 */
export const chromiumFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Finds Chromium or Chrome, otherwise installs it: as root Debian's, else the pinned package. Throws one sentence. */
export function findChromium(): Chromium {
  const found = installed() ?? cachedChromium()
  if (found !== undefined) return found
  const added = (process.getuid?.() === 0 && installFromDebian() ? installed() : undefined) ?? fetchChromium()
  if (added !== undefined) return added
  throw new Error("The tests need Chromium and found none: install it, on Debian with 'apt-get install chromium'.")
}

/**
 * A headless browser for tests and screenshots; the caller closes it. Without a language in the environment, it would
 * rename saved files with umlauts.
 */
export function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = findChromium()
  const environment = { ...process.env, LC_ALL: 'C.UTF-8', ...env }
  return chromium.launch({ executablePath, args: [...chromiumFlags], env: environment })
}

/** Checks the version, because some systems have a stub that only explains how to install a browser. */
function installed(): Chromium | undefined {
  const downloaded = globSync(playwrightPlaces.map(place => `${homedir()}/.cache/ms-playwright/${place}`))
  const executablePath = [...places, ...downloaded.toSorted().toReversed()].find(
    path => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0,
  )
  return executablePath === undefined ? undefined : { executablePath, env: {} }
}

function installFromDebian(): boolean {
  process.stderr.write('Installing Chromium for the tests ...\n')
  const run = (command: string) =>
    spawnSync('sh', ['-c', command], { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  const install = 'DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends'
  // Not every Debian release has the former.
  return run('apt-get update -q') && (run(`${install} chromium-headless-shell`) || run(`${install} chromium`))
}
