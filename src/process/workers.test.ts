import cluster from 'node:cluster'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { assertFree, listenBeside, type Listening, startWorkers } from './workers.ts'

test('a worker that cannot be started ends nothing, and is tried again', async () => {
  const { log, folder } = await workersIn()
  const told = vi.spyOn(log, 'error')
  const workers = await startWorkers(1, log)
  expect(workers?.address).toBe(address)
  const [first] = running()
  // In a folder that does not exist the system starts no process.
  cluster.setupPrimary({ cwd: join(folder, 'gone') })
  first?.process.kill('SIGKILL')
  const failed = [
    expect.objectContaining({ err: expect.any(Error) }),
    expect.stringContaining('not be started'),
  ]
  await vi.waitFor(() => expect(told.mock.calls).toContainEqual(failed), { timeout: 60_000 })
  cluster.setupPrimary({ cwd: folder })
  await vi.waitFor(() => expect(running().map((worker) => worker?.id)).toEqual([expect.any(Number)]), {
    timeout: 60_000,
  })
  expect(running()[0]?.id).not.toBe(first?.id)
  await workers?.stop(5_000)
  expect(running()).toEqual([])
})

test('a worker that cannot be started at the beginning does not keep the others waiting, and is tried again', async () => {
  const { log, folder } = await workersIn()
  cluster.once('message', () => cluster.setupPrimary({ cwd: join(folder, 'gone') }))
  const workers = await startWorkers(2, log)
  expect(workers?.address).toBe(address)
  cluster.setupPrimary({ cwd: folder })
  await vi.waitFor(() => expect(running()).toHaveLength(2), { timeout: 60_000 })
  await workers?.stop(5_000)
  expect(running()).toEqual([])
})

describe('a worker', () => {
  const asked = { host: '127.0.0.1', port: 0 }
  const refusing = (code: string) => (how: Listening) =>
    how.reusePort ? Promise.reject(Object.assign(new Error(code), { code })) : Promise.resolve(how)

  test('has a socket of its own, on the port that the first one has', async () => {
    vi.stubEnv('KALENDS_WORKER_PORT', '18600')
    const how = await listenBeside(asked, async (how) => how, true)
    expect(how).toEqual({ host: '127.0.0.1', port: 18_600, reusePort: true })
    expect(await listenBeside(asked, async (how) => how, false)).toEqual(asked)
    vi.unstubAllEnvs()
  })

  test('shares one where the system has no such sockets, and is told what else is wrong', async () => {
    expect(await listenBeside(asked, refusing('ENOTSUP'), true)).toEqual(asked)
    await expect(listenBeside(asked, refusing('EADDRINUSE'), true)).rejects.toThrow('EADDRINUSE')
  })
})

test('an address is not free where the workers of another service have it', async () => {
  const other = createServer().listen({ host: '127.0.0.1', port: 0, reusePort: true })
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(assertFree({ host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE')
  await expect(assertFree({ host: '127.0.0.1', port: 0 })).resolves.toBeUndefined()
})

/** Where workers say that they listen. */
const address = 'http://127.0.0.1:18600'

/** A program for workers in a temporary folder, and a log that nobody reads. */
async function workersIn() {
  const folder = await mkdtemp(join(tmpdir(), 'kalends-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const exec = join(folder, 'worker.mjs')
  await writeFile(exec, `process.send({ address: '${address}' }); setInterval(() => {}, 1000)`)
  cluster.setupPrimary({ exec, execArgv: [], cwd: folder })
  return { folder, log: pino({ level: 'silent' }) }
}

function running() {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker?.process.pid)
}
