import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { onTestFinished } from 'vitest'
import { programFile } from '../support/program.ts'
import { allRead } from '../support/service.ts'

/** The two ways to run the command line: the program itself, and the file that npm links as `kalends`. */
export const programs = {
  'dist/cli.js': programFile,
  'bin/kalends.js': join(import.meta.dirname, '../../bin/kalends.js'),
} as const
export type Program = keyof typeof programs

/** `kalends serve`, running or ended, as whoever started it sees it. */
export interface Running {
  /** Where it listens, without a slash at the end; rejects when it ends before. */
  readonly origin: Promise<string>
  readonly stdout: () => string
  readonly stderr: () => string
  readonly ended: Promise<{ status: number | null; signal: NodeJS.Signals | null }>
  signal(name: NodeJS.Signals): void
}

/** What becomes of standard error: it is read, nobody reads it, or it goes to an open file. */
type StandardError = 'read' | 'unread' | number

/** Starts `kalends serve` with these settings alone, of this checkout or of another place; killed when the test ends. */
export function runServe(
  settings: Readonly<Record<string, string>>,
  program: Program | { readonly path: string } = 'dist/cli.js',
  stderr: StandardError = 'read',
): Running {
  const env = { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', ...settings }
  const path = typeof program === 'string' ? programs[program] : program.path
  const child = spawn(process.execPath, [path, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', typeof stderr === 'number' ? stderr : 'pipe'],
  })
  if (stderr === 'unread') child.once('exit', () => child.stderr?.destroy())
  const texts = { stdout: '', stderr: '' }
  const listening = Promise.withResolvers<string>()
  // Whoever does not ask where it listens does not mind that it never did.
  listening.promise.catch(() => {})
  for (const name of stderr === 'read' ? (['stdout', 'stderr'] as const) : (['stdout'] as const)) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text
      const origin = name === 'stdout' && /http:\/\/[^/\s]+/.exec(texts.stdout)?.[0]
      if (origin) listening.resolve(allRead().then(() => origin))
    })
  }
  const ended = once(child, 'close').then(([status, signal]) => {
    listening.reject(new Error(`It ended with status ${String(status)} before it listened:\n${texts.stderr}`))
    return { status, signal }
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    origin: listening.promise,
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    ended,
    signal: (name) => child.kill(name),
  }
}
