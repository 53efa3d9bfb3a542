import { useSignal } from '@preact/signals'
import { type RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { Files } from '../fileField.tsx'
import { Icon } from '../icons.tsx'
import { More } from '../kit/pages.tsx'
import { useRead } from '../kit/read.ts'
import { Screen } from '../kit/screen.tsx'
import { Tabs } from '../kit/tabs.tsx'
import { t } from '../common/texts.ts'
import { go, to } from '../route.ts'
import { Searching } from '../searchField.tsx'
import { mayUpload } from '../session.ts'
import { numberText, t as tFrame } from '../texts.ts'
import { useArriving } from './arriving.ts'
import type { Media } from '../common/media.ts'
import { PicturePanel } from './panel.tsx'
import { Arrives, Thumb } from './thumbs.tsx'

const tabs = ['all', 'notDescribed', 'notUsed'] as const
type Tab = (typeof tabs)[number]

/** How many are shown at first, and how many more each time. */
const perPage = 24

const choices: Readonly<Record<Tab, Readonly<Record<string, boolean>>>> = {
  all: {},
  notDescribed: { described: false },
  notUsed: { used: false },
}

interface Page {
  readonly media: readonly Media[]
  readonly total: number
}

/** Which pictures are shown, as the address of the screen says. */
interface Shown {
  readonly tab: Tab
  readonly search: string
  readonly orderby: 'title' | 'date'
}

function shownBy(query: URLSearchParams): Shown {
  return {
    tab: tabs.find((one) => one === query.get('tab')) ?? 'all',
    search: query.get('search') ?? '',
    orderby: query.get('orderby') === 'title' ? 'title' : 'date',
  }
}

/** The address of the screen, with what is changed of it. */
function addressOf(
  { tab, search, orderby }: Shown,
  change: Readonly<Record<string, string | number | undefined>>,
) {
  return to('pictures', {
    tab: tab === 'all' ? undefined : tab,
    search,
    orderby: orderby === 'title' ? orderby : undefined,
    ...change,
  })
}

/** Reads the first pages of what is shown. Throws what {@link ask} throws. */
async function readPages({ tab, search, orderby }: Shown, pages: number): Promise<Page> {
  const asked = {
    ...choices[tab],
    search,
    orderby,
    order: orderby === 'title' ? 'asc' : 'desc',
    per_page: perPage,
  }
  const read = await Promise.all(
    Array.from({ length: pages }, (_, at) => ask<Page>('media', { query: { ...asked, page: at + 1 } })),
  )
  return { media: read.flatMap(({ body }) => body.media), total: read[0]?.body.total ?? 0 }
}

async function readTotals(): Promise<Readonly<Partial<Record<Tab, number>>>> {
  const read = tabs.map(async (one) => {
    const query = { ...choices[one], per_page: 1, _fields: 'total' }
    const { body } = await ask<{ total: number }>('media', { query })
    return [one, body.total] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

/** All pictures; the one that is chosen is described beside them. */
export function Pictures({ query }: { readonly query: URLSearchParams }) {
  const shown = shownBy(query)
  const { tab, search, orderby } = shown
  const chosen = Number(query.get('id') ?? Number.NaN)
  const pages = useSignal(1)
  const read = useRead(() => readPages(shown, pages.value), [tab, search, orderby, pages.value])
  // The list says what is wrong.
  const totals = useRead(readTotals, [read.reads])
  const { arriving, send, leave } = useArriving(read.again)
  const files = useRef<HTMLInputElement>(null)
  useEffect(() => {
    pages.value = 1
  }, [tab, search, orderby])
  const { media = [], total = 0 } = read.value ?? {}
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void send([...(event.dataTransfer?.files ?? [])])
      }}
    >
      <Screen
        title={tFrame('pictures')}
        begin={mayUpload() ? [t('addPictures'), () => files.current?.click()] : undefined}
        tabs={<PictureTabs here={tab} totals={totals.value ?? {}} />}
        read={read}
      >
        <div class="beside">
          <div class="stack">
            <Tools shown={shown} />
            <Drop files={files} onChoose={(given) => void send(given)} />
            {read.value && media.length + arriving.value.length === 0 && (
              <p class="dim">{search === '' ? t('nothingHere') : tFrame('nothingFound')}</p>
            )}
            <ul class="gallery">
              {arriving.value.map((one) => (
                <Arrives key={one.key} picture={one} onClose={() => leave(one.key)} />
              ))}
              {media.map((one) => (
                <Thumb
                  key={one.id}
                  media={one}
                  url={addressOf(shown, { id: one.id })}
                  isChosen={one.id === chosen}
                />
              ))}
            </ul>
            {media.length > 0 && (
              <More
                says={tFrame('shownOf', {
                  from: numberText(1),
                  until: numberText(media.length),
                  total: numberText(total),
                })}
                more={t('showMore')}
                onMore={media.length < total && (() => (pages.value += 1))}
              />
            )}
          </div>
          <aside>
            {Number.isSafeInteger(chosen) ? (
              <PicturePanel
                key={chosen}
                id={chosen}
                onChange={read.again}
                onGone={() => {
                  read.again()
                  go(addressOf(shown, { id: undefined }), true)
                }}
              />
            ) : (
              <p class="dim">{media.length > 0 ? t('noneChosen') : ''}</p>
            )}
          </aside>
        </div>
      </Screen>
    </div>
  )
}

function PictureTabs({
  here,
  totals,
}: {
  readonly here: Tab
  readonly totals: Partial<Record<Tab, number>>
}) {
  const all = tabs.map((one) => ({
    href: to('pictures', { tab: one === 'all' ? undefined : one }),
    says: t(one),
    count: totals[one],
    isHere: one === here,
  }))
  return <Tabs label={t('whichOnes')} tabs={all} />
}

/** Where pictures are dropped, or chosen. */
function Drop(props: {
  readonly files: RefObject<HTMLInputElement | null>
  readonly onChoose: (files: readonly File[]) => void
}) {
  const { files, onChoose } = props
  return (
    <>
      {mayUpload() && (
        <div class="drop">
          <Icon name="picture" />
          <span>{t('dropHere')}</span>
          <button class="text" type="button" onClick={() => files.current?.click()}>
            {t('chooseFiles')}
          </button>
          <span class="small">{t('formats')}</span>
        </div>
      )}
      <Files field={files} label={t('chooseFiles')} isMany onChoose={onChoose} />
    </>
  )
}

function Tools({ shown }: { readonly shown: Shown }) {
  const show = (change: Readonly<Record<string, string | undefined>>) => go(addressOf(shown, change), true)
  return (
    <Searching label={t('searchPictures')} search={shown.search} onSearch={(search) => show({ search })}>
      <select
        class="fit"
        aria-label={t('order')}
        value={shown.orderby}
        onChange={({ currentTarget: { value } }) => show({ orderby: value === 'title' ? value : undefined })}
      >
        <option value="date">{t('newest')}</option>
        <option value="title">{t('byTitle')}</option>
      </select>
    </Searching>
  )
}
