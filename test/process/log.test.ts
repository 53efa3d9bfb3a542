import { expect, test } from 'vitest'
import { startService } from '../support/service.ts'

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
}, 60_000)
