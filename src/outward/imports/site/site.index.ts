import { findZone, type Zone, zoneNamed } from '../../../pure/calendar/zone.ts'
import type { SiteClient } from './site.client.ts'
import type { TextPlace } from './site.pictures.ts'
import { isKalends } from './site.kalends.ts'
import { asWire, textIn, type Wire } from './site.wire.ts'

/** What the index of a site says of it. */
export interface SiteIndex {
  /** UTC if it has none. */
  readonly siteZone: Zone
  readonly place: TextPlace
  /** Whether it is another Kalends. */
  readonly isKalends: boolean
}

/** The address of the index of a site, also of one whose routes are in a parameter: `?rest_route=/`. */
export function indexAddress(root: string): string {
  return `${root.split('/').slice(0, -3).join('/')}/`
}

/** The index of the site, which is read once; not every site has one that everybody may read. */
export function siteIndex(client: SiteClient): () => Promise<SiteIndex> {
  let known: Promise<SiteIndex> | undefined
  const ask = async (): Promise<SiteIndex> => {
    const answer = await client.get(indexAddress(client.root), { attempts: 1 }).catch(() => undefined)
    const index = asWire(answer?.body) ?? {}
    return {
      siteZone: zoneIn(index) ?? zoneNamed('UTC'),
      place: placeOf(client, index),
      isKalends: isKalends(client, index),
    }
  }
  return () => (known ??= ask())
}

/** The hosts of a site: that of its home and the one that it is read from, each with `www` and without. */
function placeOf({ root }: SiteClient, index: Wire): TextPlace {
  const homes = [textIn(index, 'home'), textIn(index, 'url'), root].flatMap((text) => URL.parse(text) ?? [])
  const hosts = homes.flatMap(({ host }) => [host, host.startsWith('www.') ? host.slice(4) : `www.${host}`])
  return { base: homes[0]?.href ?? root, hosts: new Set(hosts) }
}

function zoneIn(index: Wire): Zone | undefined {
  const hours = Number(index['gmt_offset'] ?? 0)
  return (
    findZone(textIn(index, 'timezone_string')) ?? findZone(`UTC${hours < 0 ? '-' : '+'}${Math.abs(hours)}`)
  )
}
