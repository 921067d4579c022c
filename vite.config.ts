import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brotliTwins } from './scripts/build-brotli.ts'
import { codeSplitting } from './scripts/build-chunks.ts'
import { leanContract } from './scripts/build-contract.ts'
import { finishedDay } from './scripts/build-finished-day.ts'
import { directIcons } from './scripts/build-icons.ts'
import { loadingRings } from './scripts/build-loading-rings.ts'
import { release } from './scripts/build-release.ts'
import { runtimeInFirst } from './scripts/build-runtime.ts'

// The only setting of `npm run dev`; the server reads its own environment in server/config.ts.
const backend = `http://127.0.0.1:${process.env.BACKEND_PORT ?? '3000'}`

/** Each page loads the names of all chunks: the shortest hash that the bundler allows. */
const names = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
}

export default defineConfig({
  root: 'web',
  plugins: [
    leanContract(),
    directIcons(),
    react(),
    tailwindcss(),
    loadingRings(),
    runtimeInFirst(),
    release(),
    finishedDay(),
    brotliTwins(),
  ],
  resolve: {
    alias: {
      // The shim bundles a copy of a hook that React has had since version 18.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  // A module: the solver finds its WebAssembly next to itself.
  worker: { format: 'es', rolldownOptions: { external: ['node:module'] } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The first browsers with light-dark(). For older ones it would be lowered to the page's scheme, and dark panels on
    // a light page would stay light.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting, ...names } },
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      '/api': backend,
      '/config.json': backend,
      // The same address is a page: only POST requests go to the server.
      '/abmelden': { target: backend, bypass: ({ method, url }) => (method === 'POST' ? undefined : url) },
    },
  },
})
