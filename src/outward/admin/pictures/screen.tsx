import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { faultText } from '../faults.ts'
import { Files } from '../fileField.tsx'
import { Icon } from '../icons.tsx'
import { t, tn } from '../places/texts.ts'
import { go, to } from '../route.ts'
import { Searching } from '../searchField.tsx'
import { mayUpload } from '../session.ts'
import { settle } from '../settle.ts'
import { numberText, t as tFrame } from '../texts.ts'
import { useTitle } from '../title.ts'
import { say } from '../toasts.tsx'
import type { Media } from './media.ts'
import { PicturePanel } from './panel.tsx'
import { type Arriving, Arrives, Thumb } from './thumbs.tsx'
import { upload } from './upload.ts'

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

/** All pictures; the one that is chosen is described beside them. */
export function Pictures({ query }: { readonly query: URLSearchParams }) {
  const tab = tabs.find((one) => one === query.get('tab')) ?? 'all'
  const search = query.get('search') ?? ''
  const orderby = query.get('orderby') === 'title' ? 'title' : 'date'
  const chosen = Number(query.get('id') ?? Number.NaN)
  const found = useSignal<Page | undefined>(undefined)
  const pages = useSignal(1)
  const reads = useSignal(0)
  const totals = useSignal<Partial<Record<Tab, number>>>({})
  const arriving = useSignal<readonly Arriving[]>([])
  const fault = useSignal('')
  const files = useRef<HTMLInputElement>(null)
  const turns = useRef(0)
  useTitle(tFrame('pictures'))
  const says = (error: unknown) => {
    fault.value = faultText(error)
  }
  useEffect(() => {
    let isOld = false
    const asked = {
      ...choices[tab],
      search,
      orderby,
      order: orderby === 'title' ? 'asc' : 'desc',
      per_page: perPage,
    }
    void settle(
      Promise.all(
        Array.from({ length: pages.value }, (_, at) =>
          ask<Page>('media', { query: { ...asked, page: at + 1 } }).then(({ body }) => body),
        ),
      ),

      (read) => {
        if (isOld) return
        fault.value = ''
        found.value = { media: read.flatMap(({ media }) => media), total: read[0]?.total ?? 0 }
      },
      says,
    )
    return () => {
      isOld = true
    }
  }, [tab, search, orderby, pages.value, reads.value])
  useEffect(() => {
    pages.value = 1
  }, [tab, search, orderby])
  useEffect(() => {
    void settle(
      Promise.all(
        tabs.map(async (one) => {
          const { body } = await ask<{ total: number }>('media', {
            query: { ...choices[one], per_page: 1, _fields: 'total' },
          })
          return [one, body.total] as const
        }),
      ),

      (read) => {
        totals.value = Object.fromEntries(read)
      },
      () => {},
    )
  }, [reads.value])
  const send = async (given: readonly File[]) => {
    const pictures = given.filter(({ type }) => type.startsWith('image/'))
    if (!mayUpload() || pictures.length === 0) return
    const first = turns.current
    turns.current += pictures.length
    const sent = pictures.map((file, at) => ({ file, key: first + at }))
    arriving.value = [...sent.map(({ file, key }) => ({ key, name: file.name, share: 0 })), ...arriving.value]
    const note = (key: number, change: Partial<Arriving>) => {
      arriving.value = arriving.value.map((one) => (one.key === key ? { ...one, ...change } : one))
    }
    let done = 0
    // One after the other: the service converts a few at a time.
    for (const { file, key } of sent) {
      try {
        await upload(file, (share) => note(key, { share }))
        arriving.value = arriving.value.filter((one) => one.key !== key)
        done += 1
        reads.value += 1
      } catch (error) {
        note(key, { fault: faultText(error) })
      }
    }
    if (done > 0) say(tn('uploaded', done))
  }
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea')) return
      if (event.clipboardData?.files.length) void send([...event.clipboardData.files])
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  const at = (change: Readonly<Record<string, string | number | undefined>>) =>
    to('pictures', {
      tab: tab === 'all' ? undefined : tab,
      search,
      orderby: orderby === 'title' ? orderby : undefined,
      ...change,
    })
  const media = found.value?.media ?? []
  const choose = () => files.current?.click()
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void send([...(event.dataTransfer?.files ?? [])])
      }}
    >
      <div class="head">
        <div>
          <h1>{tFrame('pictures')}</h1>
        </div>
        {mayUpload() && (
          <div class="acts">
            <button type="button" onClick={choose}>
              <Icon name="plus" />
              {t('addPictures')}
            </button>
          </div>
        )}
      </div>
      <nav class="tabs" aria-label={t('whichOnes')}>
        {tabs.map((one) => (
          <a
            key={one}
            href={to('pictures', { tab: one === 'all' ? undefined : one })}
            aria-current={one === tab ? 'page' : undefined}
          >
            {t(one)}
            {totals.value[one] !== undefined && <span class="count">{numberText(totals.value[one])}</span>}
          </a>
        ))}
      </nav>
      {fault.value !== '' && (
        <div class="notice bad" role="alert">
          <Icon name="warning" />
          <p dir="auto">{fault.value}</p>
        </div>
      )}
      <div class="beside">
        <div class="stack">
          <Tools search={search} orderby={orderby} onShow={(change) => go(at(change), true)} />
          {mayUpload() && (
            <div class="drop">
              <Icon name="picture" />
              <span>{t('dropHere')}</span>
              <button class="text" type="button" onClick={choose}>
                {t('chooseFiles')}
              </button>
              <span class="small">{t('formats')}</span>
            </div>
          )}
          <Files field={files} label={t('chooseFiles')} isMany onChoose={(chosen) => void send(chosen)} />
          {found.value && media.length + arriving.value.length === 0 && (
            <p class="dim">{search === '' ? t('nothingHere') : tFrame('nothingFound')}</p>
          )}
          <ul class="gallery">
            {arriving.value.map((one) => (
              <Arrives
                key={one.key}
                picture={one}
                onClose={() => {
                  arriving.value = arriving.value.filter((other) => other !== one)
                }}
              />
            ))}
            {media.map((one) => (
              <Thumb key={one.id} media={one} url={at({ id: one.id })} isChosen={one.id === chosen} />
            ))}
          </ul>
          {found.value && media.length > 0 && (
            <div class="pages">
              <span class="dim">
                {tFrame('shownOf', {
                  from: numberText(1),
                  until: numberText(media.length),
                  total: numberText(found.value.total),
                })}
              </span>
              {media.length < found.value.total && (
                <button class="plain" type="button" onClick={() => (pages.value += 1)}>
                  {t('showMore')}
                </button>
              )}
            </div>
          )}
        </div>
        <aside>
          {Number.isSafeInteger(chosen) ? (
            <PicturePanel
              key={chosen}
              id={chosen}
              onChange={() => (reads.value += 1)}
              onGone={() => {
                reads.value += 1
                go(at({ id: undefined }), true)
              }}
            />
          ) : (
            <p class="dim">{media.length > 0 ? t('noneChosen') : ''}</p>
          )}
        </aside>
      </div>
    </div>
  )
}

function Tools(props: {
  readonly search: string
  readonly orderby: string
  readonly onShow: (change: Readonly<Record<string, string | undefined>>) => void
}) {
  const { search, orderby, onShow } = props
  return (
    <Searching label={t('searchPictures')} search={search} onSearch={(typed) => onShow({ search: typed })}>
      <select
        class="fit"
        aria-label={t('order')}
        value={orderby}
        onChange={({ currentTarget: { value } }) =>
          onShow({ orderby: value === 'title' ? value : undefined })
        }
      >
        <option value="date">{t('newest')}</option>
        <option value="title">{t('byTitle')}</option>
      </select>
    </Searching>
  )
}
