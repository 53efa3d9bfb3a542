import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { createCity } from './city.ts'
import { createReader } from './reader.ts'

/** The city and a browser, for the tests of a file. */
export async function openCity() {
  const app = await createCity()
  const reader = await createReader(app)
  afterAll(async () => {
    await reader.close()
    await app.close()
  })

  /** Reads a page, and closes the browser window afterwards. Whatever a page reports as an error fails the test. */
  async function reading(
    path: string,
    read: (page: Page) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<void> {
    const context = await reader.open({ locale: 'en-GB', ...options })
    const errors: string[] = []
    try {
      const page = await context.newPage()
      page.on('pageerror', ({ message }) => errors.push(message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('status of 40'))
          errors.push(message.text())
      })
      await page.goto(path)
      await read(page)
    } finally {
      await context.close()
    }
    expect(errors).toEqual([])
  }
  return { app, reader, reading }
}

/** The titles of the events that a page lists, in their order. */
export const titles = (page: Page) => page.locator('.running a, .rows h3').allTextContents()
