import { randomBytes } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import process from 'node:process'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { serveFiles } from '../../src/storage/files/serve.ts'
import type { FileStore, OpenedFile } from '../../src/storage/files/store.ts'
import { type Ground, grounds } from './grounds.ts'
import { storeAt } from './targets.ts'

const key = '2026/11/big-300x200.png'
const large = '2026/11/large.jpg'
/** More than the buffers between a server and its reader take. */
const largeSize = 16_000_000
/** Many pieces, however they are cut. */
const middle = '2026/11/middle.jpg'
const middleSize = 2_000_000

function serverOf(store: FileStore, handlerTimeout = 60_000): FastifyInstance {
  // As `createServer` has it.
  const server = fastify({
    handlerTimeout,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 10_000 },
  })
  serveFiles(server, { path: '/media', store })
  server.setNotFoundHandler(async (_request, reply) => reply.code(404).send('nothing'))
  return server
}

describe.each(grounds)('files on a %s', (kind, prepare) => {
  let ground: Ground
  let store: FileStore
  let server: FastifyInstance
  let origin: string
  beforeAll(async () => {
    ground = await prepare()
    store = storeAt(await ground.fresh())
    server = serverOf(store)
    origin = await server.listen({ host: '127.0.0.1', port: 0 })
    await store.put(key, Buffer.from('0123456789'), 'image/png')
    await store.put(large, Buffer.alloc(largeSize, 'large'), 'image/jpeg')
    await store.put(middle, randomBytes(middleSize), 'image/jpeg')
  })
  afterAll(async () => {
    server.server.closeAllConnections()
    await server.close()
    await ground.close()
  })

  const ask = async (
    headers: Record<string, string> = {},
    path = `/media/${key}`,
    method: 'GET' | 'HEAD' = 'GET',
  ) => {
    const {
      statusCode: status,
      headers: answered,
      body,
    } = await server.inject({ method, url: path, headers })
    return { status, headers: answered, body }
  }

  test('are answered with everything that lets them be kept and keeps them harmless', async () => {
    const { status, headers, body } = await ask()
    expect({ status, body }).toEqual({ status: 200, body: '0123456789' })
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '10',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'content-disposition': 'inline; filename="big-300x200.png"',
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
      'last-modified': expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/),
    })
    expect(headers['content-range']).toBeUndefined()
  })

  test('answer HEAD as GET, without the body', async () => {
    const {
      headers: { date: _, ...got },
    } = await ask()
    const {
      status,
      headers: { date: __, ...headers },
      body,
    } = await ask({ range: 'bytes=0-1' }, undefined, 'HEAD')
    expect({ status, body }).toEqual({ status: 200, body: '' })
    expect(headers).toEqual(got)
  })

  test('are not sent again to who has them', async () => {
    const {
      headers: { etag = '', 'last-modified': modified = '' },
    } = await ask()
    for (const condition of [{ 'if-none-match': etag }, { 'if-modified-since': modified }]) {
      const { status, headers, body } = await ask(condition)
      expect({ status, body }).toEqual({ status: 304, body: '' })
      expect(headers).toMatchObject({
        etag,
        'cache-control': expect.stringContaining('immutable'),
        'x-content-type-options': 'nosniff',
      })
      expect(headers['content-length']).toBeUndefined()
    }
    expect(await ask({ 'if-match': '"other"' })).toMatchObject({ status: 412, body: '' })
  })

  test('are sent in part', async () => {
    const {
      headers: { etag = '' },
    } = await ask()
    expect(await ask({ range: 'bytes=0-0' })).toMatchObject({
      status: 206,
      body: '0',
      headers: { 'content-range': 'bytes 0-0/10', 'content-length': '1' },
    })
    expect(await ask({ range: 'bytes=-3' })).toMatchObject({
      status: 206,
      body: '789',
      headers: { 'content-range': 'bytes 7-9/10', 'content-type': 'image/png', etag },
    })
    expect(await ask({ range: 'bytes=4-99', 'if-range': etag })).toMatchObject({
      status: 206,
      body: '456789',
    })
    expect(await ask({ range: 'bytes=4-', 'if-range': '"other"' })).toMatchObject({
      status: 200,
      body: '0123456789',
    })
    const beyond = await ask({ range: 'bytes=10-' })
    expect(beyond).toMatchObject({ status: 416, body: '', headers: { 'content-range': 'bytes */10' } })
    expect(beyond.headers['cache-control']).toBeUndefined()
  })

  test('have another ETag each, and another one when they are put anew', async () => {
    const other = '2026/11/other.png'
    await store.put(other, Buffer.from('0123456789'), 'image/png')
    const { headers: first } = await ask({}, `/media/${other}`)
    expect(first['etag']).not.toBe((await ask()).headers['etag'])
    await store.put(other, Buffer.from('9876543210'), 'image/png')
    expect(await ask({ 'if-none-match': String(first['etag']) }, `/media/${other}`)).toMatchObject({
      status: 200,
      body: '9876543210',
    })
  })

  test.each([
    '/media',
    '/media/',
    '/media/2026',
    '/media/2026/11',
    '/media/2026/11/',
    '/media/2026/11/none.png',
    `/media/${key}/x.png`,
    '/media/../package.json',
    '/media/..%2f..%2fpackage.json',
    '/media/%2e%2e/%2e%2e/etc/passwd',
    '/media/2026/../../etc/passwd.png',
    '/media//etc/passwd.png',
    '/media/%2fetc%2fpasswd.png',
    '/media/2026%5c11%5cbig.png',
    '/media/.partial/a.png',
    '/media/2026/11/big-300x200.PNG',
    '/media/2026/11/script.html',
    '/media/2026/11/drawing.svg',
    '/media/2026/11/a.png%00.html',
    '/media/2026/11/no-extension',
    '/media/2026/11/.png',
    '/media/__proto__',
    '/media/2026/11/a.constructor',
    `/media/${'a/'.repeat(2_000)}a.png`,
    '/media/2026/11/%f0%9f%98%80.png',
  ])('nothing is at %s', async (path) => {
    for (const name of ['script.html', 'drawing.svg', 'no-extension'])
      await store.put(`2026/11/${name}`, Buffer.from('<svg onload=alert(1)>'), 'text/html')
    const { status, headers, body } = await ask({}, path)
    expect({ status, body }).toEqual({ status: 404, body: 'nothing' })
    expect(headers['cache-control']).toBeUndefined()
    expect(headers['etag']).toBeUndefined()
  })

  test('are not read further than their reader takes, nor once the reader is gone', async () => {
    const opened = vi.spyOn(store, 'open')
    onTestFinished(() => opened.mockRestore())
    const before = openPictures()
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.write(`GET /media/${large} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await new Promise((resolve) => socket.once('data', resolve))
    socket.pause()
    await sleep(500)
    const { stream } = await lastOf(opened.mock.results)
    const read = 'bytesRead' in stream ? Number(stream.bytesRead) : undefined
    if (kind === 'disk') expect(read).toBeLessThan(largeSize / 2)
    expect(stream.readableEnded).toBe(false)
    socket.destroy()
    await expect.poll(() => stream.closed).toBe(true)
    if (kind === 'disk') await expect.poll(openPictures).toEqual(before)
  })

  test('close when only their head or nothing of them is asked for', async () => {
    const before = openPictures()
    const opened = vi.spyOn(store, 'open')
    onTestFinished(() => opened.mockRestore())
    const {
      headers: { etag = '' },
    } = await ask({}, undefined, 'HEAD')
    await ask({ 'if-none-match': etag })
    await ask({ range: 'bytes=50-' })
    expect(opened).not.toHaveBeenCalled()
    for (let time = 0; time < 50; time += 1) await ask({ range: 'bytes=1-2' })
    if (kind === 'disk') await expect.poll(openPictures).toEqual(before)
  })

  test('arrive whole when many ask at once', async () => {
    const sizes = await Promise.all(
      Array.from(
        { length: 8 },
        async () => (await (await fetch(`${origin}/media/${middle}`)).arrayBuffer()).byteLength,
      ),
    )
    expect(sizes).toEqual(Array.from({ length: 8 }, () => middleSize))
  })
})

/** What the last call has opened. */
async function lastOf(results: readonly { readonly value: unknown }[]): Promise<OpenedFile> {
  const opened: unknown = await results.at(-1)?.value
  if (typeof opened !== 'object' || opened === null || !('stream' in opened))
    expect.fail('nothing was opened')
  return opened as OpenedFile
}

/** The pictures that this process has open, each as often as it has; none where the system does not tell. */
function openPictures(): string[] {
  if (process.platform !== 'linux') return []
  const open = readdirSync('/proc/self/fd').map(nameOf)
  return open.filter((name) => name.endsWith(key) || name.endsWith(large)).toSorted()
}

/** What the descriptor is of; nothing once it is closed, as that is which the folder itself was read by. */
function nameOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return ''
  }
}

test('a reader may take longer than other requests may', async () => {
  const facts = { size: 10, modifiedAt: 1, version: 'v' }
  const slowly = async function* () {
    for (const digit of '0123456789') {
      await sleep(60)
      yield digit
    }
  }
  const open = async () => ({ ...facts, stream: Readable.from(slowly()) })
  const server = serverOf({ stat: async () => facts, open } as unknown as FileStore, 300)
  onTestFinished(async () => server.close())
  const origin = await server.listen({ host: '127.0.0.1', port: 0 })
  expect(await (await fetch(`${origin}/media/${key}`)).text()).toBe('0123456789')
})

describe('when the store fails', () => {
  const facts = { size: 10, modifiedAt: 1, version: 'v' }
  const broken = (open: () => OpenedFile): FileStore =>
    ({ stat: async () => facts, open: async () => open() }) as unknown as FileStore
  const get = async (store: FileStore) => serverOf(store).inject(`/media/${key}`)

  test('before the first byte, nobody may keep the error', async () => {
    const stream = new Readable({ read: (): void => void stream.destroy(new Error('the disk is gone')) })
    const { statusCode, headers } = await get(broken(() => ({ ...facts, stream })))
    expect(statusCode).toBe(500)
    expect(headers['content-type']).toContain('application/json')
    for (const name of [
      'cache-control',
      'etag',
      'last-modified',
      'content-range',
      'accept-ranges',
      'content-disposition',
    ])
      expect(headers[name]).toBeUndefined()
  })

  test('after it, the answer breaks off', async () => {
    const stream = new PassThrough()
    const server = serverOf(broken(() => ({ ...facts, stream })))
    onTestFinished(async () => server.close())
    const origin = await server.listen({ host: '127.0.0.1', port: 0 })
    stream.write('01234')
    const answer = await fetch(`${origin}/media/${key}`)
    stream.destroy(new Error('the disk is gone'))
    await expect(answer.text()).rejects.toThrow()
  })

  test('by changing between looking and opening, it is looked at anew, but not for ever', async () => {
    const streams: Readable[] = []
    const open = (version: string) => {
      const stream = Readable.from(['0123456789'])
      streams.push(stream)
      return { ...facts, version, stream }
    }
    expect((await get(broken(() => open(streams.length === 0 ? 'w' : 'v')))).statusCode).toBe(200)
    expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, true])
    expect((await get(broken(() => open('w')))).statusCode).toBe(500)
    expect(streams.every(({ destroyed }) => destroyed)).toBe(true)
  })
})
