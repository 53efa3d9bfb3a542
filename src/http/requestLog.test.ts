import type { FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { logRequest } from './requestLog.ts'

/** The line that is logged. */
function logged(url: string, ms = 1): { readonly url?: unknown; readonly ms?: unknown } | undefined {
  const lines: object[] = []
  // All that is asked of a log here.
  const log = { info: (line: object) => lines.push(line) } as Partial<FastifyBaseLogger> as FastifyBaseLogger
  logRequest(log, { method: 'GET', url, status: 200, ms })
  return lines[0]
}

test('times are logged to the microsecond', () => {
  expect(logged('/events', 1.234_567_8)?.ms).toBe(1.235)
})

test.each([
  ['/events', '/events'],
  ['/events?page=1&search=password', '/events?page=1&search=password'],
  ['/events?password=open+sesame&page=1', '/events?password=…&page=1'],
  ['/events?page=1&password=open=sesame', '/events?page=1&password=…'],
  ['/events?password[]=open&password[0]=sesame', '/events?password[]=…&password[0]=…'],
  ['/events?p%61ssword=open', '/events?p%61ssword=…'],
  ['/events?PASSWORD=open&+password=sesame', '/events?PASSWORD=…&+password=…'],
  ['/events??password=open', '/events??password=…'],
])('of %s the log has %s', (url, shown) => {
  expect(logged(url)?.url).toBe(shown)
})
