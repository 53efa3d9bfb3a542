import { ImportFault } from '../imports.record.ts'
import type { FileContents } from '../imports.text.ts'
import type { Web } from '../imports.web.ts'
import { createSiteClient, type SiteAnswer } from '../site/site.client.ts'
import { asWire, wiresIn } from '../site/site.wire.ts'
import type { AgendaAddress } from './openagenda.address.ts'
import { plain } from './openagenda.texts.ts'

/** How many events are asked for at once, which is the most that OpenAgenda gives. */
const pageSize = 300

/** How many pages are read, and how many characters all of them have, at the most. */
const [mostPages, longest] = [400, 128 * 1024 ** 2]

/** All events of an agenda, with its schema, as one document. Throws an {@link ImportFault} where not all of them can be had. */
export async function fetchAgenda(
  { name, events, agenda, filters, key }: AgendaAddress,
  {
    web,
    now,
    signal,
  }: { readonly web: Web; readonly now: () => Temporal.Instant; readonly signal?: AbortSignal | undefined },
): Promise<FileContents> {
  const client = createSiteClient({ web, root: name, now, signal })
  const headers = key === undefined ? {} : { key }
  const ask = async (address: string) => answered(await client.get(address, { headers }), name)
  const pages: unknown[] = []
  const asked = new URLSearchParams(filters)
  for (const [parameter, value] of Object.entries(wanted)) asked.set(parameter, value)
  let [size, found] = [0, 0]
  let after: readonly string[] = []
  do {
    const query = new URLSearchParams(asked)
    for (const one of after) query.append('after[]', one)
    const { after: next, total, events: some } = asWire(await ask(`${events}?${query.toString()}`)) ?? {}
    if (!Array.isArray(some))
      throw new ImportFault(`There is no agenda at ${name}: its answer has no events.`)
    // What OpenAgenda makes of links in the texts takes more room than all else.
    const told = wiresIn(some).map(({ links: _links, ...event }) => event)
    found += told.length
    size += JSON.stringify(told).length
    pages.push({ total, events: told })
    if (pages.length > mostPages || size > longest)
      throw new ImportFault(
        `The agenda is larger than what is read at once: filters in its address, such as relative[]=upcoming, narrow it.`,
      )
    after = told.length === 0 || !Array.isArray(next) ? [] : next.map(plain)
    if (after.length === 0 && typeof total === 'number' && found < total)
      throw new ImportFault(`The agenda says that it has ${total} events, and shows ${found} of them.`)
  } while (after.length > 0)
  const about = agenda === undefined ? {} : asWire(await ask(`${agenda}?detailed=1`))
  const document = { openagenda: name, agenda: { schema: about?.['schema'] }, pages }
  return { bytes: Buffer.from(JSON.stringify(document)) }
}

/** All that is public of each event, with what its choices are called, and its texts as HTML. */
const wanted = {
  detailed: '1',
  includeLabels: '1',
  longDescriptionFormat: 'HTML',
  size: String(pageSize),
} as const

function answered({ status, body }: SiteAnswer, name: string): unknown {
  if (status === 401 || status === 403)
    throw new ImportFault(
      `OpenAgenda refuses to show ${name} (status ${status}): its address needs a key of yours, as ?key=….`,
    )
  if (status === 404) throw new ImportFault(`There is no agenda at ${name}.`)
  if (status !== 200) throw new ImportFault(`${name} was answered with status ${status}, not 200.`)
  return body
}
