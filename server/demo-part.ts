import { StartError } from './start-error.ts'

/** The demo, which an installation may omit (the image does). Throws StartError where it is missing. */
export async function importDemo() {
  // First and alone: only its absence means that the demo is missing. A module missing further inside is a fault.
  const { loadDemo, demoUsernames, demoPassword } = await import('#demo/demo-load.ts').catch((error: unknown) => {
    if (!isMissing(error, '#demo/demo-load.ts')) throw error
    throw new StartError('The demo needs the folder demo of the source, which this installation does not have.', {
      cause: error,
    })
  })
  const [{ demoJobs, keepDemoAlive }, { isDemoLoaded }, { refuseForeignData }] = await Promise.all([
    import('#demo/demo-live.ts'),
    import('#demo/is-demo-loaded.ts'),
    import('#demo/refuse-foreign-data.ts'),
  ])
  return { loadDemo, demoUsernames, demoPassword, demoJobs, keepDemoAlive, isDemoLoaded, refuseForeignData }
}

export type Demo = Awaited<ReturnType<typeof importDemo>>

function isMissing(error: unknown, name: string): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    'url' in error &&
    error.url === import.meta.resolve(name)
  )
}
