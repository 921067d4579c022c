/** The program cannot start as requested; the message is one plain sentence. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}

/** Problems an operator can fix, in one sentence; anything else with its trace. */
export function startSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof StartError) return error.message
  return listenSentence(error) ?? error.stack ?? error.message
}

function listenSentence(error: NodeJS.ErrnoException): string | undefined {
  switch (error.code) {
    case 'EADDRINUSE':
      return 'Another program already listens on this port. Stop it, or set PORT to another one.'
    case 'EADDRNOTAVAIL':
      return 'HOST is no address of this machine. Set it to one of its own, or to 0.0.0.0 for all.'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'HOST is a name that leads to no address. Set it to an address of this machine.'
    case 'EACCES':
      return error.syscall === 'listen' ? 'This port is for the system only. Set PORT to 1024 or above.' : undefined
    default:
      return undefined
  }
}
