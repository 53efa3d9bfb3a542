import { describe, expect, test } from 'vitest'
import { ImageFault } from './fault.ts'
import { findAddresses, readAllowedHosts, readTarget } from './target.ts'

const none = readAllowedHosts([])
const noLookup = () => Promise.reject(new Error('looked up'))

describe('an IP address is refused in whatever notation', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.0.0.1./',
    'http://127。0。0。1/',
    'http://１２７.0.0.1/',
    'http://%31%32%37.0.0.1/',
    'http://0/',
    'http://10.0.0.1:8080/',
    'http://0xa9fea9fe/latest/meta-data/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
  ])('%s', async (url) => {
    const found = findAddresses(readTarget(url, none), noLookup)
    await expect(found).rejects.toMatchObject({ name: 'ImageFault', reason: 'forbidden-address' })
  })
})

test.each([
  ['file:///etc/passwd', 'file:'],
  ['ftp://example.org/x.png', 'ftp:'],
  ['data:image/png;base64,AAAA', 'data:'],
  ['gopher://example.org/', 'gopher:'],
  ['javascript:alert(1)', 'javascript:'],
  ['http://user:secret@example.org/', 'password'],
  ['http://user@example.org/', 'user name'],
  ['http://example.org:25/', 'port 25'],
  ['http://example.org:22/', 'port 22'],
  ['https://example.org:6667/', 'port 6667'],
  ['http://example.org:0/', 'port'],
  ['not a url', 'not a URL'],
  ['http://', 'not a URL'],
  ['http://[::1', 'not a URL'],
  ['http://999.1.1.1/', 'not a URL'],
  [`http://example.org/${'a'.repeat(9000)}`, 'not a URL'],
])('%s is refused for %s', (url, says) => {
  expect(() => readTarget(url, none)).toThrow(ImageFault)
  expect(() => readTarget(url, none)).toThrow(says)
})

test.each([
  'http://example.org:8080/',
  'https://example.org:8443/',
  'http://example.org:81/',
  'https://example.org/',
])('%s may be asked', (url) => {
  expect(readTarget(url, none)).toMatchObject({ host: 'example.org', mayBePrivate: false })
})

describe('the addresses of a name', () => {
  const target = readTarget('http://evil.test/x.png', none)

  test('are answered when all of them are public', async () => {
    const public_ = ['1.1.1.1', '2606:4700:4700::1111']
    await expect(findAddresses(target, async () => public_)).resolves.toEqual(public_)
  })

  test.each([
    ['private', ['10.0.0.1']],
    ['loopback', ['1.1.1.1', '127.0.0.1']],
    ['link-local', ['2606:4700:4700::1111', '::ffff:169.254.169.254']],
    ['reserved', ['nonsense']],
  ])('are refused, and untold, when one of them is %s', async (kind, addresses) => {
    await expect(findAddresses(target, async () => addresses)).rejects.toMatchObject({
      reason: 'forbidden-address',
      message: `cannot be fetched: the host evil.test is at a ${kind} address`,
      why: `the host evil.test is at a ${kind} address`,
    })
  })

  test('are refused when there are none', async () => {
    await expect(findAddresses(target, async () => [])).rejects.toMatchObject({ reason: 'unreachable' })
  })
})

describe('a host that is allowed', () => {
  const allowed = readAllowedHosts([
    'CDN.internal',
    '10.0.0.7:9000',
    '[fd00::7]',
    'web.internal:80',
    '127.0.0.1',
  ])

  test.each([
    ['http://cdn.internal/', true],
    ['https://cdn.internal:8443/', true],
    ['http://cdn.internal./', true],
    ['http://a.cdn.internal/', false],
    ['http://10.0.0.7:9000/', true],
    ['http://10.0.0.7/', false],
    ['http://[fd00::7]:8080/', true],
    ['http://web.internal/', true],
    ['https://web.internal/', false],
    ['http://2130706433/', true],
  ])('%s may be private: %s', (url, mayBePrivate) => {
    expect(readTarget(url, allowed).mayBePrivate).toBe(mayBePrivate)
  })

  test('by its address only does not allow the names that lead there', async () => {
    const target = readTarget('http://evil.test/', allowed)
    await expect(findAddresses(target, async () => ['127.0.0.1'])).rejects.toMatchObject({
      reason: 'forbidden-address',
    })
  })

  test.each(['http://x', 'x/y', 'a b', '', 'u@x', 'x:99999', '10.0.0.0/8'])('is not %j', (entry) => {
    expect(() => readAllowedHosts([entry])).toThrow(TypeError)
  })
})
