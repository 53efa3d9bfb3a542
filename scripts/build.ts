// Makes `dist/`, which the package carries: `src/` as JavaScript and type declarations, and its other files as they are.
// Run by `npm run build`, so that `tsc` is on the PATH.
import { execSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'

rmSync('dist', { recursive: true, force: true })
execSync('tsc --project tsconfig.build.json', { stdio: 'inherit' })
cpSync('src', 'dist', { recursive: true, filter: (path) => !path.endsWith('.ts') })
