import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verdictOf } from '../support/audit.ts'

const report = (vulnerabilities: object) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { dependencies: { prod: 200 } } })

test('an advisory of whichever severity is found, with its address, and how it got there', () => {
  const { kind, says } = verdictOf(
    report({
      qs: {
        severity: 'low',
        via: [{ title: 'Too much memory', url: 'https://github.com/advisories/GHSA-1' }],
      },
      express: { severity: 'high', via: ['qs'] },
    }),
  )
  expect(kind).toBe('found')
  expect(says).toContain('qs, low: Too much memory (https://github.com/advisories/GHSA-1)')
  expect(says).toContain('express, high: through qs')
})

test('nothing found is clean', () => {
  expect(verdictOf(report({})).kind).toBe('clean')
})

test.each([
  ['a mirror without advisories', JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 })],
  ['no network', JSON.stringify({ message: 'getaddrinfo ENOTFOUND registry.npmjs.org', error: {} })],
  ['npm that failed', 'npm error code EAUDIT'],
  ['no npm', ''],
  ['JSON that is no object', 'null'],
])('%s is told, and is neither clean nor found', (_, output) => {
  const { kind, says } = verdictOf(output)
  expect(kind).toBe('unknown')
  expect(says).toContain('nothing was checked')
})

test('CI asks it of what `npm ci` has installed', () => {
  const run = readFileSync(new URL('../../.ci/run', import.meta.url), 'utf8')
  expect(run).toMatch(/^npm ci$[^]*^npm run audit$/m)
})
