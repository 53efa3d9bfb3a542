// @ts-check
/// <reference types="leaflet.markercluster" />
// Makes the drawn map of events movable, where there are tiles. Leaflet and its clusters are here already (`L`).

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
 */

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
    maxZoom: 19,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    markerZoomAnimation: !isStill,
  })
  drawn.attributionControl.setPrefix(false)
  L.control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(drawn)
  L.control.scale().addTo(drawn)
  L.tileLayer(tiles, { attribution }).addTo(drawn)
  const clusters = L.markerClusterGroup({
    showCoverageOnHover: false,
    animate: !isStill,
    iconCreateFunction: (cluster) =>
      L.divIcon({
        className: 'cluster',
        html: cluster.getChildCount().toLocaleString(document.documentElement.lang),
        iconSize: [44, 44],
      }),
  })
  for (const pin of pins) clusters.addLayer(markerOf(pin))
  drawn.addLayer(clusters)
  drawn.fitBounds(clusters.getBounds().pad(0.15), { maxZoom: 15, animate: false })
  offerSearch(drawn, element, searchHere)
}

/** @param {Pin} pin */
function markerOf({ lat, lng, text, label, lang, url, colour }) {
  const icon = L.divIcon({ className: `marker c-${colour ?? 0}`, html: text, iconSize: [32, 32] })
  const marker = L.marker([lat, lng], { icon, title: label, alt: label })
  marker.on('add', () => {
    const element = marker.getElement()
    if (element && lang) element.lang = lang
  })
  return marker.on('click', () => {
    location.hash = url
    /** @type {HTMLElement | null} */
    const link = document.querySelector(`${url} a`)
    const rest = link?.closest('details')
    if (rest) rest.open = true
    link?.focus()
  })
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
