import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { Icon } from '../icons.tsx'
import { tiles, tilesBy, tilesStyle } from '../place.ts'
import { settle } from '../settle.ts'
import { Line, Part, type Typing } from './fields.tsx'
import type { Placed } from './kinds.ts'
import type { PinMap } from './pin.ts'
import type { Spot } from './steps.ts'
import { t } from '../common/texts.ts'

/** Where a place is: its coordinates, and a map to point at it where the calendar has map tiles. */
export function Position({ record, ...typing }: Typing & { readonly record: Placed | undefined }) {
  const { form, onSet, isReadOnly } = typing
  const put = ({ lat, lng }: Spot) => {
    onSet('geo_lat', lat.toFixed(6))
    onSet('geo_lng', lng.toFixed(6))
  }
  return (
    <Part id="p-map" title={t('onTheMap')} tag={isFound(record, form) && <FoundByAddress />}>
      {tiles !== '' && <MapField spot={spotOf(form)} onPut={isReadOnly ? undefined : put} />}
      <div class="pair">
        <Line name="geo_lat" label={t('latitude')} keys="decimal" hint="p-map-hint" {...typing} />
        <Line name="geo_lng" label={t('longitude')} keys="decimal" hint="p-map-hint" {...typing} />
      </div>
      <p class="hint" id="p-map-hint">
        {t('mapHint')}
      </p>
      {record?.geo_lat !== undefined && record.geo_lat !== null && (
        <p>
          <a
            href={`https://www.openstreetmap.org/?mlat=${record.geo_lat}&mlon=${record.geo_lng}#map=17/${record.geo_lat}/${record.geo_lng}`}
            target="_blank"
            rel="noreferrer"
          >
            {t('seeOnMap')}
          </a>
        </p>
      )}
    </Part>
  )
}

/** Whether it is where its address was found, until it is put elsewhere. */
function isFound(record: Placed | undefined, form: Typing['form']): boolean {
  return (
    record?.geocoded === true &&
    form['geo_lat'] === String(record.geo_lat) &&
    form['geo_lng'] === String(record.geo_lng)
  )
}

function FoundByAddress() {
  return (
    <span class="tag good">
      <Icon name="check" />
      {t('foundByAddress')}
    </span>
  )
}

/** A map with the pin of the place. Its program is loaded when the first one is shown. */
function MapField(props: {
  readonly spot: Spot | undefined
  readonly onPut: ((spot: Spot) => void) | undefined
}) {
  const { spot, onPut } = props
  const ground = useRef<HTMLDivElement>(null)
  const map = useRef<PinMap | undefined>(undefined)
  const put = useRef(onPut)
  put.current = onPut
  const shown = useRef(spot)
  shown.current = spot
  useEffect(() => {
    let isGone = false
    void settle(
      import('./pin.ts'),
      ({ drawMap }) => {
        if (isGone || !ground.current) return
        const drawn = drawMap(ground.current, {
          tiles,
          zoomIn: t('zoomIn'),
          zoomOut: t('zoomOut'),
          pin: t('pin'),
          pinHint: 'p-pin-hint',
          onPut: (to) => put.current?.(to),
        })
        map.current = drawn
        drawn.show(shown.current, put.current !== undefined)
        if (shown.current) return
        void settle(
          spotsOfOthers(),
          (others) => {
            if (!isGone && !shown.current) drawn.lookAt(others)
          },
          // It is where the map begins only.
          () => {},
        )
      },
      // Without the map there are the fields.
      () => {},
    )
    return () => {
      isGone = true
      map.current?.remove()
    }
  }, [])
  // Before anything else happens: the next key moves the pin from there.
  useLayoutEffect(
    () => map.current?.show(spot, onPut !== undefined),
    [spot?.lat, spot?.lng, onPut === undefined],
  )
  return (
    <div class="stack tight">
      <link rel="stylesheet" href={tilesStyle} />
      <div class="pin-map" role="group" aria-label={t('map')} ref={ground} dir="ltr" />
      {tilesBy !== '' && (
        <p class="hint" dir="auto">
          {tilesBy}
        </p>
      )}
      {onPut && (
        <div class="line">
          <span class="hint" id="p-pin-hint">
            {t('pressMap')} {t('pinKeys')}
          </span>
          <button
            class="plain"
            type="button"
            onClick={() => {
              if (map.current) onPut(map.current.middle())
            }}
          >
            {t('pinInMiddle')}
          </button>
        </div>
      )}
    </div>
  )
}

/** What was typed as coordinates, if that is a place on the Earth. */
function spotOf(form: Typing['form']): Spot | undefined {
  const [lat, lng] = [form['geo_lat'], form['geo_lng']].map((typed = '') =>
    typed.trim() === '' ? Number.NaN : Number(typed.trim().replace('−', '-').replace(',', '.')),
  )
  if (lat === undefined || lng === undefined) return undefined
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined
}

/** Where the other places of the calendar are. Throws what {@link ask} throws. */
async function spotsOfOthers(): Promise<readonly Spot[]> {
  const { body } = await ask<{ venues?: readonly Placed[] }>('venues', {
    query: { per_page: 50, _fields: 'venues' },
  })
  return (body.venues ?? []).flatMap(({ geo_lat: lat, geo_lng: lng }) =>
    typeof lat === 'number' && typeof lng === 'number' ? [{ lat, lng }] : [],
  )
}
