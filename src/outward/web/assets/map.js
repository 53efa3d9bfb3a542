// @ts-check
/// <reference types="leaflet" />
// Makes the drawn map of events movable, where there are tiles. Leaflet (`L`) and `Supercluster` are here already.

/** At most this many pixels are between the pins of a cluster and its middle. */
const reach = 80

const deepest = 19

const map = document.getElementById('map')
if (map?.dataset.tiles) draw(map)

/**
 * @typedef {object} Pin
 * @property {number} lat
 * @property {number} lng
 * @property {string} text
 * @property {string} label
 * @property {string} [lang]
 * @property {string} url
 * @property {number} [colour]
 * @property {number} count how many events are there
 */

/** @typedef {Partial<Record<Intl.LDMLPluralRule, string>>} Events “12 events”, for each kind of number */

/** @param {HTMLElement} element */
function draw(element) {
  const { tiles = '', attribution = '', zoomIn = '', zoomOut = '', searchHere = '' } = element.dataset
  const pins = /** @type {Pin[]} */ (JSON.parse(element.dataset.pins ?? '[]'))
  const ground = document.createElement('div')
  ground.className = 'map-ground'
  // The box keeps its size, so that nothing moves.
  element.replaceChildren(ground)
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const drawn = L.map(ground, {
    zoomControl: false,
    maxZoom: deepest,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    markerZoomAnimation: !isStill,
  })
  drawn.attributionControl.setPrefix(false)
  L.control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(drawn)
  L.control.scale().addTo(drawn)
  L.tileLayer(tiles, { attribution }).addTo(drawn)
  const bounds = L.latLngBounds(pins.map(({ lat, lng }) => [lat, lng]))
  drawn.fitBounds(bounds.pad(0.15), { maxZoom: 15, animate: false })
  const events = /** @type {Events} */ (JSON.parse(element.dataset.events ?? '{}'))
  showPins(drawn, pins, events)
  offerSearch(drawn, element, searchHere)
}

/**
 * Shows the pins around what is seen, those near one another as one, and again after each move.
 * @param {L.Map} drawn
 * @param {Pin[]} pins
 * @param {Events} events
 */
function showPins(drawn, pins, events) {
  const { Supercluster } = /** @type {{ Supercluster: typeof import('supercluster').default }} */ (
    /** @type {unknown} */ (globalThis)
  )
  /** @type {import('supercluster').default<{ place: number, events: number }, { events: number }>} */
  const near = new Supercluster({
    radius: reach,
    // The side of a tile.
    extent: 256,
    maxZoom: deepest,
    map: (pin) => ({ events: pin.events }),
    reduce: (sum, other) => {
      sum.events += other.events
    },
  })
  near.load(
    pins.map(({ lat, lng, count }, place) => ({
      type: 'Feature',
      properties: { place, events: count },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  )
  /** @type {Map<string, L.Marker>} what is shown, by what it is of: it stays the same as long as it is there, and keeps the focus */
  const shown = new Map()
  const show = () => {
    const seen = drawn.getBounds().pad(0.5)
    const zoom = drawn.getZoom()
    /** @type {Map<string, () => L.Marker>} */
    const wanted = new Map()
    /** @type {(place: number, at?: L.LatLngExpression) => void} */
    const wantPin = (place, at) => {
      const pin = pins[place]
      if (pin) wanted.set(`${place} ${at ? zoom : ''}`, () => markerOf(pin, at ?? [pin.lat, pin.lng]))
    }
    const sides = /** @type {[number, number, number, number]} */ ([
      Math.max(seen.getWest(), -180),
      Math.max(seen.getSouth(), -90),
      Math.min(seen.getEast(), 180),
      Math.min(seen.getNorth(), 90),
    ])
    for (const { properties: of, geometry } of near.getClusters(sides, zoom)) {
      const [lng = 0, lat = 0] = geometry.coordinates
      if (!('cluster' in of)) wantPin(of.place)
      else if (zoom >= deepest)
        around(drawn, [lat, lng], near.getLeaves(of.cluster_id, Infinity)).forEach(([place, at]) =>
          wantPin(place, at),
        )
      else
        wanted.set(`cluster ${of.cluster_id}`, () => {
          const into = Math.min(near.getClusterExpansionZoom(of.cluster_id), deepest)
          return clusterOf(drawn, { at: [lat, lng], count: of.events, into, events })
        })
    }
    for (const [key, marker] of shown) {
      if (wanted.has(key)) continue
      marker.remove()
      shown.delete(key)
    }
    for (const [key, make] of wanted) if (!shown.has(key)) shown.set(key, make().addTo(drawn))
  }
  drawn.on('moveend', show)
  show()
}

/**
 * Pins that no zoom can tell apart, in a ring about their middle: the place of each among all, and where it is shown.
 * @param {L.Map} drawn
 * @param {[number, number]} middle
 * @param {{ properties: { place: number } }[]} pins
 * @returns {[number, L.LatLng][]}
 */
function around(drawn, middle, pins) {
  const centre = drawn.project(middle)
  // 40 pixels of the ring for each pin of 32.
  const radius = Math.max(32, (pins.length * 40) / (2 * Math.PI))
  return pins.map(({ properties: { place } }, index) => {
    const angle = (2 * Math.PI * index) / pins.length
    const at = centre.add([radius * Math.sin(angle), -radius * Math.cos(angle)])
    return [place, drawn.unproject(at)]
  })
}

/**
 * A button that zooms in until what it stands for falls apart. The focus stays on the map, as the button is gone then.
 * @param {L.Map} drawn
 * @param {{ at: [number, number], count: number, into: number, events: Events }} cluster
 */
function clusterOf(drawn, { at, count, into, events }) {
  const { lang } = document.documentElement
  const text = count.toLocaleString(lang)
  const sentence = events[new Intl.PluralRules(lang).select(count)] ?? events.other ?? '{count}'
  const icon = L.divIcon({ className: 'cluster', html: text, iconSize: [44, 44] })
  return buttonOf(L.marker(at, { icon }), sentence.replace('{count}', text), () => {
    drawn.getContainer().focus({ preventScroll: true })
    drawn.setView(at, into)
  })
}

/**
 * @param {Pin} pin
 * @param {L.LatLngExpression} at
 */
function markerOf({ text, label, lang, url, colour }, at) {
  const icon = L.divIcon({ className: `marker c-${colour ?? 0}`, html: text, iconSize: [32, 32] })
  const marker = buttonOf(L.marker(at, { icon }), label, () => {
    location.hash = url
    /** @type {HTMLElement | null} */
    const link = document.querySelector(`${url} a`)
    const rest = link?.closest('details')
    if (rest) rest.open = true
    link?.focus()
  })
  return marker.on('add', () => {
    const element = marker.getElement()
    if (element && lang) element.lang = lang
  })
}

/**
 * Gives the marker, which has the role of a button, its name, and what a click, Enter and the space bar do.
 * @param {L.Marker} marker
 * @param {string} name
 * @param {() => void} press
 */
function buttonOf(marker, name, press) {
  marker.on('add', () => {
    const element = marker.getElement()
    if (!element) return
    element.title = name
    element.setAttribute('aria-label', name)
    element.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      press()
    })
  })
  return marker.on('click', press)
}

/**
 * A button that narrows the list to what the map shows, once the reader has moved it.
 * @param {L.Map} drawn
 * @param {HTMLElement} element
 * @param {string} text
 */
function offerSearch(drawn, element, text) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'plain search-here'
  button.textContent = text
  button.hidden = true
  element.append(button)
  const show = () => {
    button.hidden = false
  }
  drawn.on('dragend', show)
  // The first zoom is the map’s own.
  drawn.whenReady(() => setTimeout(() => drawn.on('zoomend', show)))
  button.addEventListener('click', () => {
    const bounds = drawn.getBounds()
    const sides = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
    const address = new URL(location.href)
    address.hash = ''
    for (const name of ['geoloc_lat', 'geoloc_lng', 'geoloc_radius', 'near', 'within', 'page'])
      address.searchParams.delete(name)
    address.searchParams.set('geoloc_bbox', sides.map((side) => side.toFixed(4)).join(','))
    location.assign(address)
  })
}
