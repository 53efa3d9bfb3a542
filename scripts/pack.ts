// Packs the package of npm, of what `npm run build` has made, into the working folder: `npm run pack`.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { makePackageOfNpm, packageFolder } from './bundle.package.ts'

const folder = mkdtempSync(join(tmpdir(), 'kalends-pack-'))
try {
  cpSync(packageFolder, folder, { recursive: true })
  makePackageOfNpm(folder)
  execFileSync('npm', ['pack', folder, '--pack-destination', process.argv[2] ?? process.cwd()], {
    stdio: 'inherit',
  })
} finally {
  rmSync(folder, { recursive: true })
}
