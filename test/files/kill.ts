import { spawn } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FileStore } from '../../src/storage/files/store.ts'
import { bytesOf, type Target } from './targets.ts'

const writer = fileURLToPath(new URL('./writer.ts', import.meta.url))

/** Runs a writer on the target and kills it with SIGKILL, `after_ms` after its first put; answers the keys whose puts had resolved. */
export async function killedWriter(target: Target, name: string, after_ms: number): Promise<string[]> {
  const child = spawn(process.execPath, [writer, JSON.stringify(target), name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let printed = ''
  const first = new Promise<void>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (printed.includes('\n')) resolve()
    })
  })
  await Promise.race([first, ended])
  await sleep(after_ms)
  child.kill('SIGKILL')
  await ended
  return printed
    .slice(0, printed.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((key) => key !== '')
}

/** The keys there are, and those of them whose file is not what was put. */
export async function inspect(store: FileStore): Promise<{ keys: string[]; broken: string[] }> {
  const keys: string[] = []
  const broken: string[] = []
  for await (const { key, size } of store.list('')) {
    keys.push(key)
    const bytes = await read(store, key)
    if (size !== bytes?.length || !bytesOf(key).equals(bytes)) broken.push(key)
  }
  return { keys, broken }
}

export async function read(
  store: FileStore,
  key: string,
  range?: { start: number; end: number },
): Promise<Buffer | undefined> {
  const opened = await store.open(key, range)
  if (opened === undefined) return undefined
  return Buffer.concat((await opened.stream.toArray()) as Buffer[])
}
