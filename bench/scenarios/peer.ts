import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '../../src/storage/db/open.ts'
import { startService } from '../../test/support/service.ts'
import { benchFolder, type DataSet } from '../dataSets.ts'
import type { Request } from '../load.process.ts'
import { inTurns, type Outcome, ratioOf, served, type Setting } from '../outcome.ts'
import { load, type Server } from '../processes.ts'
import { listsOf, manyLists } from './cold.ts'

/**
 * json-server, which serves lists of whatever is in its file. Gancio, the calendar that was thought of first, is not in
 * npm's registry; others that serve SQLite need native parts that do not build for this Node.
 */
const peer = 'json-server@0.17.4'

/** Lists without anything remembered, held against the same lists of a peer that has the same events. */
export async function peers(set: DataSet, setting: Setting): Promise<Outcome[]> {
  await using service = await startService({ at: set, keepsData: true })
  await using other = await startPeer(set)
  const wanted = { connections: 16, seconds: setting.seconds, accepts404: true }
  const { ours, theirs } = await inTurns(
    setting.rounds,
    (round) => load(service, { ...wanted, requests: listsOf(set, manyLists, round) }),
    (round) => load(other, { ...wanted, requests: listsOf(set, manyLists, round).map(asPeer) }),
  )
  return [
    {
      what: `cold list among ${set.events} events, beside ${peer}`,
      target: '',
      ours: served(ours),
      against: `${peer}: ${served(theirs)}`,
      ratio: ratioOf(
        ours.map(({ perSecond }) => perSecond),
        theirs.map(({ perSecond }) => perSecond),
      ),
    },
  ]
}

/** The same list as the peer wants to be asked for it; it knows one category of an event. */
function asPeer({ method, path }: Request): Request {
  const query = new URLSearchParams(path.slice(path.indexOf('?')))
  const asked = new URLSearchParams({
    start_date_gte: query.get('start_date') ?? '',
    end_date_lte: `${query.get('end_date')} 23:59:59`,
    category: query.get('categories') ?? '',
    _page: query.get('page') ?? '1',
    _limit: '10',
    _sort: 'start_date',
  })
  return { method, path: `/events?${asked.toString()}` }
}

async function startPeer(set: DataSet): Promise<Server & AsyncDisposable> {
  const folder = join(benchFolder, 'peer')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  execFileSync('npm', ['install', peer, '--no-audit', '--no-fund', '--silent'], { cwd: folder })
  await writeFile(join(folder, 'db.json'), JSON.stringify({ events: await eventsOf(set) }))
  const port = await freePort()
  const child = spawn(
    process.execPath,
    ['node_modules/json-server/lib/cli/bin.js', 'db.json', '--port', String(port), '--quiet'],
    { cwd: folder, stdio: 'inherit' },
  )
  const origin = `http://127.0.0.1:${port}`
  while (!(await fetch(`${origin}/events/1`).catch(() => undefined))) await setTimeout(200)
  return {
    origin,
    pid: child.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** The published events with what lists show of them. */
async function eventsOf({ database }: DataSet): Promise<object[]> {
  const db = await openDatabase(database.url)
  try {
    const events = await db.read.selectFrom('events').selectAll().where('status', '=', 'publish').execute()
    const terms = await db.read.selectFrom('event_terms').selectAll().where('term_id', '<=', 40).execute()
    const category = new Map(terms.map(({ event_id, term_id }) => [event_id, term_id]))
    return events.map(({ id, title, description, excerpt, slug, start_wall, end_wall, timezone, cost }) => ({
      id,
      title,
      description,
      excerpt,
      slug,
      timezone,
      cost,
      start_date: start_wall,
      end_date: end_wall,
      category: category.get(id) ?? 0,
    }))
  } finally {
    await db.close()
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
