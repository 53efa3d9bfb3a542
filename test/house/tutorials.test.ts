import { execFile, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { bundleClient } from '../../scripts/client.ts'
import { fakeSite, wireCategory, wireEvent, wireVenue } from '../imports/fakeSite.ts'
import { programFile } from '../support/program.ts'
import { filesIn, textOf } from './files.ts'

const tutorials = filesIn('docs/tutorials')

/** A part of a tutorial: what is typed, a file that is saved, or what is printed. */
interface Block {
  readonly kind: string
  readonly text: string
  /** Its line in the document. */
  readonly line: number
}

function blocksOf(document: string): Block[] {
  return [...document.matchAll(/^```(sh|js|output)\n([^]*?)^```$/gm)].map(
    ({ 1: kind = '', 2: text = '', index }) => ({
      kind,
      text,
      line: document.slice(0, index).split('\n').length,
    }),
  )
}

/** An empty folder in which `npx kalends` is this program and `@kalends/client` the library. */
async function emptyFolder(): Promise<{ folder: string; env: NodeJS.ProcessEnv }> {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-tutorial-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const bin = join(folder, '.bin')
  const client = join(folder, 'node_modules/@kalends/client')
  await mkdir(bin)
  await mkdir(client, { recursive: true })
  await writeFile(join(bin, 'npx'), `#!/bin/sh\nshift\nexec "${process.execPath}" "${programFile}" "$@"\n`)
  await writeFile(join(bin, 'node'), `#!/bin/sh\nexec "${process.execPath}" "$@"\n`)
  for (const name of ['npx', 'node']) await chmod(join(bin, name), 0o755)
  await writeFile(join(client, 'package.json'), '{"type": "module", "exports": "./index.js"}')
  await bundleClient(client)
  const env = {
    PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
    HOME: folder,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
  }
  return { folder, env }
}

/** Starts the service as the tutorial does, on any port; answers its address. */
async function started(folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  const service = spawn(process.execPath, [programFile, 'serve'], {
    cwd: folder,
    env: { ...env, PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(async () => {
    if (service.exitCode !== null) return
    const ended = new Promise((resolve) => service.once('exit', resolve))
    service.kill('SIGTERM')
    await ended
  })
  for await (const line of createInterface(service.stdout)) {
    const [, address] = /listens on (http:\/\/[^/\s]+)/.exec(line) ?? []
    if (address === undefined) continue
    // Whatever it says later has to be read by somebody.
    service.stdout.resume()
    return address
  }
  throw new Error('The service has not started.')
}

const mark = '\u0001'

test.each(tutorials)('%s does what it says, step by step, in an empty folder', async (path) => {
  const document = textOf(path)
  expect(document.split('\n').length).toBeLessThanOrEqual(120)
  const { folder, env } = await emptyFolder()
  const names = /export (REST_ROOT=\S+ NAMESPACES=\S+)/.exec(document)?.[1]?.split(' ') ?? []
  const settings = Object.fromEntries(names.map((pair) => pair.split('=')))
  const address = await started(folder, { ...env, ...settings })
  const site = await fakeSite({
    categories: [wireCategory(11, 'Music'), wireCategory(12, 'Theatre')],
    venues: [wireVenue(40)],
    events: [1001, 1002, 1003].map((id) => wireEvent(id)),
  })
  const here = (text: string) =>
    text.replaceAll('http://127.0.0.1:8080', address).replaceAll('https://old.example', site.origin)
  const blocks = blocksOf(document)
  const typed: Block[] = []
  for (const block of blocks) {
    if (block.kind === 'sh') typed.push(block)
    const [, name] = /^\/\/ (\S+\.mjs)\n/.exec(block.text) ?? []
    if (block.kind === 'js' && name !== undefined) await writeFile(join(folder, name), here(block.text))
  }
  const script = typed.map(({ text }) => `${here(text)}\nprintf '${mark}'\n`).join('')
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...env, ...settings },
  })
  const printed = stdout.split(mark)
  for (const [at, block] of blocks.entries()) {
    const before = blocks[at - 1]
    if (block.kind !== 'output') continue
    if (before?.kind !== 'sh') throw new Error(`${path}:${block.line}: nothing is typed before it`)
    expect(printed[typed.indexOf(before)]?.trim(), `${path}:${block.line}`).toBe(here(block.text).trim())
  }
  expect(printed).toHaveLength(typed.length + 1)
})

test('tutorials are short, and each checks what it prints', () => {
  expect(tutorials.length).toBeGreaterThan(2)
  for (const path of tutorials) {
    const kinds = blocksOf(textOf(path)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'output').length, path).toBeGreaterThan(2)
  }
})
