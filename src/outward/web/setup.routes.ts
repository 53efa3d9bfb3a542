import type { FastifyInstance } from 'fastify'
import type { WantedSetup } from '../../people/accounts/accounts.setup.ts'
import { ApiError } from '../../pure/errors/errors.ts'
import type { Sent } from '../../http/sources.ts'
import { spokenIn } from '../../pure/text/language.ts'
import type { Page } from './page.ts'
import type { WebOptions } from './pages.options.ts'
import { setupPage, type SetupShown } from './setup.ts'
import { linkOverPage } from './signin.password.ts'
import { type DoorRequest, enter, serveDoor, textIn } from './signin.routes.ts'
import { zoneMeant } from './zones.ts'

/** Serves the page by which a new calendar is set up, for whoever has its link, once. */
export function registerSetup(server: FastifyInstance, options: WebOptions): void {
  serveDoor(server, options, '/admin/setup', { show: showSetup, take: takeSetup })
}

/** Where one goes on: whoever wants to see a full one sees it filling, others where events are brought or written. */
const wayFrom = { demo: '/', import: '/admin/imports', empty: '/admin' } as const

async function showSetup({ options, visit }: DoorRequest): Promise<Page> {
  const token = visit.query.get('token') ?? ''
  const user = await options.setup.holder(token)
  if (!user) return linkOverPage(visit)
  const { siteName, siteDescription, siteZone, siteLocale, fixed } = options.beginning()
  const wanted = {
    siteName: fixed.has('SITE_NAME') ? siteName : '',
    sentence: fixed.has('SITE_DESCRIPTION') ? siteDescription : visit.locale.messages.setupSentenceAtFirst,
    currency: '',
    cost: '',
    zone: siteZone,
    locale: fixed.has('SITE_LOCALE') ? siteLocale : localeFrom(visit.locale.tag, siteLocale),
    accent: '8',
    name: '',
    email: '',
    password: '',
    filling: 'empty',
  }
  return setupPage(visit, { token, wanted, faults: {}, fixed, guessesZone: !fixed.has('SITE_TIMEZONE') })
}

async function takeSetup(door: DoorRequest, sent: Sent): Promise<Page> {
  const { options, visit } = door
  const token = visit.query.get('token') ?? ''
  const { siteName, siteDescription, siteZone, siteLocale, fixed } = options.beginning()
  const text = (name: keyof WantedSetup) => textIn(sent, name)
  const wanted: WantedSetup = {
    siteName: fixed.has('SITE_NAME') ? siteName : text('siteName'),
    sentence: fixed.has('SITE_DESCRIPTION')
      ? siteDescription
      : sentenceIn(door, text('sentence'), text('locale')),
    zone: fixed.has('SITE_TIMEZONE') ? siteZone : (zoneMeant(text('zone'), visit.locale.tag) ?? text('zone')),
    currency: text('currency'),
    cost: text('cost'),
    locale: fixed.has('SITE_LOCALE') ? siteLocale : text('locale'),
    accent: fixed.has('SITE_THEME') ? '8' : text('accent'),
    name: text('name'),
    email: text('email'),
    password: text('password'),
    filling: text('filling'),
  }
  const shown: SetupShown = { token, wanted, faults: {}, fixed }
  try {
    const opened = await options.setup.open(token, wanted)
    if ('faults' in opened) return setupPage(visit, { ...shown, faults: opened.faults })
    await options.follow()
    return await enter(door, opened.user, `${visit.site.path}${wayFrom[opened.filling]}`)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rest_link_over') return linkOverPage(visit)
    throw error
  }
}

/** The sentence as it was typed; who left that to begin with gets it in the language of the pages. */
function sentenceIn({ options, visit }: DoorRequest, typed: string, tag: string): string {
  const asked = visit.locale.messages.setupSentenceAtFirst
  if (typed !== asked || spokenIn(tag) === undefined) return typed
  return options.localeFor(tag).messages.setupSentenceAtFirst
}

/** The locale to begin with: the reader's, with the country of English that the site has. */
function localeFrom(readers: string, sites: string): string {
  const [language = 'en'] = readers.split('-', 1)
  if (language !== 'en') return language
  return readers === 'en-US' || readers === 'en-GB' ? readers : sites
}
