import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { stepsIn } from '../../scripts/image.steps.ts'
import { type Environment, readConfig, unknownNames } from '../../src/config/config.ts'
import { settings } from '../../src/config/config.settings.ts'
import { commands } from '../../src/process/cli/run.ts'
import { temporaryFolder } from '../cli/sandbox.ts'
import { createTestApp } from '../support/app.ts'
import { filesIn, textOf } from './files.ts'

const isSetting = (name: string) => name in settings || name.replace(/_FILE$/, '') in settings

/** Names of the environment in these files that are others' business. */
const ofOthers = /^(?:NODE_ENV|POSTGRES_|CADDY_|COMPOSE_)/

const units = ['deploy/kalends.service', 'deploy/kalends-backup.service']

/** What the units set of the environment. */
const setIn = (text: string) => [...text.matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name)

test('every file of deploy/ is held here', () => {
  expect(filesIn('deploy').toSorted()).toEqual([
    'deploy/Caddyfile',
    'deploy/alerts.yaml',
    'deploy/grafana.json',
    'deploy/kalends-backup.service',
    'deploy/kalends-backup.timer',
    'deploy/kalends.service',
    'deploy/kubernetes.yaml',
  ])
})

describe.each([...filesIn('deploy'), 'compose.yaml', 'Dockerfile'])('%s', (path) => {
  test('names settings that there are, also in comments', () => {
    const named = [...textOf(path).matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([name]) => name)
    const others = new Set(['AF_INET', 'AF_INET6', 'AF_UNIX', 'NODE_ENV'])
    expect(named.filter((name) => !isSetting(name) && !ofOthers.test(name) && !others.has(name))).toEqual([])
  })
})

test.each(units)('%s sets what there is, and runs a command that there is', (path) => {
  const text = textOf(path)
  expect(setIn(text).filter((name) => !isSetting(name) && !ofOthers.test(name))).toEqual([])
  const [, name = ''] = /^ExecStart=.*bin\/kalends\.js (\S+)/m.exec(text) ?? []
  expect(commands.map((each) => each.name)).toContain(name)
})

const analyzer = spawnSync('systemd-analyze', ['--version'])

test.skipIf(analyzer.error !== undefined).each(units)('systemd finds %s exposed by 2.0 at most', (path) => {
  const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', path], {
    encoding: 'utf8',
  })
  const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? []
  expect(Number(exposure)).toBeLessThanOrEqual(2)
})

test('the settings of the containers are acceptable, together too', () => {
  const kubernetes = documentsIn('deploy/kubernetes.yaml')
  const data = kubernetes.find(({ kind }) => kind === 'ConfigMap')?.data ?? {}
  expect(Object.keys(data).filter((name) => !isSetting(name))).toEqual([])
  expect(unknownNames(temporaryFolder(), data)).toEqual([])
  const { DATABASE_URL_FILE: _, ...rest } = data
  const stringData = kubernetes.find(({ kind }) => kind === 'Secret')?.stringData ?? {}
  const config = readConfig({ ...rest, DATABASE_URL: stringData['database-url'] ?? '' })
  expect(config.databaseUrl).toMatch(/^postgres:/)
  const compose = parse(textOf('compose.yaml')) as {
    services: { kalends: { environment: Record<string, string | number> } }
  }
  const { environment } = compose.services.kalends
  expect(Object.keys(environment).filter((name) => !(name in settings))).toEqual([])
  const image = stepsIn(textOf('Dockerfile'))
    .filter(({ word }) => word === 'ENV')
    .flatMap(({ words }) => words.map((word) => word.split('=', 1)[0] ?? ''))
  expect(image.filter((name) => !isSetting(name))).toEqual(['NODE_ENV'])
})

test('a cluster never has fewer nodes than it is to have, keeps secrets in files and roots unwritten, and asks addresses that there are', async () => {
  const documents = documentsIn('deploy/kubernetes.yaml')
  expect(documents.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['Deployment', 'Service', 'PodDisruptionBudget', 'Secret']),
  )
  const spec = documents.find(({ kind }) => kind === 'Deployment')?.spec as Deployment
  expect([spec.replicas, spec.strategy.rollingUpdate.maxUnavailable]).toEqual([2, 0])
  const [container] = spec.template.spec.containers
  expect(container?.securityContext).toMatchObject({
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
  })
  await using app = await createTestAppHere()
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const) {
    const path = container?.[probe].httpGet.path ?? ''
    expect([probe, (await app.inject(path)).statusCode]).toEqual([probe, 200])
  }
})

test('alarms and dashboards ask for figures that there are, with labels that they have', async () => {
  await using app = await createTestAppHere()
  await app.inject('/vendor/events/v1/events')
  const text = (await app.inject('/metrics')).body
  const known = new Set([...text.matchAll(/^(?:# TYPE )?([a-z_]\w*)/gm)].map(([, name = '']) => name))
  const alerts = parse(textOf('deploy/alerts.yaml')) as { groups: { rules: { expr: string }[] }[] }
  const dashboard = JSON.parse(textOf('deploy/grafana.json')) as { panels: { targets: { expr: string }[] }[] }
  const asked = [
    ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ]
  expect(asked.length).toBeGreaterThan(15)
  const named = asked.flatMap((expr) => expr.match(/\b(?:kalends|nodejs|process)_\w+/g) ?? [])
  expect(
    named.filter((name) => !known.has(name) && !known.has(name.replace(/_(?:bucket|sum|count)$/, ''))),
  ).toEqual([])
})

interface Document {
  readonly kind: string
  readonly data?: Environment
  readonly stringData?: Environment
  readonly spec?: unknown
}
interface Deployment {
  readonly replicas: number
  readonly strategy: { readonly rollingUpdate: { readonly maxUnavailable: number } }
  readonly template: { readonly spec: { readonly containers: readonly Container[] } }
}
interface Probe {
  readonly httpGet: { readonly path: string }
}
interface Container {
  readonly securityContext: object
  readonly startupProbe: Probe
  readonly readinessProbe: Probe
  readonly livenessProbe: Probe
}

function documentsIn(path: string) {
  return parseAllDocuments(textOf(path)).map((document) => document.toJS() as Document)
}

async function createTestAppHere() {
  const { app, close } = await createTestApp()
  return {
    inject: (url: string) =>
      app.server.inject({ url, remoteAddress: '127.0.0.1', headers: { host: '127.0.0.1' } }),
    [Symbol.asyncDispose]: close,
  }
}
