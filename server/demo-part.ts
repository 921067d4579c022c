import { StartError } from './start-error.ts'

/** The demo, which an installation may omit (the image does). Throws StartError where it is missing. */
export async function importDemo() {
  try {
    const [
      { loadDemo, demoUsernames, demoPassword },
      { demoJobs, keepDemoAlive },
      { isDemoLoaded },
      { refuseForeignData },
    ] = await Promise.all([
      import('#demo/demo-load.ts'),
      import('#demo/demo-live.ts'),
      import('#demo/demo-loaded.ts'),
      import('#demo/foreign-data.ts'),
    ])
    return { loadDemo, demoUsernames, demoPassword, demoJobs, keepDemoAlive, isDemoLoaded, refuseForeignData }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
    throw new StartError('The demo needs the folder demo of the source, which this installation does not have.', {
      cause: error,
    })
  }
}

export type Demo = Awaited<ReturnType<typeof importDemo>>
