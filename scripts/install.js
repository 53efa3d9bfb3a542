// Run by npm once it has installed Kalends and what it needs. The Node among that brings the headers by which others build
// addons in C: 67 MB, a quarter of an installation, that nothing here reads. Where scripts are not run, they stay. Plain
// JavaScript that Node 20 understands.
import { readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const require = createRequire(import.meta.url)
for (const name of Object.keys(manifest.optionalDependencies)) {
  try {
    const folder = dirname(require.resolve(`${name}/package.json`))
    rmSync(join(folder, 'include'), { recursive: true, force: true })
  } catch {
    // It is that of another platform, or somebody else's to change: what is there works.
  }
}
