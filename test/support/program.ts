import { join } from 'node:path'

/**
 * The program as it is installed: the bundle, which starts in a third of the processor time that the sources take. Whatever is
 * started by tests is this; `bundle.setup.ts` has made it of what is there now.
 */
export const programFile = join(import.meta.dirname, '../../dist/cli.js')
