import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgresDatabase, startPostgres } from '../support/postgres.ts'
import { root } from './fill.ask.ts'
import { followUntilOver, type Ledger, writeUntilOver } from './mixed.load.ts'
import { here, Node } from './mixed.nodes.ts'
import { buildRelease, isToBeHad, releases } from './releases.ts'
import { storedOf, unpack } from './stored.ts'

// The calendar goes from each release to this program and back while it is written: node by node, so that both serve it at once.

const writers = 16

/** How long each pair of programs serves at least, in milliseconds, and how much is written meanwhile, however slow the machine is. */
const phase = { least_ms: Number(process.env['PHASE_MS'] ?? 1_000), writes: 10 * writers }

/** Whether something is so that is no failure of this program: a copy without history has no older one. */
const toBeHad = Object.keys(releases).map((release) => ({ release, isThere: isToBeHad(release) }))

for (const kind of ['SQLite', 'PostgreSQL'] as const)
  for (const { release, isThere } of toBeHad)
    test.runIf(isThere)(
      `nodes of ${release} and of this program serve one calendar on ${kind} under load: nothing fails, nothing is lost`,
      async () => {
        const old = await buildRelease(release)
        const folder = mkdtempSync(join(tmpdir(), 'kalends-mixed-'))
        onTestFinished(() => rm(folder, { recursive: true, force: true }))
        const { keys } = storedOf(release)
        const path = unpack(release, folder)
        const url = kind === 'SQLite' ? path : await copyWith(old, path)
        const environment = {
          DATA_DIR: folder,
          DATABASE_URL: url,
          SITE_URL: 'http://calendar.example.org',
          LOGIN_FAILURES: '1000',
        }
        const nodes = [new Node(environment), new Node(environment)] as const
        onTestFinished(async () => {
          for (const node of nodes) await node.stop()
        })
        for (const node of nodes) await node.start(old)

        const token = keys.tokens[0] ?? ''
        const ledger: Ledger = { titles: new Map(), failed: [], written: 0, longest_ms: 0 }
        const over = new AbortController()
        let isFollowed = false
        const since = (await read(nodes[0], '/changes', token)).body.next
        const writing = Array.from({ length: writers }, (_, client) =>
          writeUntilOver(nodes, { client, token, ledger, over: over.signal }),
        )
        const following = followUntilOver(nodes, { token, since, over: () => isFollowed })

        await served(ledger)
        // The way there, and the way back.
        for (const program of [here, old]) {
          for (const node of nodes) {
            await node.stop()
            await node.start(program)
            await served(ledger)
          }
        }
        over.abort()
        await Promise.all(writing)
        isFollowed = true
        const { seen, gaps } = await following
        console.log(
          `${kind}, ${release}: ${ledger.written} writes by ${writers} writers, ${ledger.failed.length} failed; the longest took ${Math.round(ledger.longest_ms)} ms`,
        )

        expect(ledger.failed).toEqual([])
        expect(gaps).toEqual([])
        expect(ledger.written).toBeGreaterThanOrEqual(5 * phase.writes)
        expect([...ledger.titles.keys()].filter((id) => !seen.has(id))).toEqual([])
        await assertAlike(nodes, token)
        for (const node of nodes)
          expect(await titlesOf(node, token, [...ledger.titles.keys()])).toEqual(ledger.titles)
      },
    )

/** Resolves once a pair has served for its time. */
async function served(ledger: Ledger): Promise<void> {
  const enough = ledger.written + phase.writes
  await setTimeout(phase.least_ms)
  while (ledger.written < enough && ledger.failed.length === 0) await setTimeout(20)
}

/** The address of a database on a server that is there for the test, with what the file has: the release itself copies it. */
async function copyWith(program: string, path: string): Promise<string> {
  const server = await startPostgres()
  onTestFinished(() => server.remove())
  const url = await createPostgresDatabase(server.address(), 'nothing')
  execFileSync(process.execPath, [join(program, 'bin/kalends.js'), 'copy', '--from', path, '--to', url], {
    env: { PATH: process.env['PATH'], DATA_DIR: join(path, '..') },
    stdio: 'ignore',
  })
  return url
}

// oxlint-disable-next-line typescript/no-explicit-any -- of any release
async function read(node: Node, path: string, token: string): Promise<{ status: number; body: any }> {
  const response = await fetch(`${node.origin}${root}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.status, body: await response.json() }
}

const lists = [
  '/events?start_date=2031-01-01&end_date=2031-12-31&per_page=50',
  '/events?start_date=2031-01-01&end_date=2031-12-31&per_page=50&page=3',
  '/events?start_date=2031-01-01&end_date=2031-12-31&search=music',
  '/events?start_date=2031-01-01&end_date=2031-12-31&tags=word-3&per_page=50',
  '/events?start_date=2031-03-01&end_date=2031-03-02&orderby=title&per_page=50',
  '/events?start_date=2031-01-01&end_date=2031-12-31&status=draft,pending,private,trash',
  '/events/facets?start_date=2031-01-01&end_date=2031-12-31',
  '/venues?per_page=50',
  '/organizers?per_page=50',
  '/categories?per_page=50',
  '/tags?per_page=50',
  '/series',
  '/history?per_page=50',
]

/** Whoever is asked, the answer is the same. */
async function assertAlike(nodes: readonly [Node, Node], token: string): Promise<void> {
  for (const path of lists) {
    const [one, other] = await Promise.all(nodes.map((node) => read(node, path, token)))
    expect(one).toEqual(other)
    expect(one?.status).toBe(200)
  }
}

/** The titles of events, by their ids, as a node has them. */
async function titlesOf(
  node: Node,
  token: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const titles = new Map<number, string>()
  for (let at = 0; at < ids.length; at += 50) {
    const some = ids.slice(at, at + 50)
    const { body } = await read(
      node,
      `/events?include=${some.join(',')}&per_page=50&start_date=2031-01-01&end_date=2031-12-31`,
      token,
    )
    for (const { id, title } of body.events) titles.set(id, title)
  }
  return new Map(ids.map((id) => [id, titles.get(id) ?? 'gone']))
}
