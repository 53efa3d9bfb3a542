import { findLink, takeLink } from '../../http/auth/oneTimeLinks.ts'
import {
  hashOwnPassword,
  passwordFault,
  type PasswordFault,
  storeOwnPassword,
} from '../../http/auth/ownPassword.ts'
import type { Caller } from '../../http/auth/rights.ts'
import type { SessionUser } from '../../http/auth/sessions.ts'
import { changeAccount, findUser, readName, type User, userWithId } from '../../http/auth/users.ts'
import { epochSeconds } from '../../pure/calendar/text.ts'
import { type Config, faultOf } from '../../config/config.ts'
import type { Database, Writer } from '../../storage/db/dialect.ts'
import type { EpochSeconds } from '../../storage/schema/tables.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import { isEmail } from '../../pure/text/address.ts'
import { isCurrency } from '../../pure/text/currency.ts'
import { costFormOf, currencyOfRegion } from '../../pure/text/currency.region.ts'
import { accents } from './accounts.accents.ts'

/** What shall be in the calendar to begin with. */
export const fillings = ['import', 'empty', 'demo'] as const
export type Filling = (typeof fillings)[number]

/** What somebody chooses who sets the calendar up: texts as they were typed. */
export interface WantedSetup {
  readonly siteName: string
  /** What the front page says of it. */
  readonly sentence: string
  readonly zone: string
  readonly locale: string
  /** The code of a currency; empty: that of the country of the zone. */
  readonly currency: string
  /** On which side of the number its sign stands; empty: as the language has it. */
  readonly cost: string
  readonly accent: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly filling: string
}

/** What is wrong, by the name of the field: a message of the pages. */
export type SetupFaults = Readonly<Partial<Record<keyof WantedSetup, PasswordFault | 'setupFault'>>>

/** Sets up a new calendar, once. */
export interface Setup {
  /** The administrator that the link makes somebody, while it works. */
  holder(secret: string): Promise<User | undefined>
  /**
   * Uses the link up, stores the settings and makes its user whoever has it. Answers what is wrong instead, and then nothing is
   * stored. Throws 410 `rest_link_over` when the link does not work.
   */
  open(
    secret: string,
    wanted: WantedSetup,
  ): Promise<{ readonly user: SessionUser; readonly filling: Filling } | { readonly faults: SetupFaults }>
  /** Resolves when the calendar has been filled, if it is being filled. */
  settled(): Promise<void>
}

/** What {@link Setup} is made of. */
export interface SetupParts {
  readonly db: Database
  readonly now: () => Temporal.Instant
  readonly config: Config
  /** Stores settings by their names, as texts. */
  readonly store: (
    tx: Writer,
    settings: Readonly<Record<string, string>>,
    about: { readonly by: number; readonly now: EpochSeconds },
  ) => Promise<void>
  /** The country that a zone is in (ISO 3166); empty for none. */
  readonly regionOf: (zone: string) => string
  /** Fills the calendar with the demo; may take a minute. */
  readonly fill: (caller: Caller) => Promise<void>
}

/** Makes {@link Setup} on a database. */
export function createSetup({ db, now, config, store, regionOf, fill }: SetupParts): Setup {
  let filling: Promise<void> | undefined
  const seconds = () => epochSeconds(now())

  const holder: Setup['holder'] = async (secret) => {
    const link = await findLink(db.read, secret, seconds())
    return link?.kind === 'setup' && link.user_id ? userWithId(db.read, link.user_id) : undefined
  }

  const faultsIn = async (wanted: WantedSetup, user: User): Promise<SetupFaults> => {
    const other = await findUser(db.read, wanted.email)
    const faults = {
      siteName: fault(wanted.siteName.trim() === '' || faultOf('SITE_NAME', wanted.siteName) !== undefined),
      zone: fault(faultOf('SITE_TIMEZONE', wanted.zone) !== undefined),
      sentence: fault(faultOf('SITE_DESCRIPTION', wanted.sentence.trim()) !== undefined),
      locale: fault(faultOf('SITE_LOCALE', wanted.locale) !== undefined),
      currency: fault(wanted.currency !== '' && !isCurrency(wanted.currency)),
      cost: fault(!['', 'prefix', 'postfix'].includes(wanted.cost)),
      accent: fault(!Object.hasOwn(accents, wanted.accent)),
      name: fault(!isName(wanted.name)),
      email: fault(!isEmail(wanted.email.trim()) || (other !== undefined && other.id !== user.id)),
      password: await passwordFault(wanted.password, [
        user.login,
        wanted.name,
        wanted.email,
        wanted.siteName,
      ]),
      filling: fault(fillingIn(wanted) === undefined),
    }
    return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined))
  }

  return {
    holder,
    open: async (secret, wanted) => {
      const user = await holder(secret)
      if (!user) throw new ApiError('rest_link_over')
      const faults = await faultsIn(wanted, user)
      if (Object.keys(faults).length > 0) return { faults }
      const hash = await hashOwnPassword(wanted.password)
      await db.write(async (tx) => {
        if ((await takeLink(tx, secret, seconds()))?.user_id !== user.id) throw new ApiError('rest_link_over')
        await store(tx, settingsOf(wanted, config, regionOf), { by: user.id, now: seconds() })
        await changeAccount(tx, user, {
          name: readName(wanted.name),
          email: wanted.email.trim().normalize('NFC'),
        })
        await storeOwnPassword(tx, user, { hash })
      })
      const chosen = fillingIn(wanted) ?? 'empty'
      if (chosen === 'demo') filling = fill({ id: user.id, role: user.role, login: user.login })
      return { user: { id: user.id, password_hash: hash }, filling: chosen }
    },
    settled: async () => filling,
  }
}

/** What of the wanted is stored: what the environment says holds anyway. */
function settingsOf(
  wanted: WantedSetup,
  { fixed }: Config,
  regionOf: SetupParts['regionOf'],
): Record<string, string> {
  const { siteName, sentence, zone, locale, accent } = wanted
  const colours = accents[accent]
  const all: Record<string, string> = {
    SITE_NAME: siteName.trim(),
    SITE_TIMEZONE: zone,
    SITE_LOCALE: locale,
    SITE_DESCRIPTION: sentence.trim(),
    ...moneyOf(wanted, regionOf(zone)),
    ...(colours ? { SITE_THEME: JSON.stringify(colours) } : {}),
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => !fixed.has(name)))
}

/** What prices are written like: by the currency that was chosen or that the country has, as the language of the pages has it. */
function moneyOf({ locale, currency, cost }: WantedSetup, region: string): Record<string, string> {
  const code = currency || currencyOfRegion(region)
  if (code === undefined) return cost === '' ? {} : { CURRENCY_POSITION: cost }
  const inRegion = locale.includes('-') || region === '' ? locale : `${locale}-${region}`
  const form = costFormOf(inRegion, code)
  return { CURRENCY_CODE: code, CURRENCY_SYMBOL: form.symbol, CURRENCY_POSITION: cost || form.position }
}

function fillingIn({ filling }: WantedSetup): Filling | undefined {
  return fillings.find((known) => known === filling)
}

function fault(isFault: boolean): 'setupFault' | undefined {
  return isFault ? 'setupFault' : undefined
}

function isName(text: string): boolean {
  try {
    return readName(text) !== ''
  } catch {
    return false // It says in English what is wrong.
  }
}
