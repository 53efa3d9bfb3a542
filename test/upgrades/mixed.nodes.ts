import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'

/** The program in this copy. */
export const here = new URL('../..', import.meta.url).pathname

/** One of the nodes of a service: the place of a process, which another release may take. */
export class Node {
  readonly #environment: Readonly<Record<string, string>>
  #child: ChildProcess | undefined
  #said = ''
  /** Where it is, once it is ready; undefined while it is not. */
  origin: string | undefined

  constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = environment
  }

  /** Starts the program of a folder; resolves when it is ready. */
  async start(folder: string): Promise<void> {
    const usual = { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' }
    const child = spawn(process.execPath, [join(folder, 'bin/kalends.js'), 'serve'], {
      env: { ...usual, ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    this.#said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#said += text
      })
    let origin: string | undefined
    while (origin === undefined || !(await isReady(origin))) {
      if (child.exitCode !== null) throw new Error(`It ended before it was ready:\n${this.#said}`)
      await setTimeout(20)
      origin = /listens on (http:\/\/[\d.:]+)/.exec(this.#said)?.[1]
    }
    this.origin = origin
  }

  /** Asks it to end, as who replaces a node does; resolves once it has. */
  async stop(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    await ended
    this.origin = undefined
  }

  /** The password that its first start tells, and everything else that it has said. */
  get said(): string {
    return this.#said
  }
}

async function isReady(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/readyz`).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.status === 200
}
