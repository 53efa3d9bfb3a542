import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { nonroot, rootOf } from './image.roots.ts'
import { commandIn, filledIn, pairsIn, type Step, stepsIn } from './image.steps.ts'

/** What a Dockerfile makes: the files of its last stage, and how they are run. */
export interface Image {
  readonly root: string
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly user: string
  readonly volumes: readonly string[]
  readonly labels: Readonly<Record<string, string>>
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
  readonly health: readonly string[]
}

/** A stage as far as it has come. What `ARG` says is known to its steps alone, the environment to whoever runs it too. */
interface Stage extends Image {
  readonly values: Readonly<Record<string, string>>
}

/** What a build is of: the folder of the project, one for the stages, and what `--build-arg` would say. */
interface Build {
  readonly context: string
  readonly work: string
  readonly buildArgs: Readonly<Record<string, string>>
}

const paths = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Performs the Dockerfile of the folder, step by step, and tells of each. */
export function performed(build: Build, tell: (line: string) => void): Image {
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const step of stepsIn(readFileSync(join(build.context, 'Dockerfile'), 'utf8'))) {
    const began = performance.now()
    if (step.word === 'FROM') {
      stage = begun(step, stages, join(build.work, `stage${stages.size}`))
      stages.set(step.words[2] ?? `stage${stages.size}`, stage)
    } else {
      if (stage === undefined) throw new Error(`The Dockerfile has ${step.word} before FROM.`)
      const next = after(step, stage, { ...build, stages })
      for (const [name, each] of stages) if (each === stage) stages.set(name, next)
      stage = next
    }
    tell(`${step.word} ${step.rest.slice(0, 80)} (${Math.round(performance.now() - began)} ms)`)
  }
  if (stage === undefined) throw new Error('The Dockerfile has no FROM.')
  return stage
}

function begun({ words: [base = ''] }: Step, stages: ReadonlyMap<string, Stage>, root: string): Stage {
  const before = stages.get(base)
  rmSync(root, { recursive: true, force: true })
  execFileSync('cp', ['-a', '--reflink=auto', before?.root ?? rootOf(base), root])
  const environment = { PATH: paths, SSL_CERT_FILE: '/etc/ssl/certs/ca-certificates.crt' }
  const bare = { folder: '/', environment, values: {}, user: '', volumes: [], labels: {} }
  return { ...bare, entrypoint: [], command: [], health: [], ...before, root }
}

type Known = Build & { readonly stages: ReadonlyMap<string, Stage> }

function after(step: Step, stage: Stage, known: Known): Stage {
  const values = { ...stage.values, ...stage.environment }
  switch (step.word) {
    case 'ARG': {
      const given = Object.entries(pairsIn(step, values)).map(([name, value]) => [
        name,
        known.buildArgs[name] ?? value,
      ])
      return { ...stage, values: { ...stage.values, ...Object.fromEntries(given) } }
    }
    case 'ENV':
      return { ...stage, environment: { ...stage.environment, ...pairsIn(step, values) } }
    case 'LABEL':
      return { ...stage, labels: { ...stage.labels, ...pairsIn(step, values) } }
    case 'WORKDIR': {
      const folder = resolve(stage.folder, filledIn(step.rest, values))
      mkdirSync(join(stage.root, folder), { recursive: true })
      return { ...stage, folder }
    }
    case 'COPY':
      copy(step, stage, known)
      return stage
    case 'RUN':
      run(step.rest, stage)
      return stage
    case 'USER':
      return { ...stage, user: step.rest }
    case 'VOLUME':
      return { ...stage, volumes: [...stage.volumes, step.rest] }
    case 'HEALTHCHECK':
      return { ...stage, health: commandIn({ ...step, rest: step.rest.replace(/^CMD\s+/, '') }) }
    case 'ENTRYPOINT':
      return { ...stage, entrypoint: commandIn(step) }
    case 'CMD':
      return { ...stage, command: commandIn(step) }
    default:
      // What a port is called outside is said by whoever runs it.
      return stage
  }
}

/** Copies as Docker does: of a folder what is in it; of the project only what `.dockerignore` leaves. */
function copy({ words, options }: Step, stage: Stage, { context, stages }: Known): void {
  const [to = '', ...sources] = words.toReversed()
  const place = join(stage.root, resolve(stage.folder, to))
  const isFolder = to.endsWith('/') || to === '.' || sources.length > 1
  const from = options['from'] === undefined ? undefined : stages.get(options['from'])
  if (options['from'] !== undefined && from === undefined)
    throw new Error(`There is no stage ${options['from']}.`)
  for (const source of sources) {
    const path = from === undefined ? join(context, source) : join(from.root, source)
    mkdirSync(isFolder ? place : dirname(place), { recursive: true })
    if (from === undefined && source === '.') copyProject(context, place)
    else {
      const isWhole = statSync(path).isDirectory()
      if (isWhole) mkdirSync(place, { recursive: true })
      execFileSync('cp', isWhole ? ['-a', `${path}/.`, place] : ['-a', path, isFolder ? `${place}/` : place])
    }
  }
  if (options['chown'] !== undefined) execFileSync('chown', ['-R', `${nonroot}:${nonroot}`, place])
}

/** What `.dockerignore` leaves of the project: it names what comes along, and patterns of what of that does not. */
function copyProject(context: string, place: string): void {
  const lines = readFileSync(join(context, '.dockerignore'), 'utf8').split('\n')
  const kept = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  const patterns = lines.filter((line) => /^[^!#*]/.test(line))
  const left = new Set(
    patterns.flatMap((pattern) => globSync(pattern, { cwd: context })).map((name) => join(context, name)),
  )
  for (const name of kept)
    cpSync(join(context, name), join(place, name), {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => !left.has(path),
    })
}

/** What a build on this machine needs to fetch from its registry: not part of the image. */
function outside(): Record<string, string> {
  const passed = Object.entries(process.env).filter(([name]) =>
    /^(?:npm_config_registry|https?_proxy|no_proxy)$/i.test(name),
  )
  return Object.fromEntries(passed.map(([name, value]) => [name, value ?? '']))
}

/** Runs a line in a stage by the shell there, with processes and devices as any program finds them. */
function run(line: string, { root, folder, environment, values }: Stage): void {
  const certificates = process.env['NODE_EXTRA_CA_CERTS']
  const trusted = '/run/outside.crt'
  const known = { ...values, ...environment, HOME: '/root', ...outside() }
  if (certificates !== undefined) writeFileSync(join(root, trusted), readFileSync(certificates))
  const pairs = Object.entries(
    certificates === undefined ? known : { ...known, NODE_EXTRA_CA_CERTS: trusted },
  )
  const mounts =
    'mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && cp /etc/resolv.conf "$1/etc/resolv.conf" && cp /etc/hosts "$1/etc/hosts"'
  const words = ['env', '-i', ...pairs.map(([name, value]) => `${name}=${value}`)]
  const inside = [...words, 'unshare', '--root', root, '--wd', folder, '/bin/sh', '-c', line]
  const script = `${mounts} && shift && exec "$@"`
  try {
    execFileSync('unshare', ['--mount', 'sh', '-c', script, 'sh', root, ...inside], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
  } finally {
    rmSync(join(root, trusted), { force: true })
  }
}
