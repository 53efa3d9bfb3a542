// Makes all that the package carries: `dist/` with the declarations of its types. Run by `npm run build`, so that `tsc` is
// on the PATH.
import { execSync } from 'node:child_process'
import { isBundleCurrent } from './bundle.made.ts'
import { copyTypes } from './bundle.package.ts'

if (!isBundleCurrent()) await import('./bundle.ts')
execSync('tsc --project tsconfig.build.json', { stdio: 'inherit' })
copyTypes()
