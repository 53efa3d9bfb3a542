import { execFile } from 'node:child_process'
import process from 'node:process'
import { expect, test } from 'vitest'

/** What a process writes to standard error that notes requests, and then does something else. */
async function written(then: string, level = 'info'): Promise<string[]> {
  const log = new URL('log.ts', import.meta.url).pathname
  const program = `
    import { openLog } from ${JSON.stringify(log)}
    const { log, noteRequest, close } = openLog({ logLevel: '${level}' }, { worker: 2 })
    const note = (url) => noteRequest({ method: 'GET', url, route: url, status: 200, ms: 1 })
    ${then}`
  const { promise, resolve } = Promise.withResolvers<string>()
  execFile(process.execPath, ['--input-type=module-typescript', '--eval', program], (_error, _out, text) =>
    resolve(text),
  )
  return (await promise).split('\n').filter((line) => line.startsWith('{'))
}

const urlsOf = (lines: readonly string[]) =>
  lines.map((line) => JSON.parse(line) as { url?: string; msg: string }).map(({ url, msg }) => url ?? msg)

const many = Array.from({ length: 1200 }, (_, at) => `/${at}`)
const noteMany = `for (let at = 0; at < ${many.length}; at += 1) note('/' + at);`

test.each([
  ['is closed', 'await close()'],
  ['has nothing left to do', ''],
  ['exits', 'process.exit()'],
  ['fails', 'throw new Error("broken")'],
  ['fails later', 'setImmediate(() => { throw new Error("broken") }); await new Promise(() => {})'],
  ['rejects', 'void Promise.reject(new Error("broken"))'],
])('a log that %s has written all requests first, in their order', async (_, end) => {
  const lines = await written(`${noteMany} ${end}`)
  expect(urlsOf(lines)).toEqual(many)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, worker: 2, msg: 'request' })
})

test('what happens between requests is logged between them', async () => {
  const lines = await written(`note('/a'); log.warn('between'); note('/b'); await close()`)
  expect(urlsOf(lines)).toEqual(['/a', 'between', '/b'])
})

test('where only warnings are wanted no request is logged', async () => {
  expect(urlsOf(await written(`note('/a'); log.warn('b'); await close()`, 'warn'))).toEqual(['b'])
})
