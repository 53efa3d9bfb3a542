// Where this program runs, as its page says on the body.
const { dataset } = document.body

/** The path of the public pages; empty where they are at the root of their origin. */
export const home = dataset['home'] ?? ''
/** The path of the REST root. */
export const root = dataset['root'] ?? ''
/** The path of the namespace of the calendar. */
export const rest = dataset['rest'] ?? ''
/** The name of the calendar. */
export const siteName = dataset['name'] ?? ''
/** The address of its picture. */
export const logo = dataset['logo'] ?? ''
/** The time zone of the calendar. */
export const siteZone = dataset['zone'] ?? 'UTC'
/** The address of the list of time zones. */
export const zonesFile = dataset['zones'] ?? ''
/** The currency of the calendar, with the sign that its amounts have. */
export const currency = { code: dataset['currency'] ?? '', sign: dataset['currencySign'] ?? '' }
/** The first day of the week, from 1 for Monday to 7 for Sunday. */
export const firstDay = Number(dataset['firstDay'] ?? 1)
/** The language and region of the reader, for formats. */
export const locale = document.documentElement.lang || 'en'
/** The language in which people write in the calendar; empty where it is that of the reader. */
export const textLanguage = dataset['textLanguage'] ?? ''
/** The path of this program. */
export const base = `${home}/admin`

/** The colours of categories in the order of their numbers in the stylesheet. */
export const colours: readonly string[] = (dataset['colours'] ?? '').split(' ')

/** The address of map tiles, with `{z}`, `{x}` and `{y}`; empty where the calendar has none. Who they are by, and the styles of maps. */
export const tiles = dataset['tiles'] ?? ''
export const tilesBy = dataset['tilesBy'] ?? ''
export const tilesStyle = dataset['tilesStyle'] ?? ''

/** Whether letters are sent (“yes”), or wait for a mail server (“mail”), which those are told who can change it; empty where there are none. */
export const lettersState = dataset['letters'] ?? ''
/** What stands at the foot of each. */
export const lettersImprint = dataset['lettersImprint'] ?? ''
/** At which other address letters went out, as this page was opened, while they wait for that; empty: they do not wait. */
export const lettersElsewhere = dataset['lettersElsewhere'] ?? ''

/** Whether the reader may propose changes to what others have published. */
export const mayPropose = dataset['proposes'] === 'yes'

/** Who is signed in, as JSON, as this page was opened. */
export const meAtFirst = dataset['me'] ?? 'null'

/** How many events wait for approval, and how many proposals of the public, as this page was opened; undefined for who decides nothing. */
export const waitingAtFirst = countOf('waiting')
export const proposedAtFirst = countOf('proposed')

function countOf(name: string): number | undefined {
  const count = dataset[name] ?? ''
  return count === '' ? undefined : Number(count)
}
