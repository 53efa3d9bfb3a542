import { expect, test } from 'vitest'
import { readTarget } from './target.ts'

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
