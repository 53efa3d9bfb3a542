import { expect, onTestFinished, test } from 'vitest'
import { pino } from 'pino'
import { temporaryFolder, openedIn } from '../../test/cli/sandbox.ts'
import { createApp } from '../process/app.ts'
import { type Environment, readConfig } from '../config/config.ts'

test.each<[Environment, string, string]>([
  [{ REST_ROOT: '/healthz' }, '/healthz', '/healthz'],
  [{ REST_ROOT: '/Docs' }, '/Docs', '/docs'],
  [{ REST_ROOT: '/event/fair' }, '/event/fair', '/event/:slug'],
  [{ NAMESPACES: 'tribe/events/v1,embed/event/v1' }, '/embed/event/v1', '/embed/event/:slug'],
  [{ NAMESPACES: 'media/events/v1' }, '/media/events/v1', '/media/*'],
])(
  '%j would put the interface at an address of the service itself, which is told',
  async (settings, ...at) => {
    const [path, taken] = at
    await expect(started(settings)).rejects.toThrow(
      `By REST_ROOT and NAMESPACES the interface would be at ${path}, but ${taken} is an address of the service itself. Set them to others.`,
    )
  },
)

test.each([
  [{ REST_ROOT: '/health' }, '/health/vendor/events/v1'],
  [{ REST_ROOT: '/event' }, '/event/vendor/events/v1'],
  [{ NAMESPACES: 'docs/events/v1' }, '/docs/events/v1'],
])('with %j both are there', async (settings, root) => {
  const server = await started(settings)
  for (const path of [`${root}/events`, '/healthz', '/docs'])
    expect(await server.inject(path)).toMatchObject({ statusCode: 200 })
})

async function started(settings: Environment) {
  const folder = temporaryFolder()
  const config = readConfig({ DATA_DIR: folder, ...settings })
  const log = pino({ level: 'silent' })
  const now = () => Temporal.Now.instant()
  const app = await createApp({ config, db: await openedIn(folder), log, now })
  onTestFinished(() => app.close())
  return app.server
}
