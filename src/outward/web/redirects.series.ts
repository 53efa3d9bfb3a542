import { findRedirect, type Redirected } from '../../records/redirects/redirects.query.ts'
import { datesOfChain } from '../../records/series/series.chain.ts'
import { seriesOfGone, seriesOfTrashed } from '../../records/series/series.query.ts'
import { allDatesUrl } from '../../records/series/series.view.ts'
import { percentDecoded } from '../../pure/text/percent.ts'
import type { Visit } from './visit.ts'

/** The page with all dates of the series whose public date had the address, and has gone; `found`: where the address led. */
export async function seriesNow(
  visit: Visit,
  url: string,
  found: Redirected | undefined,
): Promise<string | undefined> {
  const { context, caller, site } = visit
  const id = await seriesOf(visit, url, found)
  const dates = id === undefined ? [] : await datesOfChain(context.db.read, id, caller)
  const address = allDatesUrl(
    site,
    dates.find(({ status }) => status === 'publish'),
  )
  // What this reader sees no date of is not told of.
  return address.endsWith('/all/') ? address : undefined
}

/** Whether a public date of a series had the address that has gone, as all of its series have: it will hardly come back. */
export async function isGone(visit: Visit, url: string): Promise<boolean> {
  return (await seriesOf(visit, url, await findRedirect(visit.context.db.read, url))) !== undefined
}

async function seriesOf(
  { context }: Visit,
  url: string,
  found: Redirected | undefined,
): Promise<number | undefined> {
  const [, slug] = /^\/event\/([^/?]+)(?:\/all)?\/?(?:\?|$)/.exec(url) ?? []
  if (slug === undefined) return undefined
  const { read } = context.db
  const left = found?.kind === 'event' ? await seriesOfGone(read, found.id) : undefined
  return left ?? seriesOfTrashed(read, percentDecoded(slug))
}
