import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../cli/sandbox.ts'
import { runServe } from './program.ts'

/** Where the program is. It comes with no package of npm. */
const litestream = process.env['LITESTREAM']

/** What may be lost: what was acknowledged since it last copied. */
const interval_ms = 1000

test.skipIf(litestream === undefined)(
  'a copy by Litestream has all that was acknowledged but the last second before a kill -9 (where LITESTREAM names the program)',
  async () => {
    const folder = temporaryFolder()
    const [data, copy] = [join(folder, 'data'), join(folder, 'copy')]
    mkdirSync(data, { mode: 0o700 })
    const settings = { DATA_DIR: data, DATABASE_URL: '' }
    const env = { ...process.env, ...settings }
    const kalends = (...words: string[]) =>
      execFileSync(process.execPath, ['bin/kalends.js', ...words], { env, encoding: 'utf8' })
    kalends('user', 'add', 'root', '--role', 'administrator', '--email', 'root@example.org')
    const token = kalends('token', 'add', 'root', '--name', 'test').trim()
    const config = join(folder, 'litestream.yml')
    const database = join(data, 'kalends.db')
    writeFileSync(
      config,
      `dbs:\n  - path: ${database}\n    replica:\n      path: ${copy}\n      sync-interval: ${interval_ms / 1000}s\n`,
    )
    const service = runServe(settings)
    const origin = await service.origin
    const copier = spawn(litestream ?? '', ['replicate', '-config', config], { stdio: 'ignore' })
    const acknowledged: { id: number; at: number }[] = []
    for (const end = Date.now() + 10 * interval_ms; Date.now() < end; await pause(20)) {
      const reply = await fetch(`${origin}/vendor/events/v1/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title: 'One', start_date: '2031-05-01', end_date: '2031-05-02' }),
      })
      expect(reply.status).toBe(201)
      acknowledged.push({ id: ((await reply.json()) as { id: number }).id, at: Date.now() })
    }
    const killed = Date.now()
    service.signal('SIGKILL')
    copier.kill('SIGKILL')
    await Promise.all([service.ended, once(copier, 'exit')])
    const restored = join(folder, 'restored.db')
    execFileSync(litestream ?? '', ['restore', '-config', config, '-o', restored, database])
    using db = new DatabaseSync(restored, { readOnly: true })
    const ids = new Set(
      db
        .prepare('select id from events')
        .all()
        .map(({ id }) => Number(id)),
    )
    const kept = acknowledged.filter(({ at }) => at < killed - 2 * interval_ms)
    expect(kept.length).toBeGreaterThan(10)
    expect(kept.filter(({ id }) => !ids.has(id))).toEqual([])
    expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  },
)
