import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, test } from 'vitest'
import { mcpPath } from '../../src/mcp/mcp.routes.ts'
import { programFile } from '../support/program.ts'
import { kalends, settingsOf, temporaryFolder } from './sandbox.ts'

/** The set-ups of docs/assistants.md. */
const [byAddress, byProgram] = [
  ...readFileSync(join(import.meta.dirname, '../../docs/assistants.md'), 'utf8').matchAll(
    /```json\n(.*?)```/gs,
  ),
].map(([, text = '']) => JSON.parse(text))

test('the set-ups of the documentation name the address and the command that there are', async () => {
  expect(new URL(byAddress.servers.calendar.url).pathname).toBe(mcpPath)
  const { command, args } = byProgram.mcpServers.calendar
  expect([command, ...args.slice(0, 2)]).toEqual(['npx', 'kalends', 'mcp'])
  const { status, stdout } = await kalends(temporaryFolder(), ['mcp', '--help'])
  expect([status, stdout]).toEqual([0, expect.stringContaining('--user LOGIN')])
})

test('a desktop program reads and writes over standard input and output, for the user it names', async () => {
  const folder = temporaryFolder()
  const add = ['user', 'add', 'ann', '--role', 'editor', '--email', 'ann@example.org']
  expect((await kalends(folder, add)).status).toBe(0)
  const [, ...words] = byProgram.mcpServers.calendar.args as string[]
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [programFile, ...words.map((word) => (word === 'LOGIN' ? 'ann' : word))],
      env: { PATH: process.env['PATH'] ?? '', ...(await settingsOf(folder)) },
      stderr: 'ignore',
    }),
  )
  try {
    const made = await client.callTool({
      name: 'create_event',
      arguments: { title: 'Night', start_date: '2031-05-01 20:00', end_date: '2031-05-01 22:00' },
    })
    expect(made.isError, JSON.stringify(made.content)).toBeFalsy()
    const found = await client.callTool({ name: 'search_events', arguments: { when: 'may 2031' } })
    expect(found.structuredContent).toMatchObject({ total: 1, events: [{ title: 'Night' }] })
  } finally {
    await client.close()
  }
})

test('it says who is not there, and that it is switched off', async () => {
  const folder = temporaryFolder()
  const unknown = await kalends(folder, ['mcp', '--user', 'nobody'])
  expect([unknown.status, unknown.stderr]).toEqual([
    2,
    expect.stringContaining('No user has the login “nobody”'),
  ])
  const off = await kalends(folder, ['mcp'], { MCP: 'off' })
  expect([off.status, off.stderr]).toEqual([2, expect.stringContaining('switched off')])
})
