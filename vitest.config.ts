import { defineConfig } from 'vitest/config'
import { tally } from './test/support/tally.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // An awkward zone: a half-hour offset with daylight saving, so that code leaning on the host's zone fails.
    env: { TZ: 'Australia/Lord_Howe' },
    // Properties take their time, and machines differ: a test that hangs is what this is to catch.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ['default', tally],
  },
})
