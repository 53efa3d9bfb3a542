import type { CDPSession, Page } from 'playwright-core'

/**
 * A piece of work that never changes, of what pages spend their time with: texts are read, elements made from them, laid out and
 * thrown away.
 */
const work = `for (let round = 0; round < 20; round += 1) {
  const rows = Array.from({ length: 200 }, (_, at) => ({ id: at, title: 'Row ' + at, words: ['a', 'b', at] }))
  const table = document.createElement('table')
  for (const { id, title, words } of JSON.parse(JSON.stringify(rows))) {
    const row = table.appendChild(document.createElement('tr'))
    for (const word of [id, title, ...words]) row.appendChild(document.createElement('td')).textContent = word
  }
  document.body.append(table)
  table.offsetHeight
  table.remove()
}`

/** What a page has cost, and the piece of work after it: seconds of the processor in its main thread. */
export interface Effort {
  readonly page: number
  readonly work: number
}

/**
 * Opens a screen, waits until it can be used, and tells what that has cost. Both figures are seconds of the processor, not of the
 * clock: who else has used it meanwhile, and how fast the service answers, is not in them. How fast the processor is, is in both alike.
 */
export async function effortOf(page: Page, open: () => Promise<void>): Promise<Effort> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await open()
  const cost = await usedBy(session)
  await page.goto('about:blank')
  const before = await usedBy(session)
  await page.evaluate(work)
  return { page: cost, work: (await usedBy(session)) - before }
}

async function usedBy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const used = metrics.find(({ name }) => name === 'TaskDuration')
  if (!used) throw new Error('The browser does not tell what its tasks cost.')
  return used.value
}
