import { expect, test } from 'vitest'
import { readTarget, withReadablePath } from './target.ts'

const read = (url: string) => {
  const message = { url, headers: { host: 'here.example' } }
  readTarget(message)
  return { url: message.url, host: message.headers.host }
}

test.each([
  ['http://there.example/month/2026-12?x=1', 'there.example', '/month/2026-12?x=1'],
  ['HTTPS://there.example:8443/', 'there.example:8443', '/'],
  ['http://there.example', 'there.example', '/'],
  ['http://there.example?page=2', 'there.example', '/?page=2'],
  ['http://there.example//venues', 'there.example', '//venues'],
])('%s is of the host %s, and its path is %s', (url, host, path) => {
  expect(read(url)).toEqual({ url: path, host })
})

test.each(['/month/2026-12', '//there.example/', '/http://there.example/', '*', 'ftp://there.example/', ''])(
  '%j is no whole address, and stays',
  (url) => {
    expect(read(url)).toEqual({ url, host: 'here.example' })
  },
)

test.each([
  ['/event/%FF%FE/', '/event/%25FF%25FE/'],
  ['/event/%C3%A9/%ff?q=%FF', '/event/%C3%A9/%25ff?q=%FF'],
  ['/100%', '/100%25'],
  ['/a%2', '/a%252'],
  ['/%zz/%20', '/%25zz/%20'],
])('the path of %s has escapes that are no text, and is %s', (url, readable) => {
  expect(withReadablePath(url)).toBe(readable)
  expect(() => decodeURIComponent(readable.split('?')[0] ?? '')).not.toThrow()
})

test.each(['/', '/event/caf%C3%A9/', '/list?search=%FF', '/list?search=50%', '/a%2Fb', '*', ''])(
  '%j can be read, and stays',
  (url) => {
    expect(withReadablePath(url)).toBe(url)
  },
)
