import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import process from 'node:process'
import type { AddressInfo } from 'node:net'
import type { Image } from './image.perform.ts'
import { nonroot } from './image.roots.ts'

/** An image as it is run: its root read-only, a folder for what it keeps, and its own user. */
export interface Container {
  /** Runs a command of the command line; answers what it printed. Throws where it fails. */
  readonly kalends: (...words: string[]) => string
  /** Runs a program of the image. */
  readonly program: (...words: string[]) => string
  /** Starts what the image starts; answers its address, and what ends it with SIGTERM and answers its exit status. */
  readonly serve: () => Promise<{ readonly origin: string; readonly stop: () => Promise<number | null> }>
}

/** The image with what it keeps in that folder. */
export async function containerOf(image: Image, data: string): Promise<Container> {
  mkdirSync(data, { recursive: true })
  chownSync(data, nonroot, nonroot)
  const port = await freePort()
  const environment = { ...image.environment, HOST: '127.0.0.1', PORT: String(port) }
  const words = (inside: readonly string[]) => wordsFor(image, { data, environment, inside })
  const program = (...inside: string[]) => {
    const [first = '', ...rest] = words(inside)
    return execFileSync(first, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  }
  return {
    program,
    kalends: (...rest) => program(...image.entrypoint, ...rest),
    serve: async () => {
      const [first = '', ...rest] = words([...image.entrypoint, ...image.command])
      const child = spawn(first, rest, { stdio: ['ignore', 'ignore', 'inherit'] })
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
      process.once('exit', () => child.kill('SIGKILL'))
      const origin = `http://127.0.0.1:${port}`
      await isReady(`${origin}/readyz`, ended)
      return {
        origin,
        stop: () => {
          child.kill('SIGTERM')
          return ended
        },
      }
    },
  }
}

interface Inside {
  readonly data: string
  readonly environment: Readonly<Record<string, string>>
  readonly inside: readonly string[]
}

/** The words that run others in the image. Each program replaces the one before, so that signals reach the last. */
function wordsFor({ root, folder, volumes }: Image, { data, environment, inside }: Inside): string[] {
  const script = [
    'mount --bind "$1" "$1"',
    'mount -t proc proc "$1/proc"',
    'mount --rbind /dev "$1/dev"',
    'mount -t tmpfs tmpfs "$1/tmp"',
    `mount --bind "$2" "$1${volumes[0]}"`,
    'mount -o remount,bind,ro "$1"',
    'shift 2',
    'exec "$@"',
  ].join(' && ')
  const user = ['--setgid', String(nonroot), '--setuid', String(nonroot)]
  const pairs = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  const last = ['env', '-i', ...pairs, 'unshare', '--root', root, '--wd', folder, ...user, ...inside]
  return ['unshare', '--mount', 'sh', '-c', script, 'sh', root, data, ...last]
}

const longestStart_ms = 120_000

async function isReady(address: string, ended: Promise<number | null>): Promise<void> {
  let status: number | null | undefined
  ended.then((code) => (status = code ?? -1)).catch(() => {})
  for (const began = performance.now(); performance.now() - began < longestStart_ms;) {
    if (status !== undefined) throw new Error(`The image ended with status ${status} before it was ready.`)
    if ((await fetch(address).catch(() => undefined))?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The image was not ready after ${longestStart_ms / 1000} seconds.`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  // A server on a port has such an address.
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
