import process from 'node:process'
import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { World } from './command.ts'
import { runCommandLine } from './run.ts'
import { type Environment, readEnvironment, unknownNames } from '../../config/config.ts'
import { forTerminal } from '../../pure/text/terminal.ts'
import { codeOf } from '../../pure/text/errorDetails.ts'
import { packageVersion } from '../../config/version.ts'

/** Runs a command line of this process; answers the exit status. Errors are written to stderr, in sentences. */
export function runHere(words: readonly string[]): Promise<number> {
  return runCommandLine(world(), words)
}

/** Everything of the process that commands use; nothing else in the command line touches it. */
function world(): World {
  return {
    // Read when a command needs it: help works beside a `.env` that cannot be read.
    get environment() {
      return environmentHere()
    },
    directory: process.cwd(),
    now: () => Temporal.Now.instant(),
    isTerminal: process.stdout.isTTY,
    print: (text) => process.stdout.write(`${text}\n`),
    write: (text) =>
      new Promise((resolve) => {
        process.stdout.write(text, (error) => {
          if (!error) return resolve()
          // When nobody reads the rest there is nothing left to do; any other error is reported below.
          if (codeOf(error) === 'EPIPE') process.exit(0)
        })
      }),
    remark: (text) => process.stderr.write(`${forTerminal(text)}\n`),
    ...(process.stderr.isTTY
      ? {
          overwrite: (line: string) =>
            process.stderr.write(`\r\u001b[K${line.slice(0, process.stderr.columns - 1)}`),
        }
      : {}),
    ...(process.stdin.isTTY && process.stderr.isTTY ? { askHidden } : {}),
    interruptible,
    pause,
    serve: async (config) => {
      // Loaded only here: the other commands do without the whole server.
      const { serve } = await import('../main.ts')
      await serve(config)
    },
    version: packageVersion,
  }
}

/** Reads a line that the terminal does not show. */
async function askHidden(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises')
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  process.stderr.write(question)
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

/** Whether what is wrong with the names of settings has been told; workers leave that to the process that started them. */
let isTold = process.send !== undefined

function environmentHere(): Environment {
  const environment = readEnvironment(process.cwd(), process.env)
  if (!isTold)
    for (const sentence of unknownNames(process.cwd(), process.env))
      process.stderr.write(`${forTerminal(`kalends: ${sentence}`)}\n`)
  isTold = true
  return environment
}

async function interruptible<Result>(work: (stopped: AbortSignal) => Promise<Result>): Promise<Result> {
  const stop = new AbortController()
  let asked: NodeJS.Signals | undefined
  const onSignal = (signal: NodeJS.Signals) => {
    endListening()
    asked = signal
    stop.abort()
  }
  const endListening = () => {
    for (const signal of stopSignals) process.off(signal, onSignal)
  }
  for (const signal of stopSignals) process.on(signal, onSignal)
  try {
    return await work(stop.signal)
  } finally {
    endListening()
    // Without listeners the signal ends this process, so that its parent sees the reason.
    if (asked) process.kill(process.pid, asked)
  }
}

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
