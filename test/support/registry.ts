import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import process from 'node:process'

/** How a program of a package ended, and what it said. */
export interface Ended {
  readonly status: number
  readonly out: string
}

/** Runs a program with the Node that runs this; resolves however it ends. */
export function run(file: string, args: readonly string[], cwd: string): Promise<Ended> {
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    CI: 'true',
  }
  return new Promise((resolve) => {
    execFile(file, args, { cwd, env, maxBuffer: 64 * 1024 ** 2 }, (error, out, err) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      resolve({ status, out: out + err })
    })
  })
}

const away =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|network request|E40[34]/

/**
 * Installs packages of these versions into a folder, scripts aside, as whoever uses this program would beside it; false where the
 * registry cannot be reached, so that who works without a network is not held up. Throws for any other reason.
 */
export async function installed(folder: string, packages: readonly string[]): Promise<boolean> {
  await mkdir(folder, { recursive: true })
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--fetch-retries=0']
  const { status, out } = await run('npm', ['install', '--prefix', folder, ...options, ...packages], folder)
  if (status === 0) return true
  if (away.test(out)) return false
  throw new Error(`npm could not install ${packages.join(', ')}: ${out.slice(-2000)}`)
}

/** A program of a package that was installed there. */
export function programIn(folder: string, name: string): string {
  return join(folder, 'node_modules/.bin', name)
}
