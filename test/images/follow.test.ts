import { expect, test } from 'vitest'
import { createFollow } from '../../src/storage/images/redirects.ts'

const follow = createFollow({
  allowedHosts: [],
  timeout_ms: 60_000,
  idle_ms: 60_000,
  maxRedirects: 1,
  userAgent: 'Test',
  // Nowhere that may be asked.
  lookup: async () => ['10.0.0.1'],
})
const read = async () => 'read'

test('what was ended before it began is given up for the same reason', async () => {
  const signal = AbortSignal.abort(new Error('The service was stopped.'))
  await expect(follow('http://images.test/', read, { signal })).rejects.toThrow('The service was stopped.')
  await expect(follow('http://images.test/', read)).rejects.toThrow(/private address/)
})
