import { expect, test } from 'vitest'
import { countOf } from '../support/database.ts'
import { databaseIn, kalends, leftNow, temporaryFolder } from './sandbox.ts'

test('of a demo that is broken off nothing is there; the next one fills the calendar, and one with events is left as it is', async () => {
  const folder = temporaryFolder()
  const told: string[] = []
  let left = ''
  const remark = (text: string) => {
    told.push(text)
    if (text !== '500/2000 events') return
    left = leftNow(folder)
    throw new Error('That is enough.')
  }
  await kalends(folder, ['demo', '--no-images'], {}, { remark })
  expect(told.join('\n')).toContain('The first user is “admin”')
  const url = await databaseIn(left)
  for (const table of ['events', 'venues', 'organizers', 'terms', 'tickets'] as const)
    expect(await countOf(table, url)).toBe(0)

  const { status, stdout, stderr } = await kalends(left, ['demo', '--no-images'])
  expect(status).toBe(0)
  expect(stdout).toMatch(
    /^2000 events, 61 venues, [45]\d organizers, [89]\d categories, 0 images, 7 proposals\n$/,
  )
  expect(stderr).toContain('2000/2000 events\n')
  expect(await countOf('events', url)).toBe(2000)

  expect(await kalends(left, ['demo', '--no-images'])).toEqual({
    status: 1,
    stdout: '',
    stderr: 'kalends: The calendar has events already: the demo goes into an empty one only.\n',
  })
})

test('a seed that is no number is refused, and nothing is written', async () => {
  const folder = temporaryFolder()
  const { status, stderr } = await kalends(folder, ['demo', '--seed', 'spring'])
  expect(status).toBe(2)
  expect(stderr).toContain('--seed must be a whole number of at most nine digits, not “spring”.')
  expect((await kalends(folder, ['user', 'list'])).stdout).toBe('')
})
