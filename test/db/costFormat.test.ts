import { expect, test } from 'vitest'
import { contextOf } from '../../src/process/app.context.ts'
import { readConfig } from '../../src/config/config.ts'
import { createTestCalendar } from '../support/calendar.ts'

test('the form of costs is one object until its settings change, as what they look like is remembered by it', async () => {
  const now = Temporal.Instant.from('2031-02-15T12:00:00Z')
  const calendar = await createTestCalendar({ events: 1, now })
  try {
    let currencySymbol = '€'
    const config = {
      ...readConfig({ DATA_DIR: '/nowhere' }),
      get currencySymbol() {
        return currencySymbol
      },
    }
    const context = await contextOf({ config, db: calendar.db, now: () => now })
    const before = context.costFormat
    expect(context.costFormat).toBe(before)
    currencySymbol = '£'
    expect(context.costFormat).toMatchObject({ symbol: '£' })
    expect(before).toMatchObject({ symbol: '€' })
    expect(context.costFormat).toBe(context.costFormat)
  } finally {
    await calendar.close()
  }
})
