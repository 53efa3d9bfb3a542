import { eventsListed, goingOnIn, readEvent } from './mcp.events.tools.ts'
import { toldEvents } from './mcp.events.view.ts'
import { type Assistance, BadInput, type Told } from './mcp.tool.ts'
import { readWhen, searchedIn } from './mcp.when.ts'

/** How many events a day or a month tells. */
const most = 50

const mimeType = 'text/plain'

/** Addresses of what can be read without a tool. */
export const templates = [
  {
    uriTemplate: 'kalends://events/{id}',
    name: 'event',
    mimeType,
    title: 'An event',
    description: 'All about one event, by its ID.',
  },
  {
    uriTemplate: 'kalends://days/{date}',
    name: 'day',
    mimeType,
    title: 'A day',
    description: 'The events of a day, such as 2031-05-01.',
  },
  {
    uriTemplate: 'kalends://months/{month}',
    name: 'month',
    mimeType,
    title: 'A month',
    description: 'The events of a month, such as 2031-05.',
  },
] as const

/** The addresses of today and of this month. */
export function listed({ now, siteZone }: Pick<Assistance, 'now' | 'siteZone'>) {
  const today = now.toZonedDateTimeISO(siteZone.id).toPlainDate().toString()
  return [
    { uri: `kalends://days/${today}`, name: 'today', title: 'Today', mimeType },
    { uri: `kalends://months/${today.slice(0, 7)}`, name: 'this_month', title: 'This month', mimeType },
  ]
}

/** What is at an address; throws a refusal where nothing is. */
export async function readResource(uri: string, assistance: Assistance): Promise<Told> {
  const [, kind, name = ''] = /^kalends:\/\/(events|days|months)\/([\w-]{1,20})$/.exec(uri) ?? []
  if (kind === 'events' && /^\d+$/.test(name)) return readEvent(assistance, name)
  const isDate = kind === 'days' ? /^\d{4}-\d\d-\d\d$/.test(name) : /^\d{4}-\d\d$/.test(name)
  if (kind === undefined || kind === 'events' || !isDate)
    throw new BadInput(
      `“${uri.slice(0, 100)}” is no address here: they are like ${templates.map(({ uriTemplate }) => uriTemplate).join(', ')}.`,
    )
  const stretch = readWhen(name, assistance, kind)
  const asked = { ...goingOnIn(stretch), per_page: most }
  const { events, total, pages, series } = await eventsListed(assistance, asked)
  const searched = searchedIn(stretch, assistance.siteZone)
  return toldEvents(events, { total, page: 1, pages, searched, series })
}
