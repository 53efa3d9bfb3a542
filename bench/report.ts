import type { Measured } from './lists.ts'
import type { Line } from './chart.ts'
import type { Outcome } from './outcome.ts'

/** Where and of what figures were taken. */
export interface Taken {
  readonly commit: string
  readonly machine: string
  readonly at: string
}

/** A measurement, and the commit it was taken of: what a run leaves out stays as it was. */
interface Kept extends Measured {
  readonly commit?: string
}

/** Everything that was measured last, by this run or by one before. */
export interface Results {
  /** By the number of events. */
  readonly lists: Readonly<Record<string, Taken & { readonly measured: readonly Kept[] }>>
  /** By the name of the scenario. */
  readonly scenarios: Readonly<
    Record<string, Taken & { readonly events: number; readonly outcomes: readonly Outcome[] }>
  >
}

/** How long a list may take among a million events, in milliseconds. */
const limit_ms = 50

/** How much longer among a million events than among ten thousand, where few are kept. */
const growth = 2

/** Each database, and what is to be known of how it is measured. */
const databases = {
  sqlite: {
    title: 'On SQLite',
    says: 'What is done in the process counts as its time, the database included.',
  },
  postgres: {
    title: 'On PostgreSQL',
    says: `A server of its own on the same machine, with 1 GB of shared buffers and every commit on disk, holds a copy of the same
calendars. A core second counts the processor time of its processes as well, whoever asks it.`,
  },
} as const

type MeasuredDatabase = keyof typeof databases

export function isMeasured(name: string): name is MeasuredDatabase {
  return Object.hasOwn(databases, name)
}

/** The page of Markdown with the results of a database; what it says of the other one stays. */
export function pageWith(page: string, database: MeasuredDatabase, results: Results): string {
  const parts = new Map(page.split(/^(?=## )/m).map((part) => [/^## (.*)/.exec(part)?.[1], part]))
  parts.set(databases[database].title, partOf(database, results))
  const known = Object.values(databases).map(({ title }) => parts.get(title)?.trimEnd())
  return `${[intro, ...known.filter((part) => part !== undefined)].join('\n\n')}\n`
}

const intro = `# Results

Written by \`npm run bench\`; see \`bench/run.ts\`. Times are of the machine they were taken on, and of whatever else ran there: the
ratios tell more. A core second is a second of processor time of the server's, so that a busy machine counts less. The service
logs at its default level, a line for each request into a file; bare servers log nothing. Before cold
lists, lists, facets and pages, what is stored is read once, so that the operating system holds it and no disk is measured.`

function partOf(database: MeasuredDatabase, results: Results): string {
  const { title, says } = databases[database]
  return `## ${title}

${says}

### Service

${scenarioTable(results)}

### Lists, facets, feeds and pages

In the process, without HTTP and JSON: total, page, and all that is shown with its events, of a reader who is nobody, but where it says
who asks: editors read what is not published, authors what they wrote of it; a tenth of all events is not. Before each list an event
has changed, so that no list is remembered and the index follows first; words of a search were asked for before, but where it says
so. A rare word is one that about 250 events have, however many there are; and so many has whatever else is to be selective by what
it names, as a usual venue.
Feeds, pages, and lists of venues, organizers, categories and tags are with all that there is around them but a socket; feeds and
sitemaps are made in pieces, between which others are answered.
Milliseconds, median and 99th percentile; on SQLite of processor time, as the service does all of it itself.
The aim: p99 below ${limit_ms} ms among a million events; of selective filters (\\*) no more than ${growth} times what they take among ten thousand.
The commit is that of the last column of times; where the others were taken of an earlier one is said below.

${listTable(results)}

### Taken

${takenList(results)}`
}

/** What is made in pieces, between which others are answered, has no aim. */
const inPieces = /^(?:feed|sitemap):/

function scenarioTable({ scenarios }: Results): string {
  const rows = Object.values(scenarios).flatMap(({ events, outcomes }) =>
    outcomes.map(
      ({ what, target, ours, against, ratio, isMet }) =>
        `| ${what} | ${events.toLocaleString('en')} | ${target} | ${ours} | ${against} | ${
          // Where nothing was answered in time there is no number.
          ratio && Number.isFinite(ratio.median)
            ? `**${ratio.median.toFixed(2)}** (${ratio.least.toFixed(2)} to ${ratio.greatest.toFixed(2)})`
            : ''
        } | ${isMet === undefined ? '' : isMet ? 'yes' : 'no'} |`,
    ),
  )
  return [
    '| what | events | aim | Kalends | held against | ratio | met |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function listTable({ lists }: Results): string {
  const sizes = sizesOf(lists)
  const names = [...new Set(sizes.flatMap((size) => (lists[size]?.measured ?? []).map(({ name }) => name)))]
  const rows = names.map((name) => {
    const each = sizes.map((size) => lists[size]?.measured.find((one) => one.name === name))
    const [first, last] = [each[0], each.at(-1)]
    const grown = first && last ? last.times.median / first.times.median : undefined
    const isSelective = last?.isSelective ?? false
    const cells = each.map((one) => (one ? `${short(one.times.median)} / ${short(one.times.p99)}` : ''))
    const isMet =
      last && sizes.at(-1) === '1000000' && !inPieces.test(name)
        ? last.times.p99 < limit_ms && (!isSelective || (grown ?? 0) <= growth)
        : undefined
    return `| ${name}${isSelective ? ' \\*' : ''} | ${cells.join(' | ')} | ${grown?.toFixed(1) ?? ''} | ${isMet === undefined ? '' : isMet ? 'yes' : 'no'} | ${last?.commit ?? ''} |`
  })
  const head = sizes.map((size) => `${Number(size).toLocaleString('en')} events`)
  return [
    `| what | ${head.join(' | ')} | last to first | met | commit |`,
    `|---|${'---|'.repeat(sizes.length + 3)}`,
    ...rows,
  ].join('\n')
}

function takenList({ lists, scenarios }: Results): string {
  const parts = [
    ...sizesOf(lists).map(
      (size) => [`lists of ${Number(size).toLocaleString('en')} events`, lists[size]] as const,
    ),
    ...Object.entries(scenarios),
  ]
  return parts
    .map(([name, taken]) => `- ${name}: ${taken?.at}, commit ${taken?.commit}; ${taken?.machine}`)
    .join('\n')
}

/** What the picture shows: of all that is asked, what differs most. */
const drawn = [
  'no parameters',
  'page in the middle',
  'categories: the busiest',
  'venue: a usual one',
  'search: a common word',
  'search: a rare word',
  'geoloc_lat, geoloc_lng: 25 km',
  'a month and a category',
  'facets: everything',
]

/** The medians by size, of some of what was measured. */
export function latencyLines({ lists }: Results): Line[] {
  const sizes = sizesOf(lists)
  return drawn
    .map((name) => ({
      name,
      points: sizes.flatMap((size) => {
        const found = lists[size]?.measured.find((one) => one.name === name)
        return found ? [[Number(size), found.times.median] as const] : []
      }),
    }))
    .filter(({ points }) => points.length > 0)
}

function sizesOf(lists: Results['lists']): string[] {
  return Object.keys(lists).toSorted((one, other) => Number(one) - Number(other))
}

function short(ms: number): string {
  return ms < 10 ? ms.toFixed(2) : ms < 100 ? ms.toFixed(1) : Math.round(ms).toLocaleString('en')
}
