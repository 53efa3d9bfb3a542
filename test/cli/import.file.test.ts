import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { kalends, serve, temporaryFolder } from './sandbox.ts'

const calendar =
  'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY:Fair\nDTSTART:20310311T180000Z\nEND:VEVENT\nEND:VCALENDAR\n'

test('a calendar in a file, and the same at an address, are the same calendar', async () => {
  const folder = await withUser()
  const file = join(folder, 'town.ics')
  writeFileSync(file, calendar)
  expect(await kalends(folder, ['import', file])).toEqual({
    status: 0,
    stdout: 'event\tcreated\t1\n',
    stderr: '',
  })
  const origin = await serve((path) => (path === '/town.ics' ? [200, calendar] : [404, 'none']))
  expect(await kalends(folder, ['import', `${origin}/town.ics`])).toMatchObject({
    status: 0,
    stdout: 'event\tunchanged\t1\n',
  })
  const missing = await kalends(folder, ['import', `${origin}/other.ics`])
  expect(missing).toMatchObject({ status: 1, stdout: '' })
  expect(missing.stderr).toContain('was answered with status 404, not 200')
})

test('what a table does not say is said on the command line, as the API has it', async () => {
  const folder = await withUser()
  writeFileSync(join(folder, 'town.csv'), 'Title,Start\nFair,2031-03-11 18:00\n')
  const refused = await kalends(folder, ['import', 'town.csv', '--duration', 'long'])
  expect(refused).toMatchObject({ status: 2, stdout: '' })
  expect(refused.stderr).toContain('--duration must be a time of a minute to a year')
  const said = ['--status', 'draft', '--timezone', 'Europe/Lisbon', '--duration', '90m']
  expect(await kalends(folder, ['import', 'town.csv', ...said])).toMatchObject({ status: 0 })
  const { stdout } = await kalends(folder, ['export'])
  expect(stdout).toMatch(/2031-03-11[ T]19:30/)
  expect(stdout).toContain('Europe/Lisbon')
})

test('a file whose name is all that is wrong with it is read; one that is something else is refused with its line', async () => {
  const folder = await withUser()
  writeFileSync(join(folder, 'notes'), calendar)
  expect(await kalends(folder, ['import', join(folder, 'notes')])).toMatchObject({ status: 0 })
  writeFileSync(join(folder, 'town.ics'), '<html>Not found</html>')
  const { status, stderr } = await kalends(folder, ['import', join(folder, 'town.ics')])
  expect(status).toBe(1)
  expect(stderr).toBe(
    'kalends: line 1: an iCalendar file begins with BEGIN:VCALENDAR, not “<html>Not found</html>”.\n',
  )
  const none = await kalends(folder, ['import', join(folder, 'none.ics')])
  expect(none.status).toBe(1)
  expect(none.stderr).toContain('none.ics')
})

test('what a file holds does not speak to the terminal', async () => {
  const folder = await withUser()
  const file = join(folder, 'town.csv')
  const row = (title: string) => `${title}\u001b[31m,never\u001b]0;${title}\u0007\n`
  writeFileSync(file, `title,start_date\nFair\u001b[2J,2031-03-11\n${row('Bad')}`)
  const { status, stdout, stderr } = await kalends(folder, ['import', file, '--dry-run'])
  expect(status).toBe(1)
  expect(stdout).toContain('\tFair [2J\t')
  expect(stderr).toContain('never ]0;Bad')
  expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n\t]/u)
})

test('a dry run shows a table as it is understood, and writes nothing', async () => {
  const folder = await withUser()
  const file = join(folder, 'town.csv')
  writeFileSync(file, 'Foo,Bar,Ort\nFair &amp; Ball,2031-03-11 18:00,Hall\nMarkt,2031-03-12,\n')
  const refused = await kalends(folder, ['import', file])
  expect(refused.stderr).toContain('no column is the title or the start_date of events')
  const words = ['import', file, '--map', 'Foo=title,Bar=start_date']
  const { status, stdout, stderr } = await kalends(folder, [...words, '--dry-run'])
  expect(status).toBe(0)
  expect(stdout.split('\n')).toEqual([
    'line 2\tFair & Ball\tTuesday, 11 March 2031, 18:00\t-\tUTC\tHall\tpublish',
    'line 3\tMarkt\tWednesday, 12 March 2031\t-\tUTC\t-\tpublish',
    'venue\tcreated\t1',
    'event\tcreated\t2',
    '',
  ])
  expect(stderr).toBe('Columns: Foo → title, Bar → start_date, Ort → venue.\nNothing was written.\n')
  expect((await kalends(folder, words)).stdout).toContain('event\tcreated\t2')
})

test('an address without a scheme gets one, where there is no file of that name', async () => {
  const folder = await withUser()
  const missing = await kalends(folder, ['import', 'nobody.invalid/town.ics'])
  expect(missing.status).toBe(1)
  expect(missing.stderr).toContain(
    'There is no file nobody.invalid/town.ics: https://nobody.invalid/town.ics is read.',
  )
  expect((await kalends(folder, ['import', 'town.ics'])).stderr).toContain('There is no file town.ics.')
})

async function withUser(): Promise<string> {
  const folder = temporaryFolder()
  await kalends(folder, ['user', 'add', 'ann', '--role', 'administrator', '--email', 'ann@example.org'])
  return folder
}
