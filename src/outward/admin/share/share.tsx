import { useSignal } from '@preact/signals'
import { addDays } from '../dates.ts'
import { handOver } from '../handOver.ts'
import { Icon } from '../icons.tsx'
import { useRead } from '../kit/read.ts'
import { Screen } from '../kit/screen.tsx'
import { Copied } from '../parts.tsx'
import { home, rest } from '../place.ts'
import { go, to } from '../route.ts'
import { needCategories } from '../terms.ts'
import { t as frame } from '../texts.ts'
import { sayFault } from '../toasts.tsx'
import { type Chosen, chosenIn, queryText, serviceQuery } from './selection.ts'
import { codeAsSvg } from './code.file.ts'
import { Code, codeAsPng } from './code.tsx'
import { Maker } from './maker.tsx'
import { t, tn } from './texts.ts'
import { type Found, What } from './selectionField.tsx'

/** What is chosen once is taken along as feeds, as a calendar for a website, and on a poster. */
export function Share({ query }: { readonly query: URLSearchParams }) {
  const found = useSignal<Found | undefined>(undefined)
  const read = useRead(needCategories, [], sayFault)
  const chosen = chosenIn(query)
  const service = serviceQuery(chosen, (day) => addDays(day, 1))
  const feed = (path: string) => `${window.location.origin}${rest}/${path}${queryText(service)}`
  return (
    <Screen title={frame('share')} says={t('shareHint')} read={{ ...read, fault: '' }}>
      <div class="share-grid">
        <What
          chosen={chosen}
          // The address keeps it: it can be reloaded, and sent to somebody.
          onChange={(next) => go(to('share', next), true)}
          onFound={(next) => {
            found.value = next
          }}
        />
        <div class="stack">
          <section class="part" aria-labelledby="feed">
            <h2 id="feed">{t('asFeed')}</h2>
            <Copied label={t('forCalendars')} hint={t('calendarsHint')} value={feed('events.ics')} />
            <Copied label={t('forReaders')} value={feed('events.rss')} />
            <Copied label={t('forPrograms')} value={feed('events')} />
          </section>
          <Maker chosen={chosen} />
          <OnPoster chosen={chosen} total={found.value?.total} />
        </div>
      </div>
    </Screen>
  )
}

/** The address of the page that shows what is chosen. */
export function pageAddress(chosen: Chosen): string {
  return `${window.location.origin}${home}/list${queryText(chosen)}`
}

function OnPoster({ chosen, total }: { readonly chosen: Chosen; readonly total: number | undefined }) {
  const address = pageAddress(chosen)
  return (
    <section class="part" aria-labelledby="poster">
      <h2 id="poster">{t('onPoster')}</h2>
      <div class="line coded">
        <Code of={address} label={t('codeFor', { address })} />
        <div class="stack tight">
          {total !== undefined && <p>{tn('opens_', total)}</p>}
          <Copied label={t('page')} value={address} />
          <div class="acts">
            <button class="plain" type="button" onClick={() => handOver(codeAsSvg(address), 'calendar.svg')}>
              <Icon name="download" />
              SVG
            </button>
            <button
              class="plain"
              type="button"
              onClick={() => {
                void codeAsPng(address).then((file) => file && handOver(file, 'calendar.png'))
              }}
            >
              <Icon name="download" />
              PNG
            </button>
            <a class="button plain" href={to('share/poster', chosen)}>
              {t('toPrint')}
            </a>
          </div>
        </div>
      </div>
    </section>
  )
}
