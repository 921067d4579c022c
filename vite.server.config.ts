import { existsSync } from 'node:fs'
import { defineConfig } from 'vite'
import { sourceUrls } from './scripts/build-source-urls.ts'

/** The server as few files instead of a thousand: most of a start was to find, read and link them (decision 0122). */
export default defineConfig({
  publicDir: false,
  plugins: [sourceUrls()],
  // Packages stay where they are, but for the two with the most modules: without files or programs of their own.
  ssr: { noExternal: ['kysely', 'zod'] },
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    target: 'node24',
    // Traces in the log show the names and lines of these files.
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      // An installation may omit the demo (server/demo-part.ts).
      external: existsSync('demo') ? [] : [/^#demo\//],
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        sourcemapExcludeSources: true,
        keepNames: true,
        // All that is always loaded, in its own order. Parts loaded on demand import it: they would wait for main.ts
        // forever, which waits for them.
        codeSplitting: { groups: [{ name: 'app', tags: ['$initial'], test: id => !id.endsWith('/server/main.ts') }] },
      },
    },
  },
})
