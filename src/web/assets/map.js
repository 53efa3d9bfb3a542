// @ts-check
/// <reference types="leaflet.markercluster" />
// The map of venues: the list below it, drawn. Leaflet and its clusters are here already (`L`).

const map = document.getElementById('map')
if (map) draw(map)

/** @param {HTMLElement} element */
function draw(element) {
  const { tiles = '', attribution = '', zoomIn = '', zoomOut = '' } = element.dataset
  element.hidden = false
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const drawn = L.map(element, {
    zoomControl: false,
    maxZoom: 19,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    markerZoomAnimation: !isStill,
  })
  drawn.attributionControl.setPrefix(false)
  L.control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut }).addTo(drawn)
  L.control.scale().addTo(drawn)
  if (tiles) L.tileLayer(tiles, { attribution }).addTo(drawn)
  const clusters = L.markerClusterGroup({
    showCoverageOnHover: false,
    animate: !isStill,
    iconCreateFunction: (cluster) =>
      L.divIcon({ className: 'cluster', html: String(cluster.getChildCount()), iconSize: [40, 40] }),
  })
  for (const item of document.querySelectorAll('.venues li')) clusters.addLayer(markerOf(item))
  drawn.addLayer(clusters)
  drawn.fitBounds(clusters.getBounds().pad(0.15), { maxZoom: 15, animate: false })
}

/** @param {Element} item */
function markerOf(item) {
  const { lat, lng } = /** @type {HTMLElement} */ (item).dataset
  const name = item.querySelector('a')?.textContent ?? ''
  const icon = L.divIcon({ className: 'pin', iconSize: [24, 24] })
  const popup = document.createElement('div')
  // Copies of what the page says, and not text that could be read as HTML.
  popup.append(...[...item.childNodes].map((node) => node.cloneNode(true)))
  return L.marker([Number(lat), Number(lng)], { icon, title: name, alt: name }).bindPopup(popup)
}
