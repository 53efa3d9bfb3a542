import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** By which of its rules axe looks: of a page that only changes its colours, the rest would be found again, which takes longest. */
interface Rules {
  readonly only?: readonly string[]
  readonly without?: readonly string[]
}

/** What axe finds against WCAG 2.2 AA and its own best practices, a line each; shadow trees are looked into as well. */
export async function faultsOf(page: Page, { only, without = [] }: Rules = {}): Promise<string[]> {
  // Menus are read open too.
  await page.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe)
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
  const options = JSON.stringify({ runOnly: only, rules, resultTypes: ['violations'] })
  return page.evaluate<string[]>(`
    axe.run(document, ${options}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + ': ' + target + ' ' + failureSummary)))`)
}
