import { Type, type StaticDecode } from 'typebox'
import { dayOrders } from '../../pure/calendar/dayOrder.ts'
import {
  Fault,
  isEmpty,
  parameter,
  quote,
  readOtherwise,
  readParameter,
} from '../../pure/params/parameter.ts'
import { timezone } from '../../pure/params/moments.ts'
import { choice } from '../../pure/params/texts.ts'
import { readDuration } from './csv/csv.duration.ts'
import { type TableSays, untilMidnight } from './csv/csv.says.ts'
import { everyText } from './imports.schedule.ts'

const dates = choice(
  dayOrders,
  'The order of days, months and years in the dates of a table that are numbers: dmy, mdy or ymd. Without it their column, ' +
    'and then the locale of the site, decide.',
)

const status = choice(
  ['publish', 'pending', 'draft'],
  'What the events of a table come as where their rows do not say it; published, if not given.',
)

const zone = readOtherwise(
  {
    ...timezone,
    description:
      'The zone of the times of a table where its rows name none: an IANA name like Europe/Berlin, or a fixed offset. Without it, the zone of the site.',
  },
  (sent): string => {
    const read = readParameter(timezone, sent) as { readonly name: string } | null
    return read?.name ?? ''
  },
)

const duration = parameter(
  Type.String({
    description:
      'How long the events of a table last where their rows say no end: a time such as 90m, 1:30 or 2h, or midnight, for until the ' +
      'end of the day. Without it they end as they begin.',
    examples: ['2h', untilMidnight],
  }),
  (sent): string => {
    const text = typeof sent === 'number' ? String(sent) : sent
    if (typeof text === 'string' && text.trim().toLowerCase() === untilMidnight) return untilMidnight
    const minutes = typeof text === 'string' ? readDuration(text) : undefined
    if (minutes === undefined || minutes < 1)
      throw new Fault(
        `must be a time of a minute to a year, such as 90m or 2h, or ${untilMidnight}, not ${quote(sent)}`,
      )
    return everyText(minutes * 60) ?? ''
  },
)

/** The parameters that say what a table itself does not; an empty one is as none. */
export const tableParams = {
  dates: Type.Optional(orNone(dates)),
  status: Type.Optional(orNone(status)),
  timezone: Type.Optional(orNone(zone)),
  duration: Type.Optional(orNone(duration)),
}

const declared = Type.Object(tableParams)
type TableWords = StaticDecode<typeof declared>

/** The names of these parameters. */
export const tableNames = Object.keys(tableParams) as readonly (keyof TableWords)[]

/** What the parameters say of a table. */
export function tableSays(words: TableWords): TableSays {
  return Object.fromEntries(tableNames.flatMap((name) => (words[name] ? [[name, words[name]]] : [])))
}

/** What is stored of a table, or said on a command line, read as the parameters are; throws a {@link Fault} with `name` of it. */
export function tableSaid(texts: { readonly [name in keyof TableWords]?: string | undefined }): TableSays {
  return Object.fromEntries(
    tableNames.flatMap((name) =>
      texts[name] ? [[name, readParameter(tableParams[name], texts[name])]] : [],
    ),
  )
}

/** The texts by which parameters that were sent are stored. */
export function tableTexts(words: TableWords): Partial<Record<keyof TableWords, string>> {
  return Object.fromEntries(
    tableNames.flatMap((name) => (words[name] === undefined ? [] : [[name, words[name]]])),
  )
}

/** The parameter, which takes an empty value too: as an empty text. */
function orNone<Text extends string>(one: ReturnType<typeof parameter<Text>>) {
  return readOtherwise(one, (sent): Text | '' => (isEmpty(sent) ? '' : (readParameter(one, sent) as Text)))
}
