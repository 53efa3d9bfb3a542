// Run by npm once it has installed everything: makes `dist/`, so that the service starts in half the time. Without what
// makes it, as after `npm ci --omit=dev`, there is none, and the service starts from `src/`. Plain JavaScript that Node 20
// understands.
try {
  const { isBundleCurrent } = await import('./bundle.made.ts')
  if (!isBundleCurrent()) await import('./bundle.ts')
} catch (error) {
  console.warn(`Kalends will start from its sources, as dist/ could not be made: ${error.message}`)
}
