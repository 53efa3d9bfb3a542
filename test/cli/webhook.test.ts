import { expect, test } from 'vitest'
import { startReceiver } from '../support/receiver.ts'
import { kalends, temporaryFolder } from './sandbox.ts'

test('“webhook add” prints the secret, “list” shows it, “test” says what was answered, and “remove” removes it', async () => {
  const receiver = await startReceiver()
  const folder = temporaryFolder()
  const run = (...words: string[]) => kalends(folder, words, { WEBHOOK_HOSTS: '127.0.0.1' })
  const added = await run('webhook', 'add', receiver.url, '--types', 'event.created,event.canceled')
  expect(added).toMatchObject({ status: 0, stdout: expect.stringMatching(/^whsec_\S+\n?$/) })
  const listed = await run('webhook', 'list', '--json')
  const [{ id, ...rest }] = JSON.parse(listed.stdout)
  expect(rest).toMatchObject({ state: 'good', url: receiver.url })
  expect(listed.stdout).not.toContain('whsec_')
  expect(await run('webhook', 'test', String(id))).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^204 /),
  })
  expect(receiver.got.map(({ body }) => body.type)).toEqual(['webhook.test'])
  receiver.answer = (response) => response.writeHead(500).end()
  expect(await run('webhook', 'test', String(id))).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/500/),
  })
  expect(await run('webhook', 'remove', String(id))).toMatchObject({ status: 0 })
  expect((await run('webhook', 'list')).stdout).toBe('')
})

test('what cannot be a webhook is refused with the reason', async () => {
  const folder = temporaryFolder()
  const refused: [string[], number, RegExp][] = [
    [['add', 'http://10.0.0.1/'], 2, /URL is not accepted: the address 10\.0\.0\.1 is private/],
    [['add', 'https://example.org/', '--types', 'event.exploded'], 2, /--types must be one of/],
    [['add', 'https://example.org/', '--filter', 'categoris=x'], 2, /--filter must be parameters/],
    [['add', 'https://example.org/', '--secret', 'short'], 2, /--secret must be “whsec_”/],
    [['remove', '7'], 1, /No webhook has the ID 7/],
    [['test', 'x'], 1, /No webhook has the ID x/],
  ]
  for (const [words, status, says] of refused)
    expect(await kalends(folder, ['webhook', ...words])).toMatchObject({
      status,
      stderr: expect.stringMatching(says),
    })
})
