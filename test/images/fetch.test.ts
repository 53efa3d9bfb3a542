import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFetcher, type Fetcher, type FetcherOptions } from '../../src/storage/images/fetch.ts'
import { certificate } from './certificate.ts'
import { type Behaviour, type HostileServer, startHostileServer } from './hostileServer.ts'

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1')

/** How much the endless body sent until it was cut, and that it was. */
let sent = 0
const cut = Promise.withResolvers<void>()

const behaviours: Record<string, Behaviour> = {
  '/ok.png': (response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end(PNG),
  '/page.png': (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(PNG),
  '/500': (response) => response.writeHead(500).end(PNG),
  '/204': (response) => response.writeHead(204).end(),
  '/206': (response) => response.writeHead(206).end(PNG),
  '/hop': (response) => response.writeHead(302, { Location: '/ok.png' }).end('x'.repeat(100_000)),
  '/301': (response) => response.writeHead(301, { Location: 'ok.png' }).end(),
  '/303': (response) => response.writeHead(303, { Location: './ok.png#part' }).end(),
  '/307': (response, { socket }) =>
    response.writeHead(307, { Location: `//images.test:${socket.localPort}/ok.png` }).end(),
  '/308': (response) => response.writeHead(308, { Location: '?x' }).end(),
  '/308?x': (response) => response.writeHead(200).end(PNG),
  '/300': (response) => response.writeHead(300, { Location: '/ok.png' }).end(),
  '/nowhere': (response) => response.writeHead(302).end(),
  '/circle': (response) => response.writeHead(302, { Location: '/circle' }).end(),
  '/to-file': (response) => response.writeHead(302, { Location: 'file:///etc/passwd' }).end(),
  '/to-private': (response) => response.writeHead(302, { Location: 'http://10.0.0.1/' }).end(),
  '/to-metadata': (response) => response.writeHead(302, { Location: 'http://0xa9fea9fe/latest/' }).end(),
  '/to-evil': (response, { socket }) =>
    response.writeHead(302, { Location: `http://evil.test:${socket.localPort}/ok.png` }).end(),
  '/to-smtp': (response) => response.writeHead(302, { Location: 'http://images.test:25/' }).end(),
  '/to-login': (response) => response.writeHead(302, { Location: 'http://a:b@images.test/' }).end(),
  '/long': (response) => response.writeHead(200, { 'Content-Length': 2000 }).end(Buffer.alloc(2000)),
  '/endless': (response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(1000))) sent += 1000
    }
    response.writeHead(200).on('drain', more).once('close', cut.resolve)
    more()
  },
  '/short': (response) => {
    response.writeHead(200, { 'Content-Length': 500 }).write(PNG, () => response.socket?.destroy())
  },
  '/silent': () => undefined,
  '/silent-body': (response) => response.writeHead(200).write(PNG),
  '/slow-headers': (response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\nX-Slow: ')
    trickle(() => response.socket?.write('x'))
  },
  '/slow-body': (response) => {
    response.writeHead(200, { 'Content-Length': 900 })
    trickle(() => response.write('x'))
  },
  '/slow-circle': (response) => {
    setTimeout(() => response.writeHead(302, { Location: '/slow-circle' }).end(), 150)
  },
  '/gzip': (response) =>
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(500_000))),
  '/garbage': (response) => response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n'),
  '/upgrade': (response) =>
    response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  '/hints': (response) => {
    const hint = setInterval(() => response.writeProcessing(), 20)
    response.on('close', () => clearInterval(hint))
  },
  '/headers': (response) => response.socket?.write(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`),
}

/** What no busy machine comes near, so that only those meet a limit who are to. */
const patient = { timeout_ms: 120_000, idle_ms: 60_000 }

let server: HostileServer
let fetcher: Fetcher
/** What the names of these tests lead to, and how often each was looked up. */
let names: Record<string, readonly string[]>
let lookedUp: string[]

beforeEach(async () => {
  sent = 0
  lookedUp = []
  names = { 'images.test': ['127.0.0.1'], 'evil.test': ['127.0.0.1'], 'empty.test': [] }
  server = await startHostileServer(behaviours)
  fetcher = fetcherWith({})
})

afterEach(() => server[Symbol.asyncDispose]())

function fetcherWith(options: Partial<FetcherOptions>): Fetcher {
  return createFetcher({
    allowedHosts: ['images.test'],
    maxBytes: 1000,
    ...patient,
    maxRedirects: 3,
    userAgent: 'Kalends/test',
    lookup: async (host) => {
      lookedUp.push(host)
      const found = names[host]
      if (found === undefined) throw Object.assign(new Error('no such host'), { code: 'ENOTFOUND' })
      return found
    },
    ...options,
  })
}

const at = (path: string): string => `http://images.test:${server.port}${path}`

describe('what is an answer is taken', () => {
  test.each(['/ok.png', '/page.png', '/hop', '/301', '/303', '/307', '/308'])('%s', async (path) => {
    const { bytes, finalUrl } = await fetcher.fetchImage(at(path))
    expect(bytes).toEqual(PNG)
    expect(new URL(finalUrl).hostname).toBe('images.test')
  })

  test('and asked for by its name, uncompressed, without cookies or a referrer', async () => {
    await fetcher.fetchImage(at('/ok.png'))
    expect(server.asked).toEqual([`GET images.test:${server.port} /ok.png`])
    expect(server.headers()).toEqual({
      host: `images.test:${server.port}`,
      'user-agent': 'Kalends/test',
      accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
      'accept-encoding': 'identity',
      connection: 'close',
    })
  })

  test('and may come from the loopback where its address is allowed', async () => {
    const { bytes } = await fetcherWith({ allowedHosts: [`127.0.0.1:${server.port}`] }).fetchImage(
      `http://127.0.0.1:${server.port}/ok.png`,
    )
    expect(bytes).toEqual(PNG)
    expect(lookedUp).toEqual([])
  })
})

describe('what is no answer is refused', () => {
  test.each([
    ['/500', 'unreachable', 'cannot be fetched: the host answered with status 500, not 200'],
    ['/missing', 'unreachable', 'cannot be fetched: the host answered with status 404, not 200'],
    ['/204', 'unreachable', 'status 204'],
    ['/206', 'unreachable', 'status 206'],
    ['/300', 'unreachable', 'status 300'],
    ['/nowhere', 'unreachable', 'it is redirected to nowhere'],
    ['/circle', 'unreachable', 'it was redirected more than 3 times'],
    ['/to-file', 'bad-address', 'begins with file:'],
    ['/to-private', 'forbidden-address', 'the address 10.0.0.1 is private'],
    ['/to-metadata', 'forbidden-address', 'the address 169.254.169.254 is link-local'],
    ['/to-evil', 'forbidden-address', 'the host evil.test is at a loopback address'],
    ['/to-smtp', 'bad-address', 'port 25 is not one of the web'],
    ['/to-login', 'bad-address', 'user name or password'],
    ['/long', 'too-large', 'is larger than the 1000 bytes accepted here'],
    ['/short', 'unreachable', 'the host images.test broke off'],
    ['/gzip', 'unreachable', 'compressed it, although asked not to'],
    ['/garbage', 'unreachable', 'does not answer in HTTP'],
    ['/upgrade', 'unreachable', 'cannot be fetched: the host'],
    ['/headers', 'unreachable', 'cannot be fetched: the host'],
  ])('%s', async (path, reason, says) => {
    const fetched = fetcher.fetchImage(at(path))
    await expect(fetched).rejects.toMatchObject({
      name: 'ImageFault',
      reason,
      message: expect.stringContaining(says),
    })
  })

  test.each([
    ['/silent', { idle_ms: 300 }, 'silent for 300 ms'],
    ['/silent-body', { idle_ms: 300 }, 'silent for 300 ms'],
    ['/slow-headers', { timeout_ms: 600 }, 'longer than the 600 ms allowed here'],
    ['/slow-body', { timeout_ms: 600 }, 'longer than the 600 ms allowed here'],
    ['/hints', { timeout_ms: 600 }, 'longer than the 600 ms allowed here'],
  ])('%s within %o', async (path, limit, says) => {
    await expect(fetcherWith(limit).fetchImage(at(path))).rejects.toMatchObject({
      name: 'ImageFault',
      reason: 'unreachable',
      message: expect.stringContaining(says),
    })
  })

  test('an endless body is read no further than to the limit', async () => {
    await expect(fetcher.fetchImage(at('/endless'))).rejects.toMatchObject({ reason: 'too-large' })
    await cut.promise
    // What the buffers of both ends hold was sent besides.
    expect(sent).toBeLessThan(20_000_000)
  })

  test('the deadline is for all redirects together', async () => {
    const following = fetcherWith({ maxRedirects: 100, timeout_ms: 600 })
    await expect(following.fetchImage(at('/slow-circle'))).rejects.toThrow('longer than the 600 ms')
  })

  test('nobody listens, nobody knows the host, the host has no address', async () => {
    const { port } = server
    await server[Symbol.asyncDispose]()
    await expect(fetcher.fetchImage(`http://images.test:${port}/`)).rejects.toThrow('refuses the connection')
    await expect(fetcher.fetchImage('http://unknown.test/')).rejects.toThrow(
      'the host unknown.test is not known',
    )
    await expect(fetcher.fetchImage('http://empty.test/')).rejects.toThrow(
      'the host empty.test has no address',
    )
    server = await startHostileServer({})
  })

  test('a lookup that never ends, ends with the deadline', async () => {
    const stuck = fetcherWith({ lookup: () => new Promise(() => undefined), timeout_ms: 600 })
    await expect(stuck.fetchImage(at('/ok.png'))).rejects.toThrow('longer than the 600 ms')
  })
})

describe('a private address is never connected to', () => {
  test.each([
    ['a name', 'evil.test', ['127.0.0.1']],
    ['a name with a public address too', 'evil.test', ['1.1.1.1', '127.0.0.1']],
    ['a mapped address', 'evil.test', ['::ffff:127.0.0.1']],
    ['the usual name', 'localhost', ['127.0.0.1']],
    ['its own address', '127.0.0.1', []],
    ['a number', '2130706433', []],
    ['octal', '0177.0.0.01', []],
    ['hexadecimal', '0x7f.1', []],
    ['IPv6', '[::ffff:127.0.0.1]', []],
  ])('by %s', async (_, host, addresses) => {
    names[host] = addresses
    const fetched = fetcher.fetchImage(`http://${host}:${server.port}/ok.png`)
    await expect(fetched).rejects.toMatchObject({ reason: 'forbidden-address' })
    expect(server.asked).toEqual([])
  })

  test('by a name that leads elsewhere when it is looked up again: it is not, for one request', async () => {
    // No system knows images.test: what was answered is what was connected to.
    const answers = [['127.0.0.1'], ['127.0.0.2']]
    let lookups = 0
    const { bytes } = await fetcherWith({
      lookup: async () => answers[lookups++] ?? [],
    }).fetchImage(at('/ok.png'))
    expect(bytes).toEqual(PNG)
    expect(lookups).toBe(1)
  })

  test('by a redirect: each is looked up and checked anew', async () => {
    names['evil.test'] = ['10.1.2.3']
    await expect(fetcher.fetchImage(at('/to-evil'))).rejects.toMatchObject({ reason: 'forbidden-address' })
    expect(lookedUp).toEqual(['images.test', 'evil.test'])
    expect(server.asked).toEqual([`GET images.test:${server.port} /to-evil`])
  })
})

describe('over TLS', () => {
  test('the name in the certificate is the one in the URL, and only a certificate that is trusted counts', async () => {
    await using secure = await startHostileServer(
      { '/ok.png': (response) => response.end(PNG) },
      { secure: true },
    )
    names['other.test'] = ['127.0.0.1']
    const both = fetcherWith({ allowedHosts: ['images.test', 'other.test'] })
    const good = `https://images.test:${secure.port}/ok.png`
    await expect(both.fetchImage(good)).rejects.toThrow('has no valid certificate')

    setDefaultCACertificates([certificate])
    expect((await both.fetchImage(good)).bytes).toEqual(PNG)
    const bad = `https://other.test:${secure.port}/ok.png`
    await expect(both.fetchImage(bad)).rejects.toThrow('the host other.test has no valid certificate')
    expect(secure.asked).toEqual([`GET images.test:${secure.port} /ok.png`])
  })

  test('what does not speak it is refused', async () => {
    const plain = `https://images.test:${server.port}/ok.png`
    await expect(fetcher.fetchImage(plain)).rejects.toThrow('does not agree on a TLS connection')
  })
})

test('a server that takes the connection and says nothing keeps nobody waiting', async () => {
  const mute = createServer((socket) => socket.on('error', () => undefined).resume())
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  const { port } = mute.address() as { port: number }
  const silent = fetcherWith({ idle_ms: 300 }).fetchImage(`http://images.test:${port}/`)
  await expect(silent).rejects.toThrow('silent for 300 ms')
  // In the middle of a handshake silence is not noticed, but the deadline is.
  const late = fetcherWith({ timeout_ms: 600 }).fetchImage(`https://images.test:${port}/`)
  await expect(late).rejects.toThrow('longer than the 600 ms')
  await new Promise((resolve) => mute.close(resolve))
})

function trickle(write: () => unknown): void {
  const timer = setInterval(write, 50)
  setTimeout(() => clearInterval(timer), 2000)
}
