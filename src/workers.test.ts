import cluster from 'node:cluster'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startWorkers } from './workers.ts'

test('a worker that cannot be started ends nothing, and is tried again', async () => {
  const { log, folder } = await workersIn()
  const told = vi.spyOn(log, 'error')
  const workers = await startWorkers(1, log)
  expect(workers?.address).toBe('here')
  const [first] = running()
  // In a folder that does not exist the system starts no process.
  cluster.setupPrimary({ cwd: join(folder, 'gone') })
  first?.process.kill('SIGKILL')
  const failed = [
    expect.objectContaining({ err: expect.any(Error) }),
    expect.stringContaining('not be started'),
  ]
  await vi.waitFor(() => expect(told.mock.calls).toContainEqual(failed), { timeout: 20_000 })
  cluster.setupPrimary({ cwd: folder })
  await vi.waitFor(() => expect(running().map((worker) => worker?.id)).toEqual([expect.any(Number)]), {
    timeout: 20_000,
  })
  expect(running()[0]?.id).not.toBe(first?.id)
  await workers?.stop(5_000)
  expect(running()).toEqual([])
})

test('a worker that cannot be started at the beginning does not keep the others waiting, and is tried again', async () => {
  const { log, folder } = await workersIn()
  cluster.once('message', () => cluster.setupPrimary({ cwd: join(folder, 'gone') }))
  const workers = await startWorkers(2, log)
  expect(workers?.address).toBe('here')
  cluster.setupPrimary({ cwd: folder })
  await vi.waitFor(() => expect(running()).toHaveLength(2), { timeout: 20_000 })
  await workers?.stop(5_000)
  expect(running()).toEqual([])
})

/** A program for workers in a temporary folder, and a log that nobody reads. */
async function workersIn() {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const exec = join(folder, 'worker.mjs')
  await writeFile(exec, "process.send({ address: 'here' }); setInterval(() => {}, 1000)")
  cluster.setupPrimary({ exec, execArgv: [], cwd: folder })
  return { folder, log: pino({ level: 'silent' }) }
}

function running() {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker?.process.pid)
}
