import type { Described } from '../record/clash.tsx'
import type { OwnLink, SettingName, SettingValues } from './store.ts'
import { t } from './texts.ts'

/** What each setting is called on the screen. */
const names: { readonly [Name in SettingName]: Parameters<typeof t>[0] } = {
  title: 'name',
  description: 'sentence',
  url: 'address',
  language: 'language',
  timezone: 'zone',
  week_starts: 'weekStarts',
  day_turn: 'dayTurn',
  site_logo: 'logo',
  theme: 'logoAndColours',
  site_links: 'headLinks',
  footer_links: 'footLinks',
  map_tiles: 'mapTiles',
  map_attribution: 'mapSource',
  security_contact: 'securityContact',
  accessibility_contact: 'accessContact',
  accessibility_enforcement: 'accessEnforcement',
  accessibility_status: 'accessStatus',
  accessibility_exceptions: 'accessExceptions',
  currency_symbol: 'currencySign',
  currency_code: 'currencyCode',
  currency_position: 'currencyPlace',
  geo_unit: 'distances',
  cancelled_days: 'cancelledDays',
  submissions: 'whoMaySend',
  submissions_queue: 'queueLimit',
  guests_days: 'guestsDays',
  registration_confirm_minutes: 'confirmMinutes',
  registration_privacy_url: 'privacyPage',
  letters: 'lettersOffered',
  letters_imprint: 'lettersImprint',
  letters_per_minute: 'lettersPace',
  letters_settle: 'lettersSettle',
}

/** What settings are called, and what they hold. */
export const described: Described<SettingValues> = {
  name: (field) => t(names[field]),
  text: (field, form) => {
    if (field === 'site_links' || field === 'footer_links') return linksText(form[field])
    if (field === 'theme') return Object.values({ ...form.theme.light, ...form.theme.dark }).join(', ')
    return String(form[field] ?? '')
  },
}

/** Links as they are typed, a line each. */
export function linksText(links: readonly OwnLink[]): string {
  return links.map(({ text, url }) => `${text} = ${url}`).join('\n')
}
