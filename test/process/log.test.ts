import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { calendar, settingsOf } from '../cli/sandbox.ts'
import { startService } from '../support/service.ts'
import { runServe } from './program.ts'

const requests = 300

test('every request has a line in the log, kept answers and the last ones too, and no password is in it', async () => {
  await using service = await startService({ environment: { LOG_LEVEL: 'info', LOGIN_FAILURES: '1000' } })
  const paths = ['events', 'events?page=1&password=open+sesame', 'events/999', 'tags']
  await Promise.all(
    Array.from({ length: requests }, async (_, index) => {
      const path = paths[index % paths.length]
      await (await fetch(`${service.origin}/vendor/events/v1/${path}`)).text()
    }),
  )
  await service.end()
  const lines = service.log().match(/^\{.*"msg":"request"\}$/gm) ?? []
  const statuses = lines.map((line) => (JSON.parse(line) as { status: number }).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength((requests / 4) * 3)
  expect(statuses.filter((status) => status === 404)).toHaveLength(requests / 4)
  expect(service.log()).not.toContain('sesame')
})

/** A file that cannot be written, as none can on a disk that is full. */
function unwritable(): number {
  const file = openSync(devNull, 'r')
  onTestFinished(() => closeSync(file))
  return file
}

test.each([
  ['cannot be written', unwritable],
  ['is not read', () => 'unread' as const],
])('a log that %s neither holds up the service nor keeps it from ending', async (_, standardError) => {
  const settings = { ...(await settingsOf(await calendar())), SHUTDOWN_TIMEOUT_MS: '60000' }
  const service = runServe(settings, 'dist/cli.js', standardError())
  const origin = await service.origin
  // More than a pipe holds.
  const address = `${origin}/vendor/events/v1/tags?x=${'x'.repeat(4000)}`
  for (let count = 0; count < 200; count += 1) {
    const answer = await fetch(address)
    await answer.text()
    expect(answer.status).toBe(200)
  }
  service.signal('SIGTERM')
  expect(await service.ended).toEqual({ status: 0, signal: null })
})
