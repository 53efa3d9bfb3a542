import { isBundleCurrent } from '../../scripts/bundle.made.ts'

/** Makes the program that tests start, unless it is that of the present sources. */
export async function setup(): Promise<void> {
  if (!isBundleCurrent()) await import('../../scripts/bundle.ts')
}
