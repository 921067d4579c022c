/** The server with restart on change and the Vite server in front of it, in one terminal; when one ends, so does the other. */
import { type ChildProcess, spawn } from 'node:child_process'

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], { stdio: 'inherit' })
const web = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--port=5173', '--strictPort'], {
  stdio: 'inherit',
})

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0))
for (const child of [server, web]) child.on('exit', code => stop(code ?? 1))

function stop(exitCode: number): void {
  if (isStopping) return
  isStopping = true
  process.exitCode = exitCode
  for (const child of [server, web]) end(child)
}

function end(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
}
