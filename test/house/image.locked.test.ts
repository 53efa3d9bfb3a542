import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const isPossible = process.getuid?.() === 0 && !spawnSync('mmdebstrap', ['--version']).error

test.skipIf(!isPossible)(
  'the image that the Dockerfile makes answers as its own user on a root that is not written to, with each package as locked, and has at most 250 MB (as root, with mmdebstrap)',
  async () => {
    const child = spawn(process.execPath, ['scripts/image.ts'], { stdio: ['ignore', 'pipe', 'ignore'] })
    const [printed, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    const [, size] = /^image: (\d+) MB, \d+ MB compressed, \d+ packages, all as locked$/m.exec(printed) ?? []
    expect([status, Number(size) <= 250]).toEqual([0, true])
  },
)
