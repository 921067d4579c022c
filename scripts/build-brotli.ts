/** Writes a brotli twin next to every file of the build that it makes smaller; the server sends it to browsers that accept it. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const packedExtensions = new Set([
  '.html',
  '.js',
  '.mjs',
  '.css',
  '.json',
  '.svg',
  '.txt',
  '.wasm',
  '.webmanifest',
  '.xml',
])
const compress = promisify(brotliCompress)

export function brotliTwins(): Plugin {
  return {
    name: 'brotli-twins',
    apply: 'build',
    enforce: 'post',
    writeBundle: { order: 'post', sequential: true, handler: ({ dir = '' }) => writeTwins(dir) },
  }
}

export async function writeTwins(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && packedExtensions.has(extname(entry.name)))
  await Promise.all(files.map(entry => writeTwin(join(entry.parentPath, entry.name))))
}

async function writeTwin(file: string): Promise<void> {
  const text = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  }
  await writeFile(`${file}.br`, await compress(text, { params }))
}
