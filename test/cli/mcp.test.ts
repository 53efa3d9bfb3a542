import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mcpPath } from '../../src/outward/mcp/mcp.routes.ts'
import { kalends, temporaryFolder } from './sandbox.ts'

/** The set-ups of docs/assistants.md. */
const [byAddress, byProgram] = [
  ...readFileSync(join(import.meta.dirname, '../../docs/assistants.md'), 'utf8').matchAll(
    /```json\n(.*?)```/gs,
  ),
].map(([, text = '']) => JSON.parse(text))

test('the set-ups of the documentation name the address and the command that there are', async () => {
  expect(new URL(byAddress.servers.calendar.url).pathname).toBe(mcpPath)
  const { command, args } = byProgram.mcpServers.calendar
  expect([command, ...args]).toEqual(['npx', 'kalends', 'mcp', '--user', 'LOGIN'])
  const { status, stdout } = await kalends(temporaryFolder(), ['mcp', '--help'])
  expect([status, stdout]).toEqual([0, expect.stringContaining('--user LOGIN')])
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
