import { anonymous, type Caller } from '../../http/auth/rights.ts'
import { readConfig } from '../../config/config.ts'
import type { Database } from '../../storage/db/dialect.ts'
import { BadUsage, command } from './command.ts'

/** The command for assistants that run programs. */
export const mcpCommands = [
  command({
    name: 'mcp',
    arguments: [],
    options: {
      user: { value: 'LOGIN', says: 'Act for this user, who may then write; without it, only read.' },
    },
    summary:
      'Speak the Model Context Protocol on standard input and output, for an assistant on this machine',
    details:
      'It reads the database of the settings itself: the service need not run. It ends with its input.',
    run: async (world, { user }) => {
      const config = readConfig(world.environment)
      if (config.mcp === 'off') throw new BadUsage('By the setting MCP, assistants are switched off here.')
      const { speak } = await import('./mcp.speak.ts')
      const { withDatabase } = await import('./database.ts')
      await withDatabase(world, async (db, settings) => {
        const caller = user === undefined ? anonymous : await callerNamed(db, user)
        await speak(world, { db, config: settings, caller })
      })
    },
  }),
]

async function callerNamed(db: Database, login: string): Promise<Caller> {
  const { listUsers } = await import('../../http/auth/users.ts')
  const users = await listUsers(db.read)
  const user = users.find((one) => one.login.toLowerCase() === login.toLowerCase())
  if (!user)
    throw new BadUsage(`No user has the login “${login}”; “kalends user list” tells those there are.`)
  return { id: user.id, role: user.role, login: user.login }
}
