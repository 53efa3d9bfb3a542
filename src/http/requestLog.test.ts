import type { FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { logRequest } from './requestLog.ts'

/** The address as it is logged. */
function logged(url: string): unknown {
  const lines: { url?: unknown }[] = []
  // All that is asked of a log here.
  const log = { info: (line: object) => lines.push(line) } as Partial<FastifyBaseLogger> as FastifyBaseLogger
  logRequest(log, { method: 'GET', url, status: 200, ms: 1 })
  return lines[0]?.url
}

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
  expect(logged(url)).toBe(shown)
})
