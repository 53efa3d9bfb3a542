import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { gzip } from 'node:zlib'
import { answersOf } from '../test/upgrades/answers.ts'
import { fill } from '../test/upgrades/fill.ts'
import { buildRelease } from '../test/upgrades/releases.ts'

/**
 * `npm run fixture -- 1.2.0`: what this release stores and answers, for the programs after it to be tried by. The release is
 * built from its commit (`test/upgrades/releases.json`), filled through its own interface, and asked.
 */
const most_bytes = 150_000

const [release] = process.argv.slice(2)
if (release === undefined) throw new Error('Name a release, such as 1.2.0.')
const program = await buildRelease(release)
/** The address of the calendar, which stands in its answers. */
const site = 'http://calendar.example.org'
const post = await mailServer()
const data = await mkdtemp(join(tmpdir(), 'kalends-fixture-'))
const child = spawn(process.execPath, [join(program, 'bin/kalends.js'), 'serve'], {
  cwd: data,
  env: {
    PATH: process.env['PATH'],
    DATA_DIR: data,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
    SITE_TIMEZONE: 'Europe/Berlin',
    SITE_URL: site,
    SMTP_URL: `smtp://127.0.0.1:${post.port}`,
    MAIL_FROM: 'calendar@example.org',
  },
  stdio: ['ignore', 'pipe', 'pipe'],
})
const ended = new Promise((resolve) => child.once('close', resolve))
try {
  const said = await untilSaid(/http:\/\/[\d.:]+/)
  const password = /“admin”, with the application password\n\n\s+((?:\w{4} ){5}\w{4})\n/.exec(said)?.[1]
  const origin = /listens on (http:\/\/[\d.:]+)/.exec(said)?.[1]
  if (password === undefined || origin === undefined) throw new Error(`It did not start:\n${said}`)
  const keys = await fill({ origin, administrator: `admin:${password}`, site, mails: post.taken })
  const at = new Date().toISOString()
  const answers = await answersOf(origin, keys)
  child.kill('SIGTERM')
  await ended
  await keep(release, { at, origin: site, keys, answers })
} finally {
  child.kill('SIGKILL')
  post.close()
  await rm(data, { recursive: true, force: true })
}

/** Takes mails, as confirming an address needs what stands in one. */
async function mailServer() {
  const taken: string[] = []
  const take = async (stream: Readable, callback: () => void) => {
    taken.push(await text(stream))
    callback()
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, callback) => void take(stream, callback),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return { port, taken, close: () => server.close() }
}

async function untilSaid(pattern: RegExp): Promise<string> {
  let all = ''
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (more: string) => {
        all += more
        if (pattern.test(all) && all.includes('listens on')) setTimeout(() => resolve(all), 500)
      })
    child.once('close', () => reject(new Error(all)))
  })
}

/** Writes both files, the database as one without a log beside it and without what nobody asks for. */
async function keep(name: string, told: object): Promise<void> {
  const path = join(data, 'kalends.db')
  const db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = DELETE; VACUUM')
  db.close()
  const folder = new URL(`../test/upgrades/${name}/`, import.meta.url)
  await mkdir(folder, { recursive: true })
  const small = promisify(gzip)
  const files = {
    'kalends.db.gz': await small(await readFile(path), { level: 9 }),
    'answers.json.gz': await small(JSON.stringify(told), { level: 9 }),
  }
  for (const [file, bytes] of Object.entries(files)) await writeFile(new URL(file, folder), bytes)
  const bytes = Object.values(files).reduce((sum, { length }) => sum + length, 0)
  console.log(`${name}: ${bytes} bytes`)
  if (bytes > most_bytes)
    throw new Error(`That is more than ${most_bytes}: leave something out of test/upgrades/fill.ts.`)
}
