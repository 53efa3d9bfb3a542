// Makes `dist/`, which the package carries: `src/` as JavaScript and type declarations, and its other files as they are.
// Run by `npm run build`, so that `tsc` is on the PATH.
import { execSync } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { bundleWidget } from '../src/web/widget.script.ts'

rmSync('dist', { recursive: true, force: true })
execSync('tsc --project tsconfig.build.json', { stdio: 'inherit' })
cpSync('src', 'dist', { recursive: true, filter: (path) => !/\.ts$|src.widget/.test(path) })
writeFileSync('dist/web/widget.js', bundleWidget())
