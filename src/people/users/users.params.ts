import { Type, type StaticDecode } from 'typebox'
import { readEmail, readLogin, readName } from '../../http/auth/users.ts'
import { roles } from '../../storage/schema/tables.ts'
import { wpContext } from '../../pure/params/contexts.ts'
import { flag } from '../../pure/params/flags.ts'
import { idList, listOf, members } from '../../pure/params/lists.ts'
import { idOrNone, offset, page, perPage, wholeNumber } from '../../pure/params/numbers.ts'
import { asRead, Fault, isEmpty, parameter, quote, readParameter } from '../../pure/params/parameter.ts'
import { choice, choiceList, searchText, wordList } from '../../pure/params/texts.ts'
import { readWebUrl } from '../../pure/text/address.ts'
import { spokenIn } from '../../pure/text/language.ts'
import { slugify } from '../../pure/text/slug.ts'
import { messageOf } from '../../pure/text/errorDetails.ts'

/** What a list of users may be ordered by. */
export const userOrders = [
  'id',
  'include',
  'name',
  'registered_date',
  'slug',
  'include_slugs',
  'email',
  'url',
] as const

const context = Type.Optional(
  wpContext('With “edit” all that is known, for those who may manage users, and of oneself.'),
)

/** The parameters of reading one user. */
export const readUserParams = Type.Object({ context })
export type ReadUser = StaticDecode<typeof readUserParams>

/** The kinds whose published records make somebody an author, as clients of the original name them. */
const authoredTypes = ['tribe_events', 'tribe_venue', 'tribe_organizer'] as const

const published = parameter(
  Type.Union([Type.Boolean(), Type.Array(Type.String())], {
    description: `Only users with something published: true, or some of ${authoredTypes.join(', ')}.`,
  }),
  (sent): boolean => {
    const word = typeof sent === 'string' ? sent.trim().toLowerCase() : sent
    if (word === true || word === 1 || word === 'true' || word === '1') return true
    if (word === false || word === 0 || word === 'false' || word === '0') return false
    const unknown = members(sent).find((one) => !authoredTypes.some((known) => known === one))
    if (unknown !== undefined || isEmpty(sent))
      throw new Fault(
        `must be true, false, or some of ${authoredTypes.join(', ')}, not ${quote(unknown ?? sent)}`,
      )
    return true
  },
)

/** The parameters of a list of users. */
export const listUsersParams = Type.Object({
  context,
  page: Type.Optional(page),
  per_page: Type.Optional(perPage),
  search: Type.Optional(
    searchText(
      'Only users whose name or slug has this; for who may manage users also login and e-mail address.',
    ),
  ),
  exclude: Type.Optional(idList('Not the users with these IDs.')),
  include: Type.Optional(idList('Only the users with these IDs.')),
  offset: Type.Optional(offset),
  order: Type.Optional(choice(['asc', 'desc'], 'Ascending, unless it is “desc”.')),
  orderby: Type.Optional(choice(userOrders, 'What to order the list by; by default the name.')),
  slug: Type.Optional(wordList('Only the users with these slugs.')),
  roles: Type.Optional(choiceList(roles, 'Only users with one of these roles.')),
  who: Type.Optional(choice(['authors'], 'Only users who may write.')),
  has_published_posts: Type.Optional(published),
})
export type ListUsers = StaticDecode<typeof listUsersParams>

/** A text that is read as accounts on the command line are; what is wrong is said in the same words. */
function account(description: string, read: (text: string) => string, format?: string) {
  const schema = Type.String({ minLength: 1, description, ...(format ? { format } : {}) })
  return parameter(schema, (sent) => {
    if (typeof sent !== 'string') throw new Fault(`must be a text, not ${quote(sent)}`)
    try {
      return read(sent)
    } catch (error) {
      throw new Fault(`is not acceptable. ${messageOf(error)}`)
    }
  })
}

/** A line that says more about somebody; an empty one clears it. */
function line(description: string) {
  return parameter(Type.String({ description }), (sent) => (isEmpty(sent) ? '' : readLine(sent, nameLimit)))
}

const nameLimit = 100
const textLimit = 5_000

function readLine(sent: unknown, most: number): string {
  if (typeof sent !== 'string') throw new Fault(`must be a text, not ${quote(sent)}`)
  const text = sent.trim()
  if (text.length > most || /[\p{Cc}]/u.test(text))
    throw new Fault(`must be one line of at most ${most} characters`)
  return text.toWellFormed()
}

const description = parameter(Type.String({ description: 'Who they are, as plain text.' }), (sent) => {
  if (isEmpty(sent)) return ''
  if (typeof sent !== 'string') throw new Fault(`must be a text, not ${quote(sent)}`)
  if (sent.length > textLimit || sent.includes('\0'))
    throw new Fault(`must have at most ${textLimit} characters, and not U+0000; it has ${sent.length}`)
  return sent.trim().toWellFormed()
})

const website = parameter(Type.String({ format: 'uri', description: 'Their website.' }), (sent) => {
  if (isEmpty(sent)) return ''
  const url = typeof sent === 'string' && sent.length <= textLimit ? readWebUrl(sent) : undefined
  if (url === undefined)
    throw new Fault(`must be a whole http or https address like https://example.org/, not ${quote(sent)}`)
  return url
})

const slug = parameter(Type.String({ description: 'Their name in addresses.' }), (sent) => {
  const made = typeof sent === 'string' ? slugify(readLine(sent, nameLimit)) : ''
  if (made === '') throw new Fault(`must be a text with letters or digits, not ${quote(sent)}`)
  return made
})

const roleList = listOf(
  choice(roles, ''),
  Type.Enum([...roles]),
  `Their role, as a list of one: ${roles.join(', ')}.`,
)

/** Users have one role here. */
const role = parameter(
  Type.Array(Type.Enum([...roles]), { description: `Their role, as a list of one: ${roles.join(', ')}.` }),
  (sent) => {
    // The reader of that list.
    const [first, ...others] = readParameter(roleList, sent) as readonly (typeof roles)[number][]
    if (first === undefined || others.length > 0)
      throw new Fault('must be a list of one role: users have one here')
    return first
  },
)

/** What else there is to say about it is said with the login and the like at hand. */
const password = parameter(
  Type.String({ description: 'The password with which they sign in on pages; never shown.' }),
  (sent) => {
    if (typeof sent !== 'string' || sent === '') throw new Fault('must be a text that is not empty')
    return sent
  },
)

const locale = parameter(
  Type.String({
    description: 'The language in which they are written to, such as de-AT; empty: that of the site.',
  }),
  (sent) => {
    if (isEmpty(sent)) return ''
    const tag = typeof sent === 'string' ? spokenIn(sent.replaceAll('_', '-'))?.locale.baseName : undefined
    if (tag === undefined)
      throw new Fault(`must be empty or one of the languages of pages, not ${quote(sent)}`)
    return tag
  },
)

/** Whoever has only found a browser open does not know it. */
const currentPassword = parameter(
  Type.String({
    description: 'The present password: needed to change one’s own with a session, where there is one.',
  }),
  (sent) => {
    if (typeof sent !== 'string') throw new Fault(`must be a text, not ${quote(sent)}`)
    return sent
  },
)

const fields = {
  name: Type.Optional(account('The name that is shown.', readName)),
  first_name: Type.Optional(line('Their first name.')),
  last_name: Type.Optional(line('Their last name.')),
  nickname: Type.Optional(line('What they are called.')),
  url: Type.Optional(website),
  description: Type.Optional(description),
  slug: Type.Optional(slug),
  roles: Type.Optional(role),
  password: Type.Optional(password),
  locale: Type.Optional(locale),
  meta: Type.Optional(asRead('There is none; what is sent changes nothing.')),
}

const username = account('The login, which stays.', readLogin)
const email = account('The e-mail address, with which they can sign in as well.', readEmail, 'email')

/** The parameters of making a user. */
export const createUserParams = Type.Object({
  username,
  email,
  ...fields,
  id: Type.Optional(idOrNone('None: a new user gets one.')),
})
export type CreateUser = StaticDecode<typeof createUserParams>

/** The parameters of changing a user. */
export const updateUserParams = Type.Object({
  username: Type.Optional(username),
  email: Type.Optional(email),
  ...fields,
  current_password: Type.Optional(currentPassword),
})
export type UpdateUser = StaticDecode<typeof updateUserParams>

/** The parameters of removing a user. */
export const removeUserParams = Type.Object({
  force: Type.Optional(flag('Must be true: there is no trash for users.', false)),
  reassign: parameter(
    Type.Integer({ description: 'The ID of who is to have what they wrote; false or empty for nobody.' }),
    (sent) => {
      if (sent === false || isEmpty(sent) || sent === 'false' || sent === 0 || sent === '0') return 0
      const id = wholeNumber(sent)
      if (id === undefined || id < 1)
        throw new Fault(`must be the ID of a user, or false, not ${quote(sent)}`)
      return id
    },
  ),
})
export type RemoveUser = StaticDecode<typeof removeUserParams>

/** The parameters of sending a link by which a user chooses a password. */
export const offerLinkParams = Type.Object({
  kind: Type.Optional(
    choice(
      ['invitation', 'reset'],
      'By default an invitation for who cannot sign in yet, and else a link for a forgotten password.',
    ),
  ),
})
export type OfferLink = StaticDecode<typeof offerLinkParams>

/** Whose account a path is about: an ID, or oneself. */
export const byUser = Type.Object({
  user_id: parameter(Type.String({ description: 'The ID of the user, or “me”.' }), (sent) => String(sent)),
})
export type ByUser = StaticDecode<typeof byUser>
