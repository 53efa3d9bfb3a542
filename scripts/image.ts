// Performs the Dockerfile in Debian roots, without Docker, and asks what comes of it: `npm run image`. As root, or under
// `unshare --map-auto --map-root-user`; needs mmdebstrap. Prints how large the image is.
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { type Container, containerOf } from './image.run.ts'
import { type Image, performed } from './image.perform.ts'
import { nonroot } from './image.roots.ts'

const project = join(import.meta.dirname, '..')

/** By which certificates of the system a program of the image would trust others. */
const certified =
  'const { getCACertificates } = require("node:tls"); const { length } = getCACertificates("system"); if (length < 100) process.exit(1); console.log(length, "authorities")'

if (spawnSync('mmdebstrap', ['--version']).error)
  end('mmdebstrap is not installed: apt-get install mmdebstrap.')
if (process.getuid?.() !== 0)
  end('Roots are made by root: run this as root, or by “unshare --map-auto --map-root-user npm run image”.')

const work = mkdtempSync(join(tmpdir(), 'kalends-image-'))
try {
  const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  const image = performed({ context: project, work, buildArgs: { VERSION: version } }, tell)
  if (!['nonroot', String(nonroot)].includes(image.user))
    throw new Error(`The image runs as “${image.user}”.`)
  if (image.labels['org.opencontainers.image.version'] !== version)
    throw new Error('The image does not say its version.')
  const packages = packagesIn(image)
  await ask(await containerOf(image, join(work, 'data')), image)
  const { bytes, compressed } = sizeOf(image.root)
  const other = packages.filter(({ isLocked }) => !isLocked).map(({ name }) => name)
  const locked = other.length === 0 ? 'all as locked' : `not as locked: ${other.join(', ')}`
  console.log(`image: ${mega(bytes)}, ${mega(compressed)} compressed, ${packages.length} packages, ${locked}`)
  if (other.length > 0) process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** Tells how far it is, beside what is printed. */
function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** The packages of the image, and whether each is that of our lockfile. */
function packagesIn({ root }: Image) {
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'))
  const folder = join(root, 'app')
  const places = globSync('node_modules/**/package.json', { cwd: folder })
    .map((path) => path.slice(0, -'/package.json'.length))
    .filter((path) => /node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path))
  return places.map((path) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'))
    return { name: `${name}@${version}`, isLocked: packages[path]?.version === version }
  })
}

/** Asks the image for all that takes more than the program itself: its packages, its libraries, its certificates, its user. */
async function ask({ kalends, program, serve }: Container, { health }: Image): Promise<void> {
  kalends('user', 'add', 'root', '--role', 'administrator', '--email', 'root@example.org')
  const token = kalends('token', 'add', 'root', '--name', 'image', '--scope', 'admin').trim()
  const { origin, stop } = await serve()
  const expected = async (path: string, status: number, init?: RequestInit) => {
    const reply = await fetch(origin + path, init)
    const text = await reply.text()
    if (reply.status !== status)
      throw new Error(`${path} answers ${reply.status}, not ${status}: ${text.slice(0, 300)}`)
    tell(`${path} ${reply.status}, ${text.length} characters`)
    return text
  }
  for (const path of ['/readyz', '/', '/admin/', '/docs/reference', '/docs/reference/scalar.js'])
    await expected(path, 200)
  const authorization = `Bearer ${token}`
  const picture = readFileSync(join(project, 'test/wire/fixtures/picture.png'))
  await expected('/vendor/events/v1/media', 201, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="a.png"',
    },
    body: new Uint8Array(picture),
  })
  const question = await fetch(`${origin.replace('127.0.0.1', 'localhost')}/signin/passkey/question`)
  if (!(await question.text()).includes('challenge')) throw new Error('There is no challenge for a passkey.')
  program(...health)
  const status = await stop()
  if (status !== 0) throw new Error(`SIGTERM ends it with status ${status}.`)
  tell(`https: ${program('node', '-e', certified).trim()}`)
}

function sizeOf(root: string): { bytes: number; compressed: number } {
  const count = (more: string) =>
    Number(
      execFileSync(
        'sh',
        ['-c', `tar -C "$0" -c --exclude=./proc/* --exclude=./dev/* .${more} | wc -c`, root],
        { encoding: 'utf8' },
      ),
    )
  return { bytes: count(''), compressed: count(' | gzip') }
}

function mega(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}

function end(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
